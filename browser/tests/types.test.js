// The scripts of the pages are typed in JSDoc and checked; scripts and styles are formatted.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const here = fileURLToPath(new URL('..', import.meta.url));

/** Runs a tool of this folder, which must report nothing. @param {string} name @param {string[]} args */
function passes(name, args) {
  const { status, stdout, stderr } = spawnSync(`${here}node_modules/.bin/${name}`, args, {
    cwd: here,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
}

test('web/js passes the type check', () => passes('tsc', ['--project', 'tsconfig.json']));

test('scripts and styles are formatted (npm run format in browser/)', () =>
  passes('prettier', ['--check', '../web/js', '../web/css', '.']));

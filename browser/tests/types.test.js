// The scripts of the pages say what they take and give, and keep to it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

test('web/js passes the type check', () => {
  const here = fileURLToPath(new URL('..', import.meta.url));
  const { status, stdout, stderr } = spawnSync(`${here}node_modules/.bin/tsc`, ['--project', 'tsconfig.json'], { cwd: here, encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});

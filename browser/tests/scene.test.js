// Two browsers and a shell script play three games through a server that is killed again and again, and all of them
// agree, to the ply and the clock, on what happened. The script is the bot of docs/protocol.md.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { watch } from '../checks/quiet.js';
import { closeBrowser, seat, visitor } from '../harness/browser.js';
import { open, shown } from '../harness/play.js';
import { Server } from '../harness/server.js';

/** The interval between kills, in milliseconds, and their number. */
const [EVERY, KILLS] = process.env.DAMIER_SLOW ? [10_000, 20] : [4_500, 6];
/** How long the server is down, in milliseconds: long enough that the time is credited. */
const AWAY = 1_000;
/** No game is resigned before it has this many moves. */
const LEAST = 12;
/** How long a person thinks before a move, in milliseconds. */
const LOOK = 250;

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

/** A game between two people, with both keys. */
async function game() {
  const { id, key, invitation } = await server.ask('/api/games', {
    rules: 'american',
    color: 'white',
    opponent: 'friend',
    clock: '20m+5s',
  });
  const { key: guest } = await server.ask(`/api/games/${id}/join`, { invitation, name: 'Guest' });
  return { id, white: key, black: guest };
}

/** The page of a game in a visitor's browser; its problems are recorded with the rest. */
async function table(who, id, key) {
  const page = await who.context.newPage();
  const wrong = await watch(page, server.origin);
  /** Every event that the page received: its number and its line of the log. @type {[number, string][]} */
  const heard = [];
  page.on('websocket', socket =>
    socket.on('framereceived', ({ payload }) => {
      const { event } = JSON.parse(String(payload));
      if (event) heard.push([event.seq, event.line]);
    }),
  );
  await seat(who.context, { id, key });
  await open(page, server.origin, id);
  await page.evaluate(() => {
    window.notReloaded = true;
  });
  return { id, page, wrong, heard };
}

const isOver = page => page.locator('#actions [data-do="rematch"]:visible').count();

/** Plays what the board shows as possible, by clicks, and finally resigns. */
async function play({ page }, isLate) {
  while (!(await isOver(page))) {
    if (isLate() && (await page.locator('#moves button').count()) >= LEAST) {
      const asked = await page
        .locator('#actions [data-do="resign"]')
        .click({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        );
      // The opponent may have been faster.
      if (!asked) continue;
      await page.locator('dialog[open] [data-do="yes"]').click();
      await page.locator('#actions [data-do="rematch"]:visible').waitFor({ timeout: 60_000 });
      return;
    }
    const goals = page.locator('#board .goal');
    const next = (await goals.count()) ? goals : page.locator('#board .can');
    const choices = await next.count();
    // The game may advance between looking and clicking; after a miss it looks again.
    if (choices)
      await next
        .nth(Math.floor(Math.random() * choices))
        .click({ timeout: 2_000 })
        .catch(() => {});
    await sleep(LOOK);
  }
}

/** The running script; finally it prints the state of the game as it knows it. */
async function script({ id, black }) {
  const description = await readFile(new URL('../../docs/protocol.md', import.meta.url), 'utf8');
  const [, bot] = description.match(/A bot in ten lines[^`]*```sh\n([^`]*)```/) ?? [];
  const env = { ...process.env, URL: server.origin, ID: id, KEY: black };
  const child = spawn('bash', ['-c', `${bot}\nprintf %s "$game"`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', text => {
    said += text;
  });
  const code = await new Promise(done => child.once('close', done));
  assert.equal(code, 0, 'the script comes to its end');
  return JSON.parse(said);
}

/** What a page shows of a finished game. */
async function seen({ page }) {
  const texts = selector =>
    page.locator(selector).evaluateAll(all => all.map(one => one.textContent));
  const [white, black] = [
    await texts('.clock[data-side="white"]'),
    await texts('.clock[data-side="black"]'),
  ];
  return {
    moves: await texts('#moves button'),
    board: await shown(page),
    clocks: [white[0], black[0]],
  };
}

/** A time in the pages' format, between ten seconds and an hour. @param {number} left milliseconds */
function written(left) {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The same, from the server or the script. */
const told = ({ history, position, table: { clock } }) => ({
  moves: history.map(({ text }) => text),
  board: position.hub.slice(1),
  clocks: [written(clock.white.left), written(clock.black.left)],
});

test('two browsers and a script play three games while the server is killed again and again', async () => {
  const [ann, bo] = [await visitor(server.origin), await visitor(server.origin, { width: 390 })];
  const games = [await game(), await game(), await game()];
  const pages = [
    await table(ann, games[0].id, games[0].white),
    await table(bo, games[0].id, games[0].black),
    await table(ann, games[1].id, games[1].white),
    await table(bo, games[2].id, games[2].white),
  ];
  let kills = 0;
  const isLate = () => kills >= KILLS;
  const killing = (async () => {
    while (!isLate()) {
      await sleep(EVERY);
      await server.kill();
      await sleep(AWAY);
      await server.run();
      kills += 1;
    }
  })();
  const scripts = [script(games[1]), script(games[2])];
  await Promise.all([killing, ...pages.map(page => play(page, isLate))]);
  const theirs = await Promise.all(scripts);
  await server.kill();
  await server.run();

  for (const [at, { id }] of games.entries()) {
    const stored = await server.game(id);
    assert.equal(stored.table.phase, 'finished');
    const log = await (await fetch(`${server.origin}/api/games/${id}/game.log`)).text();
    const lines = log.split('\n');
    for (const page of pages.filter(one => one.id === id)) {
      assert.deepEqual(await seen(page), told(stored));
      for (const [seq, line] of page.heard)
        assert.equal(lines[seq], line, 'what was told is there');
    }
    if (at > 0) assert.deepEqual(told(theirs[at - 1]), told(stored));
    assert.match(log, / credit /, 'time without a server was given back');
    const { status, stdout, stderr } = spawnSync(
      process.env.DAMIER_BIN ?? 'damier',
      ['replay', '-', '--verify'],
      { input: log, encoding: 'utf8' },
    );
    assert.equal(status, 0, stdout + stderr);
  }
  for (const { page, wrong } of pages) {
    assert.equal(await page.evaluate(() => window.notReloaded), true, 'nobody loaded a page anew');
    // A server that is killed while it reads a request sends no response.
    assert.deepEqual(
      wrong.filter(one => !/ERR_CONNECTION|ERR_EMPTY_RESPONSE|WebSocket connection/.test(one)),
      [],
    );
  }
  for (const who of [ann, bo]) await who.close();
});

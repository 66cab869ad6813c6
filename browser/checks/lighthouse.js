// Lighthouse audits on a phone. Scores that depend on this machine's speed are reported, not required.
import { createServer } from 'node:net';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { median } from './motion.js';
import { MOST } from './weight.js';

/** The categories that must be perfect. */
const REQUIRED = ['accessibility', 'best-practices', 'seo'];
/** Audits without a score, which are not loaded. */
const NEEDLESS = ['screenshot-thumbnails', 'final-screenshot', 'bf-cache'];

/** A free port. @returns {Promise<number>} */
const freePort = () =>
  new Promise(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => done(port));
    });
  });

/** A browser that Lighthouse can control. */
export async function steered() {
  const port = await freePort();
  const program = await chromium.launch({
    executablePath: process.env.DAMIER_CHROMIUM ?? '/usr/bin/chromium',
    timeout: 120_000,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
    env: { ...process.env, TZ: 'UTC', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  });
  return { port, close: () => program.close() };
}

/**
 * One visit. On a busy machine a trace may lack its beginning, and Lighthouse asks to be run again.
 * @param {number} port @param {string} address
 */
async function visit(port, address, tries = 3) {
  const flags = {
    port,
    logLevel: /** @type {const} */ ('error'),
    disableFullPageScreenshot: true,
    onlyCategories: ['performance', ...REQUIRED],
    skipAudits: NEEDLESS,
  };
  const result = await lighthouse(address, flags);
  if (result?.lhr.runtimeError?.code === 'NO_NAVSTART' && tries > 1)
    return visit(port, address, tries - 1);
  if (!result || result.lhr.runtimeError)
    throw new Error(`${address}: ${result?.lhr.runtimeError?.message ?? 'nothing was measured'}`);
  return result.lhr;
}

/**
 * Visits a page this many times; returns what is wrong with it, and its performance in percent.
 * @param {number} port @param {string} address @returns {Promise<{wrong: string[], performance: number}>}
 */
export async function judged(port, address, times = 1) {
  const visits = [];
  for (let number = 0; number < times; number += 1) visits.push(await visit(port, address));
  const [{ audits, categories }] = visits;
  const wrong = REQUIRED.flatMap(name =>
    categories[name].score === 1 ? [] : failures(categories[name], audits),
  );
  const bytes = audits['total-byte-weight'].numericValue ?? 0;
  if (bytes === 0 || bytes > MOST) wrong.push(`the first load is ${bytes} bytes of ${MOST}`);
  const speeds = visits.map(one => 100 * (one.categories.performance.score ?? 0));
  return { wrong, performance: Math.round(median(speeds)) };
}

/** Which audits lower a category's score, and where. @param {any} category @param {any} audits */
const failures = (category, audits) =>
  category.auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
    .map(({ id }) => {
      const where = (audits[id].details?.items ?? [])
        .slice(0, 5)
        .map(item => item.node?.selector ?? item.description ?? '');
      return `${category.id}: ${audits[id].title} (${id}): ${where.join('; ')}`;
    });

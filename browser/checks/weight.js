// The bytes transferred for a page.

/** The maximum weight of a page, and of one for analysing games. */
export const MOST = 150 * 1024;
export const MOST_TO_ANALYSE = 200 * 1024;

/**
 * The bytes transferred on a first visit. Needs a visitor with an empty cache.
 * @param {import('playwright-core').Page} page @param {string} address @returns {Promise<{bytes: number, files: string[]}>}
 */
export async function firstLoad(page, address) {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  const names = new Map();
  const files = [];
  let bytes = 0;
  wire.on('Network.responseReceived', ({ requestId, response }) =>
    names.set(requestId, response.url),
  );
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    files.push(`${encodedDataLength} ${names.get(requestId)}`);
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await wire.detach();
  return { bytes, files };
}

/** @param {import('playwright-core').Page} page @param {string} address @param {number} [most] @returns {Promise<string[]>} */
export async function lightWeight(page, address, most = MOST) {
  const { bytes, files } = await firstLoad(page, address);
  if (bytes === 0) return ['nothing was measured'];
  return bytes <= most
    ? []
    : [`the first load is ${bytes} bytes, more than ${most}:\n${files.join('\n')}`];
}

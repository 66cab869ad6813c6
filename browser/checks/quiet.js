// R-UI and the strict policy: no console error, no request to another origin, no CSP report.

/**
 * Watches a page from its creation. @param {import('playwright-core').Page} page @param {string} origin
 * @param {string[]} [wrong] the list that problems are added to
 */
export async function watch(page, origin, wrong = []) {
  page.on('console', message => {
    if (message.type() === 'error')
      wrong.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', error => wrong.push(`error on the page: ${error.stack ?? error}`));
  page.on('request', request => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== origin)
      wrong.push(`request to another origin: ${url}`);
  });
  page.on('websocket', socket => {
    if (new URL(socket.url()).host !== new URL(origin).host)
      wrong.push(`socket to another origin: ${socket.url()}`);
  });
  await page.exposeFunction('tellPolicy', (/** @type {string} */ text) =>
    wrong.push(`policy: ${text}`),
  );
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      /** @type {any} */ (window).tellPolicy(
        `${event.effectiveDirective} blocked ${event.blockedURI}`,
      );
    });
  });
  return wrong;
}

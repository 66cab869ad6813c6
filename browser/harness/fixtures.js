// Serves the broken pages on which checks must fail.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'";

/** @returns {Promise<{origin: string, close: () => void}>} */
export async function fixtures() {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fixtures');
    if (pathname === '/heavy.js') {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(`// ${'x'.repeat(200_000)}`);
      return;
    }
    try {
      const page = await readFile(new URL(`../fixtures${pathname}.html`, import.meta.url));
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      if (searchParams.has('strict')) response.setHeader('Content-Security-Policy', POLICY);
      response.end(page);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

// The real program on a free port, with a folder of its own.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = process.env.DAMIER_BIN ?? 'damier';

/** The operator's token. */
export const TOKEN = 'the-operators-own-token';

export class Server {
  /** @param {string} folder @param {string} host */
  constructor(folder, host) {
    this.folder = folder;
    this.host = host;
    this.port = 0;
  }

  /** Starts a server that listens on a host's address. */
  static async start(host = '127.0.0.1') {
    const server = new Server(await mkdtemp(join(tmpdir(), 'damier-browser-')), host);
    process.once('exit', () => server.child?.kill('SIGKILL'));
    await server.run();
    return server;
  }

  async run() {
    const address = `${this.host}:${this.port}`;
    // All visitors share an address.
    const options = [
      'serve',
      '--addr',
      address,
      '--data',
      this.folder,
      '--no-open',
      '--limits',
      'off',
    ];
    // Nothing is built in the background during browser tests.
    const env = {
      ...process.env,
      DAMIER_OPERATOR_TOKEN: TOKEN,
      DAMIER_ENDGAME_PIECES: '3',
    };
    this.child = spawn(PROGRAM, options, { stdio: ['ignore', 'pipe', 'inherit'], env });
    this.gone = new Promise(done => this.child.once('close', done));
    this.child.once('error', error => {
      throw new Error(`${PROGRAM}: ${error.message}; name the program in DAMIER_BIN`);
    });
    for await (const line of createInterface({ input: this.child.stdout })) {
      const found = line.match(/^Damier is at (http:\/\/127\.0\.0\.1:(\d+))\//);
      if (!found) continue;
      [, this.origin] = found;
      this.port = Number(found[2]);
      this.child.stdout.resume();
      return;
    }
    throw new Error(`${PROGRAM} did not say where it is`);
  }

  /** Kills the program, like a power cut. */
  async kill() {
    this.child.kill('SIGKILL');
    await this.gone;
  }

  async stop() {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Calls the API; throws its message if it fails. */
  async ask(path, body, key) {
    const headers = {
      'Content-Type': 'application/json',
      ...(key && { Authorization: `Bearer ${key}` }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(this.origin + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Creates a game on one device with White at the bottom; returns its id and key. */
  create(order) {
    return this.ask('/api/games', { color: 'white', ...order });
  }

  game(id) {
    return this.ask(`/api/games/${id}`);
  }

  /** Plays a move for the side to move. */
  async move({ id, key }, text) {
    const { table } = await this.game(id);
    return this.ask(
      `/api/games/${id}/events`,
      { side: table.turn, what: 'move', value: text },
      key,
    );
  }
}

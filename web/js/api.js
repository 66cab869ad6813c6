// Communication with the server.
import { forget, get, set } from './keep.js';
import { say, told } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */

/**
 * The error that the server returned, in the page's language; its cause is the code.
 * @param {import('./types.js').ErrorView} error
 */
export const refused = ({ code, phrase }) => new Error(told(phrase), { cause: code });

/**
 * Fetches; throws a readable message if the server cannot be reached.
 * @param {string} path @param {RequestInit} [request]
 */
export async function reach(path, request) {
  return fetch(path, request).catch(() => {
    throw new Error(say('error.network'));
  });
}

/**
 * Sends a request; throws the server's message if it fails.
 * @param {string} path @param {object} [body] @param {string} [key]
 */
export async function ask(path, body, key) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (key) headers.Authorization = `Bearer ${key}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await reach(
    path,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  if (response.status === 204) return null;
  // A proxy may answer in the server's place.
  const answer = await response.json().catch(() => {
    throw new Error(say('error.network'));
  });
  if (!response.ok) throw refused(answer.error);
  return answer;
}

/** Removes a new game's key from the address; returns whether this device keeps it. @param {string} id */
export function takeKey(id) {
  const [, key, , invitation] =
    location.hash.match(/^#key=([0-9a-f]{32})(&invite=([0-9a-f]{32}))?$/) ?? [];
  if (!key) return true;
  if (invitation) set(`invite:${id}`, invitation);
  history.replaceState(null, '', location.pathname + location.search);
  // What led to this game becomes the default of the next form.
  const tried = get('tried');
  if (tried) set('order', tried);
  return keep(id, key);
}

/** The key to a seat, from this device. @param {string} id */
export function keyOf(id) {
  takeKey(id);
  return get(`key:${id}`) ?? '';
}

/**
 * Stores a key, which makes this a game to continue; returns whether it outlasts the page.
 * @param {string} id @param {string} key
 */
export function keep(id, key) {
  set('continues', get('continues') ?? 'one');
  return set(`key:${id}`, key);
}

/**
 * The address of a game with this key, which is stored, or part of the address if nothing can be stored.
 * @param {string} id @param {string} key
 */
export const addressOf = (id, key) => `/game/${id}${!key || keep(id, key) ? '' : `#key=${key}`}`;

/** A unique id: browsers provide UUIDs on secure connections only. */
export const freshName = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('');

/**
 * Joins a game; returns its address. We create the key before the request, so that a lost response does no harm: we
 * repeat the request.
 * @param {string} id @param {{name?: string, invitation?: string|null}} guest
 */
export async function takeSeat(id, guest) {
  const key = keyOf(id) || freshName();
  const address = addressOf(id, key);
  try {
    await ask(`/api/games/${id}/join`, { ...guest, key });
  } catch (error) {
    // Without a code there was no response.
    if (/** @type {Error} */ (error).cause) forget(`key:${id}`);
    throw error;
  }
  return address;
}

/** The first and the longest pause before reconnecting, in milliseconds. */
const [PAUSE, LONGEST_PAUSE] = [250, 4000];

/** The interval between pings, and their timeout. */
const [BEAT, PATIENCE] = [20_000, 8_000];

/** The protocol version of this page. */
const VERSION = 1;

/** @typedef {import('./types.js').Welcome} Welcome */
/** @typedef {import('./types.js').EventView} GameEvent */
/** @typedef {import('./types.js').PresenceView} Presence */
/**
 * Receives the messages of a connection.
 * @typedef {object} Hears
 * @property {(view: GameView) => void} game
 * @property {(state: 'connected'|'connecting') => void} state
 * @property {(presence: Presence) => void} [present]
 * @property {(message: import('./types.js').ChatView) => void} [chat]
 * @property {(welcome: Welcome, before: Welcome) => void} [returned]
 */

/** A game after an event. @param {GameView} game @param {GameEvent} event @returns {GameView} */
function after(game, event) {
  const history = game.history.slice(0, event.plies).concat(event.move ?? []);
  const { position, pieces, people, said, next, players = game.players } = event;
  const { score = game.score } = event;
  const table = {
    ...game.table,
    ...event.table,
    moves: history.map(({ text }) => text),
    hash: position.hash,
    fen: position.fen,
  };
  const now = { table, history, position, pieces, players, people, score, said, next };
  return { ...game, ...now, seq: event.seq + 1 };
}

/** A connection that reconnects by itself. */
export class Line {
  /** @param {string} id @param {Hears} hears */
  constructor(id, hears) {
    this.id = id;
    this.hears = hears;
    /** @type {GameView|null} */
    this.game = null;
    /** @type {Welcome|null} */
    this.welcome = null;
    /** How far the server's clock is ahead of ours, in milliseconds. */
    this.ahead = 0;
    this.next = 1;
    /** @type {Map<number, {text: string, resolve: (seq: number) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.pause = PAUSE;
    /** @type {number|undefined} */
    this.timer = undefined;
    /** @type {number|undefined} */
    this.doubt = undefined;
    this.socket = this.connect();
    addEventListener('online', () => this.again());
    // A device that wakes up may have a dead connection without knowing it.
    document.addEventListener('visibilitychange', () => this.beat());
    setInterval(() => this.beat(), BEAT);
  }

  connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/games/${this.id}`);
    socket.onopen = () => {
      this.pause = PAUSE;
      this.greet();
      this.hears.state('connected');
      for (const { text } of this.waiting.values()) socket.send(text);
    };
    socket.onmessage = event => {
      clearTimeout(this.doubt);
      this.hear(JSON.parse(event.data));
    };
    socket.onclose = () => {
      clearTimeout(this.doubt);
      this.hears.state('connecting');
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.again(), this.pause);
      this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    };
    return socket;
  }

  /** Checks that the connection is alive. */
  beat() {
    this.again();
    const { socket } = this;
    if (document.hidden || socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ say: 'ping', at: performance.now() }));
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => {
      if (socket !== this.socket) return;
      // A dead connection can take a minute to close: abandon it.
      socket.onclose = socket.onmessage = null;
      socket.close();
      this.hears.state('connecting');
      this.socket = this.connect();
    }, PATIENCE);
  }

  /** Connects, unless it is connected or connecting. */
  again() {
    clearTimeout(this.timer);
    if (this.socket.readyState === WebSocket.CLOSED) this.socket = this.connect();
  }

  /** Says hello with what we know; the server responds with what we missed. @param {number} [since] */
  greet(since = this.game?.seq) {
    if (this.socket.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ say: 'hello', v: VERSION, key: keyOf(this.id), since }));
  }

  /** The current time, by the server's clock. */
  now() {
    return Date.now() + this.ahead;
  }

  /** Takes over a game. @param {GameView} game */
  take(game) {
    this.game = game;
    this.hears.game(game);
  }

  /** @param {import('./types.js').ServerMessage} message */
  hear(message) {
    const { welcome, game, event, ratings, present, chat } = message;
    if (welcome) {
      const before = this.welcome;
      this.welcome = welcome;
      this.ahead = welcome.now - Date.now();
      // A seat may have become ours since the last request.
      if (this.game && this.game.yours.join() !== welcome.yours.join())
        this.take({ ...this.game, yours: welcome.yours });
      if (before) this.hears.returned?.(welcome, before);
    }
    if (game) this.take(game);
    if (event && this.game && event.seq === this.game.seq) this.take(after(this.game, event));
    else if (event && this.game && event.seq > this.game.seq) this.greet();
    if (ratings && this.game) this.take({ ...this.game, ratings });
    if (present) this.hears.present?.(present);
    if (chat) this.hears.chat?.(chat);
    const waiting = this.waiting.get(message.done ?? 0);
    if (!waiting) return;
    this.waiting.delete(message.done ?? 0);
    if (message.error) waiting.reject(refused(message.error));
    else waiting.resolve(message.seq ?? 0);
  }

  /**
   * Performs an action; repeated after a lost connection, it still happens once.
   * @param {object} action @returns {Promise<number>}
   */
  async act(action) {
    const id = this.next++;
    const text = JSON.stringify({ say: 'do', id, client: freshName(), ...action });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { text, resolve, reject });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }
}

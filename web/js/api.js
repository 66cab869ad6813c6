// Talking to the server.
import { forget, get, set } from './keep.js';
import { say, told } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */

/** What the server answers when it says no, in the language of the page; its cause is the code. @param {import('./types.js').ErrorView} error */
export const refused = ({ code, phrase }) => new Error(told(phrase), { cause: code });

/** Fetches; throws a sentence when the server cannot be reached. @param {string} path @param {RequestInit} [request] */
export async function reach(path, request) {
  return fetch(path, request).catch(() => {
    throw new Error(say('error.network'));
  });
}

/** Asks the server; throws its message when it says no. @param {string} path @param {object} [body] @param {string} [key] */
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
  // What stands between us and the server may answer in its place.
  const answer = await response.json().catch(() => {
    throw new Error(say('error.network'));
  });
  if (!response.ok) throw refused(answer.error);
  return answer;
}

/** Takes the key that a new game was opened with out of sight; whether this device keeps it. @param {string} id */
export function takeKey(id) {
  const [, key, , invitation] =
    location.hash.match(/^#key=([0-9a-f]{32})(&invite=([0-9a-f]{32}))?$/) ?? [];
  if (!key) return true;
  if (invitation) set(`invite:${id}`, invitation);
  history.replaceState(null, '', location.pathname + location.search);
  // What led to this game is what the next form begins with.
  const tried = get('tried');
  if (tried) set('order', tried);
  return keep(id, key);
}

/** The key that opens a seat of a game on this device. @param {string} id */
export function keyOf(id) {
  takeKey(id);
  return get(`key:${id}`) ?? '';
}

/** Keeps a key; whether it outlasts the page. There is a game to continue now. @param {string} id @param {string} key */
export function keep(id, key) {
  set('continues', get('continues') ?? 'one');
  return set(`key:${id}`, key);
}

/** Where a game is that this key opens; the key is kept, or stands in the address where nothing is kept. @param {string} id @param {string} key */
export const addressOf = (id, key) => `/game/${id}${!key || keep(id, key) ? '' : `#key=${key}`}`;

/** A name that nobody else gives: browsers make UUIDs on safe connections only. */
export const freshName = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('');

/**
 * Takes a seat in a game; where the game is. The key is ours before we ask, so that a lost answer does no harm: we ask again.
 * @param {string} id @param {{name?: string, invitation?: string|null}} guest
 */
export async function takeSeat(id, guest) {
  const key = keyOf(id) || freshName();
  const address = addressOf(id, key);
  try {
    await ask(`/api/games/${id}/join`, { ...guest, key });
  } catch (error) {
    // Without a code there was no answer.
    if (/** @type {Error} */ (error).cause) forget(`key:${id}`);
    throw error;
  }
  return address;
}

/** The first pause before connecting again, and the longest, in milliseconds. */
const [PAUSE, LONGEST_PAUSE] = [250, 4000];

/** How often the server is asked whether it is still there, and how long it may take to answer. */
const [BEAT, PATIENCE] = [20_000, 8_000];

/** The version of the protocol that this page speaks. */
const VERSION = 1;

/** @typedef {import('./types.js').Welcome} Welcome */
/** @typedef {import('./types.js').EventView} GameEvent */
/** @typedef {import('./types.js').PresenceView} Presence */
/**
 * Who hears what comes over a line.
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

/** A connection that comes back by itself. */
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
    // A device that wakes up may hold a connection that is dead and does not know it.
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

  /** Finds out whether the connection lives. */
  beat() {
    this.again();
    const { socket } = this;
    if (document.hidden || socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ say: 'ping', at: performance.now() }));
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => {
      if (socket !== this.socket) return;
      // A dead connection can take a minute to close: it is left behind.
      socket.onclose = socket.onmessage = null;
      socket.close();
      this.hears.state('connecting');
      this.socket = this.connect();
    }, PATIENCE);
  }

  /** Connects unless that is done or under way. */
  again() {
    clearTimeout(this.timer);
    if (this.socket.readyState === WebSocket.CLOSED) this.socket = this.connect();
  }

  /** Says who we are and what we know; the server answers with what we missed. @param {number} [since] */
  greet(since = this.game?.seq) {
    if (this.socket.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ say: 'hello', v: VERSION, key: keyOf(this.id), since }));
  }

  /** Now, by the server's clock. */
  now() {
    return Date.now() + this.ahead;
  }

  /** Takes in a game. @param {GameView} game */
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
      // A seat may have become ours since we last asked.
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

  /** Does something; sent again after a lost connection, it still happens once. @param {object} action @returns {Promise<number>} */
  async act(action) {
    const id = this.next++;
    const text = JSON.stringify({ say: 'do', id, client: freshName(), ...action });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { text, resolve, reject });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }
}

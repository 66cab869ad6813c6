// Talking to the server.
import { told } from './words.js';

/** Asks the server; throws what it says when it says no. @param {string} path @param {unknown} [body] @param {string} [key] @returns {Promise<any>} */
export async function ask(path, body, key) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (key) headers.Authorization = `Bearer ${key}`;
  /** @type {RequestInit} */
  const options = { headers };
  if (body !== undefined) {
    options.method = 'POST';
    headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  const response = await fetch(path, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(told(answer.error.phrase));
  return answer;
}

/** Takes the key that a new game was opened with, and keeps it out of sight. @param {string} id */
function takeKey(id) {
  const [, key] = location.hash.match(/^#key=([0-9a-f]{32})$/) ?? [];
  if (!key) return;
  keep(id, key);
  history.replaceState(null, '', location.pathname);
}

/** The key that opens a seat of a game on this device. @param {string} id */
export function keyOf(id) {
  takeKey(id);
  return localStorage.getItem(`key:${id}`) ?? '';
}

/** @param {string} id @param {string} key */
export const keep = (id, key) => localStorage.setItem(`key:${id}`, key);

/** A connection that comes back by itself. */
export class Line {
  /** @param {string} id @param {{game: (view: object) => void, state: (text: string) => void}} hears */
  constructor(id, hears) {
    this.id = id;
    this.hears = hears;
    this.next = 1;
    this.waiting = new Map();
    this.pause = 250;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/games/${this.id}`);
    this.socket.onopen = () => {
      this.pause = 250;
      this.socket.send(JSON.stringify({ say: 'hello', key: keyOf(this.id) }));
      this.hears.state('connected');
      for (const { text } of this.waiting.values()) this.socket.send(text);
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => {
      this.hears.state('connecting…');
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(4000, this.pause * 2);
    };
  }

  hear(message) {
    if (message.game) this.hears.game(message.game);
    const waiting = this.waiting.get(message.done);
    if (waiting) {
      this.waiting.delete(message.done);
      if (message.error) waiting.reject(new Error(message.error.message));
      else waiting.resolve(message.seq);
    }
  }

  /** Does something; sent again after a lost connection, it still happens once. */
  act(deed) {
    const id = this.next++;
    const client = crypto.randomUUID();
    const text = JSON.stringify({ say: 'do', id, client, ...deed });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { text, resolve, reject });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }
}

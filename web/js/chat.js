// The players' chat: preset phrases, free text, and muting.
import { isApart } from './actions.js';
import { complain, politely } from './announce.js';
import { ask, keyOf } from './api.js';
import { playerOf } from './bars.js';
import { forget, get, set } from './keep.js';
import { part } from './part.js';
import { sound } from './sound.js';
import { say } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */
/** @typedef {import('./types.js').ChatView} Message */

const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
/** A panel next to the board has room for it. */
const roomy = matchMedia('(min-width: 821px)');

/** The text of a message. @param {Message} message */
const words = ({ text, preset }) => (preset ? say(`chat.say.${preset}`) : (text ?? ''));

export class Chat {
  /** @param {string} id @param {() => GameView|null} game */
  constructor(id, game) {
    this.id = id;
    this.game = game;
    /** @type {Message[]} */
    this.messages = [];
    this.isOpen = roomy.matches;
    this.isMuted = get(`mute:${id}`) !== null;
    /** The time of the last message that the reader has seen. */
    this.seen = Number(get(`heard:${id}`) ?? 0);
    part('chat-open').addEventListener('click', () => this.toggle());
    part('chat-mute').addEventListener('click', () => this.mute(!this.isMuted));
    part('chat-phrases').addEventListener('click', (/** @type {Event} */ event) => {
      const preset = /** @type {Element} */ (event.target).closest('button')?.dataset.say;
      if (preset) this.say({ preset });
    });
    part('chat-form').addEventListener('submit', (/** @type {Event} */ event) => {
      event.preventDefault();
      this.sayOwn();
    });
    document.addEventListener('visibilitychange', () => this.read());
  }

  /** @param {GameView} game */
  show(game) {
    part('chat').hidden = !isApart(game) || !game.table.names.white || !game.table.names.black;
    if (!part('chat').hidden) this.draw();
  }

  draw() {
    part('chat-open').setAttribute('aria-expanded', String(this.isOpen));
    part('chat-body').hidden = !this.isOpen;
    const unread = this.unread();
    part('chat-unread').textContent = unread ? say('chat.unread', { count: unread }) : '';
    part('chat-mute').textContent = this.isMuted ? say('chat.unmute') : say('chat.mute');
    part('chat-muted').hidden = !this.isMuted;
    this.drawMessages();
  }

  /** The messages to show. */
  shown() {
    return this.isMuted ? this.messages.filter(message => this.isMine(message)) : this.messages;
  }

  drawMessages() {
    const log = part('chat-log');
    const shown = this.shown();
    part('chat-none').hidden = shown.length > 0 || this.isMuted;
    const old = new Map([...log.children].map(line => [line.dataset.message, line]));
    const lines = shown.map(message => old.get(named(message)) ?? this.line(message));
    // Screen readers announce what is added, so existing lines stay.
    for (const [name, line] of old)
      if (!shown.some(message => named(message) === name)) line.remove();
    const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 8;
    for (const [at, line] of lines.entries())
      if (log.children[at] !== line) log.insertBefore(line, log.children[at] ?? null);
    if (atEnd) log.scrollTop = log.scrollHeight;
  }

  /** @param {Message} message */
  line(message) {
    const line = document.createElement('p');
    line.dataset.message = named(message);
    line.className = this.isMine(message) ? 'mine' : 'theirs';
    const [who, when, what] = [
      document.createElement('b'),
      document.createElement('time'),
      document.createElement('span'),
    ];
    const date = new Date(message.at);
    who.textContent = this.nameOf(message);
    when.dateTime = date.toISOString();
    when.textContent = clock.format(date);
    what.textContent = words(message);
    line.append(who, ' ', when, ' ', what);
    return line;
  }

  /** @param {Message} message */
  isMine({ from }) {
    return this.game()?.yours.includes(from) ?? false;
  }

  /** @param {Message} message */
  nameOf({ from }) {
    const game = this.game();
    return game ? playerOf(game, from) : say(`side.${from}`);
  }

  /** The number of unread messages from the other player. */
  unread() {
    return this.shown().filter(message => !this.isMine(message) && message.at > this.seen).length;
  }

  /** Marks the visible messages as read. */
  read() {
    const last = this.shown().at(-1)?.at ?? 0;
    if (!this.isOpen || document.hidden || last <= this.seen) return;
    this.seen = last;
    set(`heard:${this.id}`, String(last));
  }

  /** @param {Message} message */
  hear(message) {
    // After reconnecting, recent messages are sent again.
    if (this.messages.some(one => named(one) === named(message))) return;
    this.messages.push(message);
    const isNews = !this.isMine(message) && !this.isMuted && message.at > this.seen;
    if (isNews) sound('chat');
    if (isNews && !this.isOpen)
      politely(say('chat.said', { name: this.nameOf(message), text: words(message) }));
    this.read();
    if (!part('chat').hidden) this.draw();
  }

  toggle() {
    this.isOpen = !this.isOpen;
    this.read();
    this.draw();
    if (this.isOpen) part('chat-log').scrollTop = part('chat-log').scrollHeight;
  }

  /** @param {boolean} isMuted */
  mute(isMuted) {
    this.isMuted = isMuted;
    if (isMuted) set(`mute:${this.id}`, 'yes');
    else forget(`mute:${this.id}`);
    this.read();
    this.draw();
    politely(isMuted ? say('chat.muted') : say('chat.unmuted'));
  }

  /** Carries muting over to the next game. @param {string} next */
  carryOver(next) {
    if (this.isMuted) set(`mute:${next}`, 'yes');
  }

  async sayOwn() {
    const box = part('chat-text');
    const text = box.value.trim();
    if (text && (await this.say({ text }))) box.value = '';
  }

  /** Sends a message; returns whether it was sent. @param {{text: string}|{preset: string}} message */
  async say(message) {
    try {
      await ask(`/api/games/${this.id}/chat`, message, keyOf(this.id));
      return true;
    } catch (error) {
      const { message: why, cause } = /** @type {Error} */ (error);
      complain(cause === 'busy' ? say('chat.breath') : why);
      return false;
    }
  }
}

/** The identity of a message. @param {Message} message */
const named = ({ from, at, text, preset }) => `${from} ${at} ${preset ?? ''} ${text ?? ''}`;

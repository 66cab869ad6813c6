// Today's practice positions from all games.
import { reach } from './api.js';
import { answer, isAccount, kept, remove, wish, zone } from './cards.js';
import { set } from './keep.js';
import { isLooking, lookOn, lookThrough } from './look.js';
import { Mistake, shortened } from './mistake.js';
import { part } from './part.js';
import { tryOut } from './try_out.js';
import { say, told } from './words.js';

/** @typedef {import('./types.js').CardAnswer} CardAnswer */

class Card extends Mistake {
  name() {
    const { game = '', ply } = this.figure.dataset;
    return { game, ply: Number(ply) };
  }

  /** Moves after the answer do not count. @param {string[]} moves */
  async judge(moves) {
    if (!this.solved) await super.judge(moves);
  }

  /** @param {string} text */
  judged(text) {
    return answer(this.name(), text);
  }

  /** @param {CardAnswer} found */
  praised(found) {
    return `${super.praised(found)} ${say('practice.again-in', { count: found.days })}`;
  }

  /** @param {CardAnswer} found */
  refuted(found) {
    return `${super.refuted(found)} ${say('practice.wrong-again')}`;
  }

  /** Shows the solution; the position counts as missed. */
  async giveUp() {
    this.tell(say('learn.judging'));
    try {
      const found = await answer(this.name());
      const line = say('practice.answer-is', { line: shortened(found.line) });
      const why = found.reasons.map(told);
      this.tell([line, ...why, say('practice.wrong-again')].join(' '));
    } catch (error) {
      this.tell(/** @type {Error} */ (error).message);
    }
  }

  async remove() {
    try {
      await remove(this.name());
    } catch (error) {
      this.tell(/** @type {Error} */ (error).message);
      return;
    }
    const gone = document.createElement('p');
    gone.className = 'note';
    gone.setAttribute('role', 'status');
    gone.tabIndex = -1;
    gone.textContent = say('practice.removed');
    this.figure.replaceWith(gone);
    gone.focus();
    const score = document.getElementById('score');
    if (!score) return;
    score.dataset.all = String(Number(score.dataset.all) - (this.solved ? 0 : 1));
    this.count();
  }

  actions() {
    const all = super.actions();
    if (!this.solved) all.push([say('learn.answer'), () => this.giveUp(), true]);
    all.push([say('practice.remove'), () => this.remove(), true]);
    return all;
  }
}

/** Shows today's positions, for the browser's positions and time zone. */
async function refresh() {
  const response = await reach('/practice', { method: 'POST', body: wish() });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.getElementById('practice');
  if (!response.ok || !fresh) throw new Error(say('error.network'));
  part('practice').replaceWith(document.importNode(fresh, true));
}

/** Saves the daily limit when it is selected. */
function choose() {
  const form = part('daily-form');
  const daily = part('daily');
  form.querySelector('.field:has(button)').hidden = true;
  daily.addEventListener('change', () => {
    if (isAccount()) return form.submit();
    set('daily', daily.value);
    return show();
  });
}

/** Offers to look for mistakes in the latest games. */
function offerToLook() {
  const button = part('look');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => look(lookThrough));
}

/** Looks for mistakes, and shows what was found. @param {() => Promise<number>} how */
async function look(how) {
  const button = document.getElementById('look');
  if (button) button.setAttribute('disabled', '');
  part('trouble').textContent = '';
  try {
    await how();
  } catch (error) {
    part('trouble').textContent = /** @type {Error} */ (error).message;
  }
  await show();
}

async function show() {
  try {
    await refresh();
  } catch (error) {
    part('trouble').textContent = /** @type {Error} */ (error).message;
  }
  begin();
}

function begin() {
  choose();
  offerToLook();
  tryOut(figure => new Card(figure));
}

const isRight = isAccount() ? part('practice').dataset.zone === String(zone()) : !kept().length;
if (isRight) begin();
else await show();
// The page was closed while the games were looked through.
if (isLooking()) await look(lookOn);

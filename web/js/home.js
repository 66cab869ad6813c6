import { ask, keep } from './api.js';

const LEVELS = ['Novice', 'Beginner', 'Casual', 'Apprentice', 'Journeyman', 'Club player', 'Expert', 'Candidate master', 'Master', 'Grandmaster'];
const form = document.getElementById('order');

function option(value, text, selected) {
  const element = new Option(text, value);
  element.selected = selected;
  return element;
}

const last = JSON.parse(localStorage.getItem('order') ?? '{}');
const variants = await ask('/api/variants');
form.rules.append(...variants.map(({ name, title }) => option(name, title, name === (last.rules ?? 'american'))));
form.rules.append(option('casual', 'Casual checkers', last.rules === 'casual'));
form.level.append(...LEVELS.map((name, index) => option(index + 1, `${index + 1}: ${name}`, index + 1 === (last.level ?? 3))));

const recent = await ask('/api/games');
document.getElementById('recent').append(...recent.slice(0, 12).map((game) => {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `/game/${game.id}`;
  link.textContent = `${game.white} – ${game.black}, ${game.rules} `;
  const small = document.createElement('small');
  small.textContent = game.ending ?? `${game.plies} plies`;
  link.append(small);
  item.append(link);
  return item;
}));
if (!recent.length) document.getElementById('recent').textContent = 'None yet.';

const shown = () => { document.getElementById('level-row').hidden = form.opponent.value !== 'computer'; };
form.addEventListener('change', shown);
shown();

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const computer = form.opponent.value === 'computer';
  const order = { rules: form.rules.value, clock: form.clock.value, color: form.color.value };
  if (computer) order.level = Number(form.level.value);
  localStorage.setItem('order', JSON.stringify({ rules: order.rules, level: Number(form.level.value) }));
  try {
    const { id, key } = await ask('/api/games', order);
    keep(id, key);
    location.assign(`/game/${id}`);
  } catch (error) {
    document.getElementById('trouble').textContent = error.message;
  }
});

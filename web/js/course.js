// The lessons of the course, with their progress.
import { best, solved } from './progress.js';
import { say } from './words.js';

for (const card of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll('[data-lesson]')
)) {
  const { course = '', lesson = '', exercises = '' } = card.dataset;
  const progress = /** @type {HTMLElement} */ (card.querySelector('.progress'));
  if (lesson === 'squares') {
    const most = Math.max(best(course, 'find'), best(course, 'name'));
    if (most) progress.textContent = say('squares.best', { count: most });
    continue;
  }
  const known = solved(course);
  const all = exercises.split(' ');
  const done = all.filter(name => known.has(`${lesson}/${name}`)).length;
  if (done) progress.textContent = say('exercise.solved', { solved: done, all: all.length });
  card.classList.toggle('done', done === all.length);
}

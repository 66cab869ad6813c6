// Questions that must be answered before something is done.

/** Answers the question that was asked last. @type {(answer: boolean) => void} */
let settle = () => {};

/** Asks; whether the answer was yes. @param {{title: string, text: string, yes: string}} question @returns {Promise<boolean>} */
export function sure({ title, text, yes }) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('ask'));
  // Of an answer just given we may hear when the next question stands already.
  settle(dialog.returnValue === 'yes');
  const part = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (dialog.querySelector(name));
  part('h2').textContent = title;
  part('p').textContent = text;
  part('[data-do="yes"]').textContent = yes;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise(resolve => {
    settle = resolve;
    dialog.onclose = () => {
      if (!dialog.open) resolve(dialog.returnValue === 'yes');
    };
  });
}

/** Shows the help. */
export function help() {
  /** @type {HTMLDialogElement} */ (document.getElementById('help')).showModal();
}

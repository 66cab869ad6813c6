// Confirmation dialogs.

/** Settles the last question. @type {(answer: boolean) => void} */
let settle = () => {};

/**
 * Asks for confirmation; returns whether the answer was yes.
 * @param {{title: string, text: string, yes: string}} question @returns {Promise<boolean>}
 */
export function sure({ title, text, yes }) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('ask'));
  // The close event of one question may arrive when the next is already open.
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

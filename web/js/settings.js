// What is chosen shows at once; it is kept when the form is sent.
const form = /** @type {HTMLFormElement} */ (document.getElementById('settings'));
form.addEventListener('change', event => {
  const { name, value } = /** @type {HTMLInputElement} */ (event.target);
  if (name !== 'lang') document.documentElement.dataset[name] = value;
});

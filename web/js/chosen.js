// The visitor's settings.
import { reach } from './api.js';

/** Whether a setting is on. @param {string} name */
export const isOn = name => document.documentElement.dataset[name] === 'on';

/** Changes a setting, here and for all pages. @param {string} name @param {string} choice */
export async function choose(name, choice) {
  if (name !== 'lang') document.documentElement.dataset[name] = choice;
  await reach('/settings', { method: 'POST', body: new URLSearchParams({ [name]: choice }) });
}

// What the visitor chose on the page of settings.
import { reach } from './api.js';

/** Whether a setting is on. @param {string} name */
export const isOn = name => document.documentElement.dataset[name] === 'on';

/** Chooses, here and for every page to come. @param {string} name @param {string} choice */
export async function choose(name, choice) {
  if (name !== 'lang') document.documentElement.dataset[name] = choice;
  await reach('/settings', { method: 'POST', body: new URLSearchParams({ [name]: choice }) });
}

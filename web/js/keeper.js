// Where this page's analysis is stored: in its address, or as a chapter of a study.
import { part } from './part.js';
import * as address from './study.js';

const { study } = part('analysis').dataset;

export const { keep, kept } = study ? await import('./chapter.js') : address;

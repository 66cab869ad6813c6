// Examples in the rules, to be played.
import { Example, tryOut } from './try_out.js';

tryOut(figure => new Example(figure));

// Playable examples in the rules.
import { Example, tryOut } from './try_out.js';

tryOut(figure => new Example(figure));

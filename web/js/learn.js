// The mistakes of a game, each as a position in which to find a better move.
import { offerCards } from './cards.js';
import { Mistake } from './mistake.js';
import { tryOut } from './try_out.js';

tryOut(figure => new Mistake(figure));
offerCards();

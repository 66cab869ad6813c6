// The mistakes of a game, each a position in which a better move is to be found.
import { offerCards } from './cards.js';
import { Mistake } from './mistake.js';
import { tryOut } from './try_out.js';

tryOut(figure => new Mistake(figure));
offerCards();

// The shapes of what the server sends. Nothing runs here.

/** @typedef {'white'|'black'} Side */
/** @typedef {{key: string, values: Record<string, string|number|Phrase>, text: string}} Phrase */
/** @typedef {{squares: number[], takes: number[]}} Path */
/** @typedef {{text: string, paths: Path[], crowns: boolean}} Move */
/** @typedef {{rule: Phrase, rejected: Move[]}} Because */
/** @typedef {{width: number, height: number, every: boolean, letters: boolean, removes_at_once: boolean, squares: [number, number, string][]}} BoardView */
/** @typedef {{fen: string, hub: string, hash: string, legal: Move[], because: Because[]}} PositionView */
/** @typedef {{text: string, path: Path, hub: string, hash: string}} Ply */
/** @typedef {{left: number|null, delay: number, periods: number|null, moves_to_go: number|null}} Dial */
/** @typedef {{control: string, running: Side|null, white: Dial, black: Dial}} ClockFace */
/**
 * @typedef {object} Table
 * @property {string} rules
 * @property {string} title
 * @property {string} opening
 * @property {number} opening_plies
 * @property {boolean} touch_move
 * @property {number} created
 * @property {'waiting'|'playing'|'paused'|'finished'} phase
 * @property {Record<Side, string|null>} names
 * @property {Side} turn
 * @property {number} move_number
 * @property {ClockFace} clock
 * @property {{by: Side, proposal: string}[]} offers
 * @property {Record<Side, boolean>} may_offer_draw
 * @property {string[]} claims
 * @property {string|null} touched
 * @property {{winner: Side|null, reason: string, text: string}|null} ending
 */
/** @typedef {{name: string, rating: number|null, provisional: boolean}} Sitter */
/** @typedef {{ending: Phrase[], counters: {phrase: Phrase, count: number, limit: number}[], claims: Phrase[]}} Said */
/**
 * @typedef {object} GameView
 * @property {string} id
 * @property {number} seq
 * @property {Table} table
 * @property {BoardView} board
 * @property {PositionView} position
 * @property {string} start
 * @property {Ply[]} history
 * @property {(number|null)[]} computer
 * @property {(Sitter|null)[]} people
 * @property {boolean} rated
 * @property {Side[]} yours
 * @property {Said} said
 * @property {string|null} next
 */

/**
 * Something that happened, and all that it changed.
 * @typedef {object} GameEvent
 * @property {number} seq
 * @property {number} ply
 * @property {string} hash
 * @property {string} what
 * @property {Side|null} side
 * @property {string|null} value
 * @property {number} plies
 * @property {Ply|null} move
 * @property {Partial<Table>} table
 * @property {PositionView} position
 * @property {(Sitter|null)[]} people
 * @property {Said} said
 * @property {string|null} next
 */
/** @typedef {{from: Side, text?: string, preset?: string, at: number}} Message */
/** @typedef {{white: boolean, black: boolean, watching: number, gone: Partial<Record<Side, number>>}} Presence */

export {};

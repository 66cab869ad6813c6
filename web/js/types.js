// The shapes of what the server sends and reads. Nothing runs here.
// Generated from crates/wire: DAMIER_WRITE=1 cargo test --workspace --test types

/**
 * The number of a stored event.
 * @typedef {object} Ack
 * @property {number} seq The number of the event in the game's log.
 */
/**
 * Something that a player does.
 * @typedef {object} Action
 * @property {string | null} [client] A name for this request: repeated under the same name, it has no further effect and gets the same answer.
 * @property {string | null} [game] The id of the game, as a check.
 * @property {number | null} [ply] The number of plies in the game when the client decided; if it has changed, nothing happens.
 * @property {'white' | 'black'} side The side that does it.
 * @property {string | null} [value] For `move` the move, for `touch` the square; for `offer`, `accept`, `decline` and `withdraw` one of `draw`, `take-back`, `pause`, `resume` and `rematch`; otherwise nothing.
 * @property {'move' | 'touch' | 'offer' | 'accept' | 'decline' | 'withdraw' | 'claim' | 'claim-win' | 'resign' | 'abort'} what The action: `move`, `touch`, `offer`, `accept`, `decline`, `withdraw`, `claim` (a draw by the rules), `claim-win` (the opponent has left), `resign` or `abort` (before both sides have moved).
 */
/**
 * A rule, and the moves that it does not allow.
 * @typedef {object} Because
 * @property {MoveView[]} rejected The moves; of very many, the first.
 * @property {Phrase} rule The rule in words.
 */
/**
 * A result by the board alone.
 * @typedef {'win' | 'draw' | 'loss'} BoardResult
 */
/**
 * The board: which squares there are, and what they are called.
 * @typedef {object} BoardView
 * @property {boolean} every Whether every square is played on.
 * @property {number} height Squares from top to bottom.
 * @property {boolean} letters Whether moves are written in letters.
 * @property {boolean} removes_at_once Whether captured pieces leave the board as they are jumped, not after the move.
 * @property {([number, number, string])[]} squares The squares played on in the order of their numbers, from 1: row and column from the top left with White below, and the name in letters.
 * @property {number} width Squares from left to right.
 */
/**
 * The result with the draw rules, for the side to move: `win`; `win-spoiled`, a win by the board that a draw rule makes a draw; `draw`; `loss-saved`, a loss that a draw rule makes a draw; `loss`; and `unknown`, a win or loss by the board of which the tables cannot tell whether a draw rule changes it.
 * @typedef {'win' | 'win-spoiled' | 'draw' | 'loss-saved' | 'loss' | 'unknown'} Category
 */
/**
 * A message of one player to the other.
 * @typedef {Words & {at: number, from: Side}} ChatView
 */
/**
 * What a client says.
 * @typedef {{key?: string, say: 'hello', since?: number, v?: number} | Action & {id: number} & {say: 'do'} | Words & {say: 'chat'} | {at: number, say: 'ping'}} ClientMessage
 */
/**
 * What the clock shows.
 * @typedef {object} ClockFace
 * @property {Reading} black Black's dial.
 * @property {string} control The time control as text.
 * @property {number} lag_cap The most time that is given back for the lag of a move, in milliseconds.
 * @property {Side | null} running Whose dial runs.
 * @property {Reading} white White's dial.
 */
/**
 * A word for programs that never changes.
 * @typedef {'no-game' | 'no-page' | 'no-table' | 'no-ply' | 'wrong-method' | 'no-key' | 'not-your-seat' | 'not-invited' | 'wrong-game' | 'not-gone' | 'version' | 'stale' | 'refused' | 'terms' | 'malformed' | 'unreadable' | 'too-large' | 'not-json' | 'busy' | 'too-many' | 'too-slow' | 'full' | 'foreign' | 'not-operator' | 'not-signed-in' | 'wrong-password' | 'name-taken' | 'no-person' | 'blocked' | 'too-long' | 'damaged' | 'broken' | 'store'} Code
 */
/**
 * How far a draw rule has run.
 * @typedef {object} Counter
 * @property {boolean} claimed Whether a player must claim it.
 * @property {number} count How far it has run.
 * @property {number} limit How far it runs.
 * @property {string} rule The rule in words.
 */
/**
 * A new game, and the key to its seats.
 * @typedef {object} CreatedView
 * @property {string} id The id of the game, for links.
 * @property {string | null} invitation The invitation to the other seat, in a game with a friend; it works once.
 * @property {string} key The key to the seats of the creator; it is shown only once.
 */
/**
 * How the game ended.
 * @typedef {object} EndingView
 * @property {string} reason A word for programs.
 * @property {string} text A sentence for people.
 * @property {Side | null} winner The winner's colour, if there is one.
 */
/**
 * How every error looks. Nothing has changed when one comes back.
 * @typedef {object} ErrorBody
 * @property {ErrorView} error What went wrong.
 */
/**
 * What went wrong.
 * @typedef {object} ErrorView
 * @property {Code} code A word for programs that never changes.
 * @property {string} message A sentence for people, which may change.
 * @property {Phrase} phrase The same as a sentence of the catalogues, for those who say it in another language.
 * @property {number} [version] With the code `version`: the highest version of the protocol that the server speaks.
 */
/**
 * Something that happened in a game, and all that it changed.
 * @typedef {object} EventView
 * @property {string} hash The position after it, in sixteen hexadecimal digits.
 * @property {string} line The line of the log.
 * @property {PlyView | null} move The move, if it was one.
 * @property {string | null} next The id of the next game between the same players, if they agreed on one.
 * @property {(SitterView | null)[]} people Who has an account, White first.
 * @property {Record<string, number>} pieces Where each piece stands.
 * @property {Player[]} [players] Who plays, White first, if that has changed.
 * @property {number} plies How many moves of those before it still count.
 * @property {number} ply How many moves the game has after it.
 * @property {PositionView} position The position, and what may be done in it.
 * @property {Said} said What there is to say about it.
 * @property {number} seq Its number.
 * @property {Side | null} side The side that did it.
 * @property {TableState} table What may have changed at the table.
 * @property {string | null} value The move, the square, what is offered, or the name of who joined.
 * @property {string} what The action, or `join`, `flag`, `abandon`, `close` or `credit`.
 */
/**
 * A game as a page shows it.
 * @typedef {object} GameView
 * @property {BoardView} board The board.
 * @property {(number | null)[]} computer The level of the computer on each side, White's first.
 * @property {PlyView[]} history The moves so far.
 * @property {string} id Its id, for links.
 * @property {string | null} next The id of the next game between the same players, if they agreed on one.
 * @property {(SitterView | null)[]} people Who has an account, White first.
 * @property {Record<string, number>} pieces Where each piece stands, by its identity, which it keeps through the game: `white-1`, `white-2` and so on, numbered by the squares of the start.
 * @property {Player[]} players Who plays, White first.
 * @property {PositionView} position The position now.
 * @property {boolean} rated Whether the result counts for their ratings.
 * @property {Said} said What there is to say about it.
 * @property {number} seq How many lines its log has: a view with a higher number is newer.
 * @property {string} start The position before the first move, in Hub style.
 * @property {Snapshot} table The state of the table.
 * @property {Side[]} yours The sides that whoever asked may act for.
 */
/**
 * The time from which on the opponent of a side that is away may claim the game, in milliseconds since 1970.
 * @typedef {object} Gone
 * @property {number} [black] If Black is away.
 * @property {number} [white] If White is away.
 */
/**
 * Somebody who was invited.
 * @typedef {object} Guest
 * @property {string | null} [invitation] The invitation; a game that is open to anybody needs none.
 * @property {string | null} [key] A key for the seat, 32 random hexadecimal digits; by default the server creates one. With a key of your own you can repeat the request.
 * @property {string | null} [name] The name to play under.
 */
/**
 * A move that a strong player would make.
 * @typedef {object} Hint
 * @property {string | null} text The move; none when the game is over.
 */
/**
 * Who may offer a draw.
 * @typedef {object} MayOffer
 * @property {boolean} black Whether Black may.
 * @property {boolean} white Whether White may.
 */
/**
 * A move.
 * @typedef {object} MoveOrder
 * @property {string | null} [client] A name for this request: repeated under the same name, it has no further effect and gets the same answer.
 * @property {string} move The move, with its whole path where two captures would be written alike.
 * @property {number | null} [ply] The number of plies in the game when the client decided; if it has changed, nothing happens.
 */
/**
 * A move to ask about.
 * @typedef {object} MoveQuery
 * @property {SquareName} from The start square.
 * @property {SquareName} to The destination.
 */
/**
 * A move.
 * @typedef {object} MoveView
 * @property {boolean} crowns Whether it makes a king.
 * @property {PathView[]} paths The ways to walk it; where there are too many to tell, one of them.
 * @property {string} text As it is written.
 */
/**
 * The players' names.
 * @typedef {object} Names
 * @property {string | null} black Who plays Black; nobody while the seat is free.
 * @property {string | null} white Who plays White; nobody while the seat is free.
 */
/**
 * An offer that waits for an answer.
 * @typedef {object} OfferView
 * @property {Side} by Who offers.
 * @property {string} proposal The word for what.
 */
/**
 * A game to create.
 * @typedef {object} Order
 * @property {string | null} [clock] The time control, such as `none`, `5m`, `5m+3s`, `40/2h,1h` or `3d/move`.
 * @property {'white' | 'black' | 'drawn' | null} [color] The colour of the creator; by default random.
 * @property {string | null} [fen] The start position, in PDN or Hub style; it overrides an opening.
 * @property {number | null} [level] The computer's level.
 * @property {string | null} [name] The name of the creator, if the other side has its own. In a game on one device the players are called by their colours.
 * @property {string[] | null} [names] The names of the creator and, in a game on one device, of the other side.
 * @property {string | null} [opening] The opening: `standard`, `three-move`, `three-move:57`, `table`, `table:4-VII`, `random:6` or `fen:POSITION`.
 * @property {'here' | 'computer' | 'friend' | 'anybody' | null} [opponent] The opponent: `here` (both sides with one key), `computer`, `friend` (whoever has the invitation) or `anybody` (the first to join). By default `computer` if there is a level, otherwise `here`.
 * @property {boolean | null} [public] Whether the game appears in public lists; by default it does.
 * @property {boolean} [rated] Whether the game is rated: only for accounts, between two people, in an unchanged variant, with a clock.
 * @property {string} rules A variant, a preset such as `casual`, or a variant with some rules changed.
 * @property {number | string | null} [seed] The seed for everything random in the game, as a number or as text (large ones are exact only as text); by default random.
 * @property {boolean} [touch_move] Whether a touched piece must be moved.
 */
/**
 * A way to walk a move, in numbers of squares.
 * @typedef {object} PathView
 * @property {number[]} squares From the start to the end.
 * @property {number[]} takes The pieces taken, in order.
 */
/**
 * How far a game has come.
 * @typedef {'waiting' | 'playing' | 'paused' | 'finished'} Phase
 */
/**
 * A sentence before it is said: its key in the catalogues, and what stands in it.
 * @typedef {object} Phrase
 * @property {string} key The key.
 * @property {string} text In English, for those who read no catalogue.
 * @property {Record<string, PhraseValue>} values What stands in it; `count` also chooses its number.
 */
/**
 * What stands in a sentence.
 * @typedef {number | string | Phrase} PhraseValue
 */
/**
 * Who plays a side.
 * @typedef {({kind: 'nobody', level?: undefined, like_account?: undefined, name?: undefined} | {kind: 'here', level?: undefined, like_account?: undefined, name?: undefined} | {kind: 'guest', like_account: boolean, name: string | null, level?: undefined} | {kind: 'account', name: string, level?: undefined, like_account?: undefined} | {kind: 'computer', level: number, like_account?: undefined, name?: undefined})} Player
 */
/**
 * A move that was played.
 * @typedef {object} PlyView
 * @property {string} hash Sixteen hexadecimal digits.
 * @property {string} hub The position after it, in Hub style.
 * @property {PathView} path The way it is shown.
 * @property {string} piece The identity of the piece that moved.
 * @property {string[]} taken The identities of the pieces that it took.
 * @property {string} text As it is written.
 */
/**
 * A position, and all that may be done in it.
 * @typedef {object} PositionView
 * @property {Because[]} because The rules that left no others, in the order in which they apply; none where there are too many ways to capture to tell.
 * @property {string} fen In PDN style.
 * @property {string} hash Sixteen hexadecimal digits.
 * @property {string} hub In Hub style: the side to move, then a letter for each square by number.
 * @property {MoveView[]} legal The legal moves.
 */
/**
 * Who is there.
 * @typedef {object} PresenceView
 * @property {boolean} black Whether Black is.
 * @property {Gone} gone For each side that is away, the time from which on the other may claim the game.
 * @property {number} watching The number of spectators.
 * @property {boolean} white Whether White is.
 */
/**
 * What can be said in every language.
 * @typedef {'hello' | 'good-luck' | 'well-played' | 'thanks' | 'sorry' | 'one-moment' | 'good-bye'} Preset
 */
/**
 * What the endgame tables say about a position, and about every move of it.
 * @typedef {object} ProbeView
 * @property {Category} [category] The verdict with the draw rules in one word; the command line leaves it out.
 * @property {number | null} dtc Plies to the next capture or man's move on the shortest way to it; null for draws, and where it is not kept.
 * @property {number | null} dtw Plies to the end of the game with best play; null for draws, and where it is not kept.
 * @property {ProbedMove[]} moves Every legal move, best first; the verdict of each is for the side that plays it.
 * @property {RuleView | null} rule The draw rule that changes the verdict, or may; null if none does.
 * @property {BoardResult} verdict The result with best play for the side to move, by the board alone: draw rules are not counted.
 */
/**
 * What the endgame tables say about a move, for the side that plays it.
 * @typedef {object} ProbedMove
 * @property {number | null} dtc Plies to the next capture or man's move, this move included.
 * @property {number | null} dtw Plies to the end of the game, this move included.
 * @property {RuleView | null} rule The draw rule that changes the verdict, or may.
 * @property {string} text The move.
 * @property {BoardResult} verdict The result after it, by the board alone.
 */
/**
 * What a dial shows.
 * @typedef {object} Reading
 * @property {number} delay Milliseconds before the clock starts to run, where it waits.
 * @property {number | null} left Milliseconds left, of the main time or of the running period; 0 is out of time. Nothing without a clock.
 * @property {number | null} moves_to_go Moves to make before more time comes.
 * @property {number | null} periods Byo-yomi periods left, the running one included.
 */
/**
 * What a draw rule makes of a win or a loss.
 * @typedef {'draw' | 'unknown'} RuleResult
 */
/**
 * A draw rule that changes a win or a loss, or may.
 * @typedef {object} RuleView
 * @property {number} moves By how many moves of each side the win comes too late; 0 if that is unknown, or the game is drawn already.
 * @property {string} name The rule in English.
 * @property {RuleResult} verdict What it makes of the result.
 */
/**
 * What there is to say about a game, as sentences of the catalogues.
 * @typedef {object} Said
 * @property {Phrase[]} claims The draws that can be claimed, in the order of `table.claims`.
 * @property {SaidCounter[]} counters How far each draw rule has run, in the order of `table.counters`.
 * @property {Phrase[]} ending How it ended: who won, and why. Nothing while it goes on.
 */
/**
 * How far a draw rule has run.
 * @typedef {object} SaidCounter
 * @property {boolean} claimed Whether a player must claim it.
 * @property {number} count How far it has run.
 * @property {number} limit How far it runs.
 * @property {Phrase} phrase The whole of it: "Moves without a capture: 12 of 25".
 */
/**
 * What a server says. A message has one of `welcome`, `game`, `event`, `present`, `chat`, `done`, `pong` and, alone or with `done`, `error`.
 * @typedef {object} ServerMessage
 * @property {ChatView} [chat] What a player says to the other.
 * @property {number} [done] The `id` of the action that this answers.
 * @property {ErrorView} [error] Why something did not happen.
 * @property {EventView} [event] Something that happened.
 * @property {GameView} [game] The game as it stands.
 * @property {number} [now] With `pong`: the server's time, in milliseconds since 1970.
 * @property {number} [pong] The answer to a ping.
 * @property {PresenceView} [present] Who is there.
 * @property {number} [seq] With `done`: the number of the event that the action became.
 * @property {Welcome} [welcome] The answer to hello.
 */
/**
 * A side.
 * @typedef {'white' | 'black'} Side
 */
/**
 * A player with an account.
 * @typedef {object} SitterView
 * @property {string} name The account's name: `/people/NAME` shows more.
 * @property {boolean} provisional Whether too little was known for it to be compared.
 * @property {number | null} rating The rating when they sat down, in games of this kind.
 */
/**
 * The whole state of a table at a moment. Fields are always in this order; numbers that may be too large for a browser (seed and hash) are text.
 * @typedef {object} Snapshot
 * @property {number} at When the clocks were read.
 * @property {string[]} claims The draws that can be claimed, in words.
 * @property {ClockFace} clock What the clock shows.
 * @property {Counter[]} counters How far each draw rule has run.
 * @property {number} created When the table was set up, in milliseconds since 1970.
 * @property {EndingView | null} ending How the game ended, when it is over.
 * @property {string} fen The position now.
 * @property {string} hash Sixteen hexadecimal digits.
 * @property {Side} host The host's colour.
 * @property {number} last_event When something last happened.
 * @property {MayOffer} may_offer_draw Who may offer a draw now.
 * @property {number} move_number The number of the move to be played, from 1; both sides' moves have the same.
 * @property {string[]} moves The moves so far, as they are written.
 * @property {Names} names The players' names.
 * @property {OfferView[]} offers What is offered and not yet answered.
 * @property {string} opening How the game opens, as text.
 * @property {number} opening_plies How many of the moves belong to the opening.
 * @property {Phase} phase How far the game has come.
 * @property {boolean} rematch_agreed Whether both sides want to play again.
 * @property {string} rules The rules as text.
 * @property {string} seed Where everything random about the game comes from.
 * @property {string} start The position before the first move.
 * @property {string} title The rules' name for people.
 * @property {boolean} touch_move Whether a piece that was touched must be moved.
 * @property {string | null} touched The square of the piece that must be moved.
 * @property {Side} turn The side to move.
 * @property {number} turn_number The number of the turn to be played, from 1: each move of either side is one.
 */
/**
 * A square: its number, which is its place in `board.squares` counted from 1, or its name, such as `c3`.
 * @typedef {number | string} SquareName
 */
/**
 * The members of a [`Snapshot`] that an event can change.
 * @typedef {object} TableState
 * @property {number} at When the clocks were read.
 * @property {string[]} claims The draws that can be claimed, in words.
 * @property {ClockFace} clock What the clock shows.
 * @property {Counter[]} counters How far each draw rule has run.
 * @property {EndingView | null} ending How the game ended, when it is over.
 * @property {number} last_event When something last happened.
 * @property {MayOffer} may_offer_draw Who may offer a draw now.
 * @property {number} move_number The number of the move to be played, from 1; both sides' moves have the same.
 * @property {Names} names The players' names.
 * @property {OfferView[]} offers What is offered and not yet answered.
 * @property {Phase} phase How far the game has come.
 * @property {boolean} rematch_agreed Whether both sides want to play again.
 * @property {string | null} touched The square of the piece that must be moved.
 * @property {Side} turn The side to move.
 * @property {number} turn_number The number of the turn to be played, from 1: each move of either side is one.
 */
/**
 * The answer to hello.
 * @typedef {object} Welcome
 * @property {string} build The program that the server runs.
 * @property {number} now The server's time, in milliseconds since 1970.
 * @property {string} run Another word after every restart.
 * @property {number} seq How many events the game has.
 * @property {number} v The version of the protocol that the server speaks.
 * @property {Side[]} yours The sides that the client may act for.
 */
/**
 * Whether a move is legal, and if not, why.
 * @typedef {object} WhyNot
 * @property {boolean} legal Whether it is legal.
 * @property {Phrase | null} message Why it is not legal, in a sentence.
 */
/**
 * What a player says to the other.
 * @typedef {({text: string, preset?: undefined} | {preset: Preset, text?: undefined})} Words
 */

export {};

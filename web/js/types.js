// The shapes of what the server sends and reads. Nothing runs here.
// Generated from crates/wire: DAMIER_WRITE=1 cargo test --workspace --test types

/**
 * The number of a stored event.
 * @typedef {object} Ack
 * @property {number} seq The number of the event in the game's log.
 */
/**
 * An action of a player.
 * @typedef {object} Action
 * @property {string | null} [client] An id for this request: repeated with the same id, it has no further effect and gets the same response.
 * @property {string | null} [game] The id of the game, as a check.
 * @property {number | null} [ply] The number of plies in the game when the client decided; if it has changed, nothing happens.
 * @property {'white' | 'black'} side The side that acts.
 * @property {string | null} [value] For `move` the move, for `touch` the square; for `offer`, `accept`, `decline` and `withdraw` one of `draw`, `take-back`, `pause`, `resume` and `rematch`; otherwise nothing.
 * @property {'move' | 'touch' | 'offer' | 'accept' | 'decline' | 'withdraw' | 'claim' | 'claim-win' | 'resign' | 'abort'} what The action: `move`, `touch`, `offer`, `accept`, `decline`, `withdraw`, `claim` (a draw by the rules), `claim-win` (the opponent has left), `resign` or `abort` (before both sides have moved).
 */
/**
 * A line of best play.
 * @typedef {object} AnalysisLine
 * @property {number} chance White's expected score, in percent: a win is 100, a draw 50.
 * @property {string[]} moves The moves of both sides.
 * @property {ScoreView} score The score, from White's side.
 */
/**
 * The state of an engine's analysis of a position.
 * @typedef {object} AnalysisView
 * @property {number} depth The depth of the search, in plies.
 * @property {boolean} done Whether the search has ended.
 * @property {ProbeView | null} endgame What endgame tables say about the position, if they have it.
 * @property {boolean} exact Whether the lines and their scores come from endgame tables.
 * @property {AnalysisLine[]} lines The best lines, best first; empty if the game is over.
 * @property {number} nodes The number of nodes searched.
 * @property {number} time The search time, in milliseconds.
 */
/**
 * Another move instead of a marked one.
 * @typedef {object} AnswerQuestion
 * @property {number} ply The ply of the marked move.
 * @property {string} text The move to play instead.
 */
/**
 * The judgement of a move played instead of a marked one.
 * @typedef {object} AnswerView
 * @property {string[]} line The expected line, starting with this move; for a wrong move it is the refutation.
 * @property {number} loss The expected score that the move loses, in percent.
 * @property {Phrase[]} reasons Why the move is wrong; empty if it is right.
 * @property {boolean} right Whether the move keeps the result: it would not be marked.
 */
/**
 * A rule, and the moves that it forbids.
 * @typedef {object} Because
 * @property {MoveView[]} rejected The moves; only the first if there are very many.
 * @property {Phrase} rule The rule in words.
 */
/**
 * A result that ignores draw rules.
 * @typedef {'win' | 'draw' | 'loss'} BoardResult
 */
/**
 * The board: its squares and their names.
 * @typedef {object} BoardView
 * @property {boolean} every Whether every square is played on.
 * @property {number} height Squares from top to bottom.
 * @property {boolean} letters Whether moves are written in letters.
 * @property {boolean} removes_at_once Whether captured pieces are removed as they are jumped, not after the move.
 * @property {([number, number, string])[]} squares The playing squares in the order of their numbers, from 1: row and column from the top left with White at the bottom, and the name in letters.
 * @property {number} width Squares from left to right.
 */
/**
 * The judgement of an answer, and the new schedule.
 * @typedef {object} CardAnswer
 * @property {number} days The days until it is due.
 * @property {string[]} line The expected line, starting with this move; the better line if the solution was asked for.
 * @property {Phrase[]} reasons Why the move is wrong; why the move of the game was, if the solution was asked for.
 * @property {boolean} right Whether the move keeps the result.
 * @property {CardState} state The new schedule.
 */
/**
 * The id of a position: the game, and the ply of the mistake.
 * @typedef {object} CardName
 * @property {string} game The id of the game.
 * @property {number} ply The ply of the mistake, from 1.
 */
/**
 * An answer to a practice position.
 * @typedef {object} CardQuestion
 * @property {CardName} name The position.
 * @property {CardState | null} [state] Its schedule, if you have no account; null for a new position.
 * @property {string | null} [text] The move; without one the solution is shown, and the position counts as missed.
 * @property {ZoneOffset} [zone] Your time zone.
 */
/**
 * The schedule of a position, and how well it is remembered.
 * @typedef {object} CardState
 * @property {boolean} again Whether it was missed on the last day and is due again on the same day.
 * @property {number} difficulty The difficulty, from 1 to 10; 0 for a new position.
 * @property {number} due The day from which it is due.
 * @property {number | null} [first] The day of the first answer; null for a new position.
 * @property {number | null} [last] The day of the last answer.
 * @property {number} stability The interval in days after which it is remembered with a probability of 90 %; 0 for a new position.
 */
/**
 * Positions to move into an account.
 * @typedef {object} CardsMove
 * @property {GuestCard[]} cards The positions; those the account already has are merged.
 */
/**
 * The game whose mistakes to practise.
 * @typedef {object} CardsOrder
 * @property {string} game The id of the game.
 * @property {Side | null} [side] The side whose mistakes to practise; by default your own.
 * @property {ZoneOffset} [zone] Your time zone.
 */
/**
 * The positions of a game.
 * @typedef {object} CardsView
 * @property {number | null} added How many of them are new to the account; null without an account.
 * @property {GuestCard[]} cards The positions. Without an account, you keep them yourself.
 * @property {Side | null} side The side whose mistakes they are; null if none was given and you play both sides or neither.
 */
/**
 * The result for the side to move, including draw rules: `win`; `win-spoiled`, a win that a draw rule turns into a draw; `draw`; `loss-saved`, a loss that a draw rule turns into a draw; `loss`; and `unknown`, a win or loss for which the tables cannot tell whether a draw rule changes it.
 * @typedef {'win' | 'win-spoiled' | 'draw' | 'loss-saved' | 'loss' | 'unknown'} Category
 */
/**
 * The probability of each result, in percent.
 * @typedef {object} ChancesView
 * @property {number} black Black wins.
 * @property {number} draw The game is drawn.
 * @property {number} white White wins.
 */
/**
 * A chapter in the list of a study.
 * @typedef {object} ChapterSummary
 * @property {number} number Its number, for links. It never changes, wherever the chapter moves.
 * @property {string} rules The rules, as text.
 * @property {string} title The title; if empty, the number is shown.
 * @property {number} version Its version, for changes.
 */
/**
 * Problems in an imported game.
 * @typedef {object} ChapterTrouble
 * @property {number} number The number of the chapter.
 * @property {Phrase[]} what The problems, each with its reason.
 */
/**
 * A chapter.
 * @typedef {object} ChapterView
 * @property {string | null} fen The start position; null if it is that of the rules.
 * @property {number} number Its number, for links.
 * @property {string} rules The rules, as text.
 * @property {string} text The text.
 * @property {string} title The title; if empty, the number is shown.
 * @property {string} tree Moves with variations in parentheses, comments in braces and marks.
 * @property {number} version Its version, for changes.
 */
/**
 * A chat message from one player to the other.
 * @typedef {Words & {at: number, from: Side}} ChatView
 */
/**
 * When the opponent of an absent side may claim the game, in milliseconds since 1970.
 * @typedef {object} ClaimableFrom
 * @property {number} [black] If Black is away.
 * @property {number} [white] If White is away.
 */
/**
 * A client's message.
 * @typedef {{key?: string, say: 'hello', since?: number, v?: number} | Action & {id: number} & {say: 'do'} | Words & {say: 'chat'} | {at: number, say: 'ping'}} ClientMessage
 */
/**
 * The state of the clock.
 * @typedef {object} ClockFace
 * @property {Reading} black Black's clock.
 * @property {string} control The time control as text.
 * @property {number} lag_cap The maximum lag compensation per move, in milliseconds.
 * @property {Side | null} running The side whose clock runs.
 * @property {Reading} white White's clock.
 */
/**
 * A stable identifier for programs.
 * @typedef {'no-game' | 'no-page' | 'no-table' | 'no-ply' | 'wrong-method' | 'no-key' | 'not-your-seat' | 'not-invited' | 'wrong-game' | 'not-gone' | 'version' | 'stale' | 'refused' | 'terms' | 'malformed' | 'unreadable' | 'too-large' | 'not-json' | 'busy' | 'too-many' | 'too-slow' | 'full' | 'foreign' | 'not-operator' | 'not-signed-in' | 'wrong-password' | 'name-taken' | 'no-person' | 'no-study' | 'study-changed' | 'blocked' | 'too-long' | 'damaged' | 'broken' | 'store'} Code
 */
/**
 * The material that a move costs, compared with the best move.
 * @typedef {object} CostView
 * @property {number} kings Kings.
 * @property {number} men Men.
 */
/**
 * The counter of a draw rule.
 * @typedef {object} Counter
 * @property {boolean} claimed Whether a player must claim it.
 * @property {number} count The count so far.
 * @property {number} limit The count at which the rule applies.
 * @property {string} rule The rule in words.
 */
/**
 * A new game, with its keys.
 * @typedef {object} CreatedView
 * @property {string} id The id of the game, for links.
 * @property {string | null} invitation The invitation to the other seat, in a game with a friend; it works once.
 * @property {string} key The key to the creator's seats. It is shown only once.
 */
/**
 * The result of a game.
 * @typedef {object} EndingView
 * @property {string} reason A stable identifier for programs.
 * @property {string} text A sentence for people.
 * @property {Side | null} winner The winner's colour, if there is one.
 */
/**
 * The body of every error response. A failed request changes nothing.
 * @typedef {object} ErrorBody
 * @property {ErrorView} error The error.
 */
/**
 * An error.
 * @typedef {object} ErrorView
 * @property {Code} code A stable identifier for programs.
 * @property {string} message A sentence for people, which may change.
 * @property {Phrase} phrase The same as a sentence of the catalogues, for clients that show it in another language.
 * @property {number} [version] With the code `version`: the highest protocol version that the server supports.
 */
/**
 * An event of a game, with everything it changed.
 * @typedef {object} EventView
 * @property {string} hash The hash of the position after it, in sixteen hexadecimal digits.
 * @property {string} line The line of the log.
 * @property {PlyView | null} move The move, if it is one.
 * @property {string | null} next The id of the rematch, if the players agreed on one.
 * @property {(SeatedAccountView | null)[]} people The accounts of the players, White first; null for a player without one.
 * @property {Record<string, number>} pieces The square of each piece, by its identity.
 * @property {Player[]} [players] The players, White first, if they have changed.
 * @property {number} plies The number of earlier plies that still count, which is less after a take-back.
 * @property {number} ply The number of plies after the event.
 * @property {PositionView} position The position after it, with its legal moves.
 * @property {Said} said The game's result and counters in words.
 * @property {MatchScore} [score] The score over a series of rematches, if this game is part of one.
 * @property {number} seq The number of the event.
 * @property {Side | null} side The side that acted.
 * @property {TableState} table The state of the table after the event.
 * @property {string | null} value The move, the square, the kind of offer, or the name of the player who joined.
 * @property {string} what The action, or `join`, `flag`, `abandon`, `close` or `credit`.
 */
/**
 * A game of a collection.
 * @typedef {object} ExplorerGameView
 * @property {string | null} date The day; unknown parts are `??`.
 * @property {string | null} event The event.
 * @property {string} link The address of its page.
 * @property {Player[]} players The players, White first.
 * @property {(number | null)[]} ratings Their ratings, White's first.
 * @property {Standing} result The result.
 */
/**
 * A move played in a position.
 * @typedef {object} ExplorerMoveView
 * @property {number | null} average_rating The average rating of the players who played it, where known.
 * @property {number} black Games won by Black.
 * @property {number} draws Drawn games.
 * @property {ExplorerGameView[]} examples A few of the games: those of the strongest players, then the latest.
 * @property {number} games The number of games with the move; games without a result count only here.
 * @property {string | null} last_played The last day it was played; unknown parts are `??`.
 * @property {string} text The move.
 * @property {number} white Games won by White.
 */
/**
 * A collection that can be queried.
 * @typedef {object} ExplorerSource
 * @property {number} games The number of games.
 * @property {string} source The value of `source`.
 */
/**
 * The statistics of a position. White and Black are those of the requested position.
 * @typedef {object} ExplorerView
 * @property {string[]} ballots The names of the ballots that lead to the position.
 * @property {number} black Games won by Black.
 * @property {boolean} complete Whether the collection is complete: a server that has just started is still counting its own games.
 * @property {number} draws Drawn games.
 * @property {number} ended Games that ended here.
 * @property {number} games The number of games that reached it; games without a result count only here.
 * @property {ExplorerMoveView[]} moves The moves played, most frequent first.
 * @property {OpeningName | null} opening The name of the opening that this position is, if it has one.
 * @property {number} white Games won by White.
 */
/**
 * An engine's analysis of a game.
 * @typedef {object} GameReport
 * @property {SideReport} black The summary for Black.
 * @property {JudgedMove[]} moves Every move, in order.
 * @property {string[]} opening The first moves, by which openings are recognised; empty if the game started from another position.
 * @property {OpeningName | null} opening_name The name of the opening, if it has one.
 * @property {PhaseView[]} phases The phases of the game, by which side was better.
 * @property {number} start White's expected score before the first move, in percent: a win is 100, a draw 50.
 * @property {number[]} turning_points The plies of the most costly moves, in game order; the first move is ply 1.
 * @property {number} version The version of the report.
 * @property {SideReport} white The summary for White.
 */
/**
 * The state of a game.
 * @typedef {object} GameView
 * @property {BoardView} board The board.
 * @property {(number | null)[]} computer The level of the computer on each side, White's first.
 * @property {PlyView[]} history The moves so far.
 * @property {string} id The id of the game, for links.
 * @property {string | null} next The id of the rematch, if the players agreed on one.
 * @property {(SeatedAccountView | null)[]} people The accounts of the players, White first; null for a player without one.
 * @property {Record<string, number>} pieces The square of each piece, by its identity, which stays the same through the game: `white-1`, `white-2` and so on, numbered by the starting squares.
 * @property {Player[]} players The players, White first.
 * @property {PositionView} position The current position.
 * @property {boolean} rated Whether the game is rated.
 * @property {(RatingChange | null)[]} ratings The rating changes, White's first; null until the result of a rated game is counted, right after its end.
 * @property {Said} said The game's result and counters in words.
 * @property {MatchScore | null} score The score of the two players over a series of rematches, including this game's result; null in the first game.
 * @property {number} seq The number of lines in its log: a view with a higher number is newer.
 * @property {string} start The position before the first move, in Hub style.
 * @property {Snapshot} table The state of the table.
 * @property {Side[]} yours The sides the requester may play.
 */
/**
 * A request to join a game.
 * @typedef {object} Guest
 * @property {string | null} [invitation] The invitation; not needed for an open game.
 * @property {string | null} [key] A key for the seat, 32 random hexadecimal digits; by default the server creates one. With a key of your own you can repeat the request.
 * @property {string | null} [name] The name to play under.
 */
/**
 * A position kept by the browser of a visitor without an account.
 * @typedef {object} GuestCard
 * @property {CardName} name The position.
 * @property {CardState | null} [state] Its schedule; null if it was removed.
 */
/**
 * A move that a strong player would make.
 * @typedef {object} Hint
 * @property {string | null} text The move; none when the game is over.
 */
/**
 * A move with its judgement.
 * @typedef {object} JudgedMove
 * @property {number} after White's expected score after it, in percent.
 * @property {ShotView | null} allowed_shot A shot that the move allows the other side.
 * @property {number} before White's expected score before it, with best play, in percent.
 * @property {string[]} better A better line from the position before the move; empty if the move is not marked.
 * @property {ChancesView} chances The probability of each result after it.
 * @property {CostView | null} costs The material that the move costs, if it can be expressed in men and kings.
 * @property {number} depth The depth of the search, in plies.
 * @property {string} fen The position it was played in.
 * @property {boolean} forced Whether there was no other move.
 * @property {MarkWord | null} mark The mark of a bad move; null if it is not bad.
 * @property {ShotView | null} missed_shot A shot that was available but not played.
 * @property {string} number The move number with dots, as in records.
 * @property {string[]} played The expected continuation, starting with the move; empty if the move is not marked.
 * @property {number} ply The ply of the move; the first is 1.
 * @property {ScoreView} score The score after the move, for the side that moved.
 * @property {Side} side The side that moved.
 * @property {boolean} slips Whether a practically won game no longer is.
 * @property {number | null} spent The seconds spent on the move; null without clocks.
 * @property {string} text The move.
 * @property {BoardResult | null} theory The result after it with best play, for the side that moved, if endgame tables have it; in that case they judge the move.
 * @property {ThrownAwayView | null} thrown_away A result that the move gave away, according to endgame tables.
 */
/**
 * The best moment of a side.
 * @typedef {object} LeadView
 * @property {number} expected The expected score of the side there, in percent.
 * @property {number} ply The ply after which it was best.
 */
/**
 * The marks of bad moves.
 * @typedef {'inaccuracy' | 'mistake' | 'blunder'} MarkWord
 */
/**
 * The results of games between the same two players.
 * @typedef {object} MatchScore
 * @property {number} black Games won by the player who is Black in this one.
 * @property {number} drawn Drawn games.
 * @property {number} white Games won by the player who is White in this one.
 */
/**
 * The sides that may offer a draw.
 * @typedef {object} MayOffer
 * @property {boolean} black Whether Black may.
 * @property {boolean} white Whether White may.
 */
/**
 * A move.
 * @typedef {object} MoveOrder
 * @property {string | null} [client] An id for this request: repeated with the same id, it has no further effect and gets the same response.
 * @property {string} move The move, with its whole path if two captures would be written alike.
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
 * @property {boolean} crowns Whether it promotes a man.
 * @property {PathView[]} paths Its paths; only one if there are too many.
 * @property {string} text The notation of the move.
 */
/**
 * The fate of a new king.
 * @typedef {object} NewKingView
 * @property {number} made The ply that made it.
 * @property {number | null} moved The ply of its first move; null if it had none.
 * @property {boolean} taken Whether it was, or could well be, captured before its first move or right after it.
 */
/**
 * An unanswered offer.
 * @typedef {object} OfferView
 * @property {Side} by The side that made the offer.
 * @property {string} proposal The kind of offer.
 */
/**
 * The name of an opening. Names are not translated.
 * @typedef {object} OpeningName
 * @property {string} name The name in Latin letters.
 * @property {string | null} russian The name in Cyrillic letters, where it is Russian.
 */
/**
 * A game to create.
 * @typedef {object} Order
 * @property {string | null} [clock] The time control, such as `none`, `5m`, `5m+3s`, `40/2h,1h` or `3d/move`.
 * @property {'white' | 'black' | 'drawn' | null} [color] The colour of the creator; by default random.
 * @property {string | null} [fen] The start position, in PDN or Hub style; it overrides an opening.
 * @property {number | null} [level] The computer's level.
 * @property {string | null} [name] The name of the creator, if the other side has its own. In a game on one device, players without names are called by their colours.
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
 * A path of a move, as square numbers.
 * @typedef {object} PathView
 * @property {number[]} squares The squares of the path, from start to end.
 * @property {number[]} takes The captured squares, in order.
 */
/**
 * The phase of a game.
 * @typedef {'waiting' | 'playing' | 'paused' | 'finished'} Phase
 */
/**
 * A part of the game with the same side better.
 * @typedef {object} PhaseView
 * @property {Side | null} side The side that was better; null if the game was level.
 * @property {number} until The last ply of the phase.
 * @property {boolean} winning Whether that side was winning.
 */
/**
 * A sentence of the catalogues: its key and its values.
 * @typedef {object} Phrase
 * @property {string} key The key in the catalogues.
 * @property {string} text The sentence in English, for clients without catalogues.
 * @property {Record<string, PhraseValue>} values The values; `count` also selects the plural form.
 */
/**
 * A value in a sentence.
 * @typedef {number | string | Phrase} PhraseValue
 */
/**
 * The player of a side.
 * @typedef {({kind: 'nobody', level?: undefined, like_account?: undefined, name?: undefined} | {kind: 'here', level?: undefined, like_account?: undefined, name?: undefined} | {kind: 'guest', like_account: boolean, name: string | null, level?: undefined} | {kind: 'account', name: string, level?: undefined, like_account?: undefined} | {kind: 'computer', level: number, like_account?: undefined, name?: undefined})} Player
 */
/**
 * The players' names.
 * @typedef {object} PlayerNames
 * @property {string | null} black Black's name; null while the seat is free.
 * @property {string | null} white White's name; null while the seat is free.
 */
/**
 * A move that was played.
 * @typedef {object} PlyView
 * @property {string} hash The hash, in sixteen hexadecimal digits.
 * @property {string} hub The position after it, in Hub style.
 * @property {PathView} path The path to show.
 * @property {string} piece The identity of the piece that moved.
 * @property {string[]} taken The identities of the captured pieces.
 * @property {string} text The notation of the move.
 */
/**
 * A position and its board.
 * @typedef {object} PositionAnswer
 * @property {BoardView} board The board.
 * @property {Phrase[]} ending The same as sentences: the result, and the reason.
 * @property {PathView | null} last The path of the last move.
 * @property {string | null} outcome The result in words, if the game is over in this position.
 * @property {PositionView} position The position.
 * @property {Phrase | null} why Why no legal move connects the two squares.
 */
/**
 * A position, with its legal moves.
 * @typedef {object} PositionView
 * @property {Because[]} because The rules that forbid other moves, in the order they apply; empty if there are too many captures to tell.
 * @property {string} fen The position in PDN style.
 * @property {string} hash The hash, in sixteen hexadecimal digits.
 * @property {string} hub The position in Hub style: the side to move, then a letter for each square, by number.
 * @property {MoveView[]} legal The legal moves.
 */
/**
 * The players and spectators who are connected.
 * @typedef {object} PresenceView
 * @property {boolean} black Whether Black is.
 * @property {ClaimableFrom} gone For each absent side, when the opponent may claim the game.
 * @property {number} watching The number of spectators.
 * @property {boolean} white Whether White is.
 */
/**
 * A chat message that is translated into every language.
 * @typedef {'hello' | 'good-luck' | 'well-played' | 'thanks' | 'sorry' | 'one-moment' | 'good-bye'} Preset
 */
/**
 * The endgame tables' verdict on a position and on every move.
 * @typedef {object} ProbeView
 * @property {Category} [category] The verdict including draw rules, in one word; the command line omits it.
 * @property {number | null} dtc Plies to the next capture or man's move on the shortest way to it; null for draws, and if the tables do not have it.
 * @property {number | null} dtw Plies to the end of the game with best play; null for draws, and if the tables do not have it.
 * @property {ProbedMove[]} moves Every legal move, best first, each with the verdict for the side that plays it.
 * @property {RuleView | null} rule The draw rule that changes the verdict, or may; null if there is none.
 * @property {BoardResult} verdict The result with best play for the side to move, ignoring draw rules.
 */
/**
 * The endgame tables' verdict on a move, for the side that plays it.
 * @typedef {object} ProbedMove
 * @property {number | null} dtc Plies to the next capture or man's move, including this move.
 * @property {number | null} dtw Plies to the end of the game, including this move.
 * @property {RuleView | null} rule The draw rule that changes the verdict, or may.
 * @property {string} text The move.
 * @property {BoardResult} verdict The result after it, ignoring draw rules.
 */
/**
 * A rating change after a game.
 * @typedef {object} RatingChange
 * @property {number} after The rating after it.
 * @property {number} before The rating before, rounded.
 */
/**
 * The time shown on a dial.
 * @typedef {object} Reading
 * @property {number} delay Milliseconds of delay left before the clock runs.
 * @property {number | null} left Milliseconds left of the main time or of the running period; 0 is out of time. `None` without a clock.
 * @property {number | null} moves_to_go Moves to make before the next time is added.
 * @property {number | null} periods Byo-yomi periods left, including the running one.
 */
/**
 * Games whose reports are wanted, one after the other.
 * @typedef {object} ReportBatch
 * @property {string[]} games The games.
 */
/**
 * The reports that somebody waits for.
 * @typedef {object} ReportQueueView
 * @property {string | null} key The key of a guest who had none, to be sent as `Authorization: Bearer KEY`; browsers get it as a cookie.
 * @property {string[]} waiting The games whose reports are still to be made, in the order in which they are made.
 */
/**
 * The progress of a game's report: `none`, nobody requested it; `waiting`, it is queued; `working`, the engine is analysing the game; `done`.
 * @typedef {'none' | 'waiting' | 'working' | 'done'} ReportState
 */
/**
 * The progress of a game's report, and the finished report.
 * @typedef {object} ReportView
 * @property {number} judged The number of moves judged so far.
 * @property {number} plies The number of moves in the game.
 * @property {GameReport | null} report The report, once it is done.
 * @property {ReportState} state The progress.
 */
/**
 * The effect of a draw rule on a win or loss.
 * @typedef {'draw' | 'unknown'} RuleResult
 */
/**
 * A draw rule that changes a win or loss, or may.
 * @typedef {object} RuleView
 * @property {number} moves By how many moves of each side the win comes too late; 0 if that is unknown, or if the game is already drawn.
 * @property {string} name The rule in English.
 * @property {RuleResult} verdict The effect of the rule on the result.
 */
/**
 * The result and the counters of a game, as sentences of the catalogues.
 * @typedef {object} Said
 * @property {Phrase[]} claims The draws that can be claimed, in the order of `table.claims`.
 * @property {SaidCounter[]} counters The counters of the draw rules, in the order of `table.counters`.
 * @property {Phrase[]} ending The result and the reason; empty while the game is in progress.
 */
/**
 * A draw rule's counter.
 * @typedef {object} SaidCounter
 * @property {boolean} claimed Whether a player must claim it.
 * @property {number} count The count so far.
 * @property {number} limit The count at which the game is drawn.
 * @property {Phrase} phrase The whole sentence: "Moves without a capture: 12 of 25".
 */
/**
 * A score: `men`, the side's lead in men; `wins_in`, the number of plies in which it wins; `loses_in`, in which it loses.
 * @typedef {({men: number, loses_in?: undefined, wins_in?: undefined} | {wins_in: number, loses_in?: undefined, men?: undefined} | {loses_in: number, men?: undefined, wins_in?: undefined})} ScoreView
 */
/**
 * A player with an account.
 * @typedef {object} SeatedAccountView
 * @property {string} name The account's name: `/people/NAME` shows more.
 * @property {boolean} provisional Whether that rating was provisional.
 * @property {number | null} rating The rating when they joined, in games of this kind.
 */
/**
 * A server message. It has one of `welcome`, `game`, `event`, `ratings`, `present`, `chat`, `done`, `pong` and, alone or with `done`, `error`.
 * @typedef {object} ServerMessage
 * @property {ChatView} [chat] A chat message.
 * @property {number} [done] The `id` of the action that this responds to.
 * @property {ErrorView} [error] Why a request failed.
 * @property {EventView} [event] An event of the game.
 * @property {GameView} [game] The whole game.
 * @property {number} [now] With `pong`: the server's time, in milliseconds since 1970.
 * @property {number} [pong] The response to a ping.
 * @property {PresenceView} [present] The players and spectators who are connected.
 * @property {(RatingChange | null)[]} [ratings] The rating changes of a rated game, White's first.
 * @property {number} [seq] With `done`: the number of the action's event.
 * @property {Welcome} [welcome] The response to hello.
 */
/**
 * The shots of one length that a side had.
 * @typedef {object} ShotCountView
 * @property {number} available How many there were.
 * @property {number} missed How many of them were not played, at a cost.
 * @property {number} moves The length, in moves of the side.
 */
/**
 * A shot: a sacrifice that wins more back.
 * @typedef {object} ShotView
 * @property {number} kings Kings won, minus those sacrificed.
 * @property {string[]} line The moves of both sides.
 * @property {number} men Men won, minus those sacrificed.
 * @property {boolean} wins Whether it wins the game.
 */
/**
 * A side.
 * @typedef {'white' | 'black'} Side
 */
/**
 * The summary of a report for one side.
 * @typedef {object} SideReport
 * @property {number | null} accuracy The accuracy of its moves, from 0 to 100; null if it never had a choice.
 * @property {number} blunders The number of blunders.
 * @property {number[]} costly_exchanges The plies of its marked moves that started an exchange.
 * @property {number[]} counter_shots The plies of its captures that allowed the other side a shot.
 * @property {LeadView | null} highest_lead When it was best; null if it was never better.
 * @property {number} inaccuracies The number of inaccuracies.
 * @property {number} missed_shots Shots it had but did not play.
 * @property {number} mistakes The number of mistakes.
 * @property {NewKingView[]} new_kings Its new kings.
 * @property {ShotCountView[]} shots The shots it had, by length, shortest first.
 * @property {StageAccuracies} stages The accuracy in each stage of the game.
 * @property {TimeUseView | null} time Its use of time; null without clocks.
 */
/**
 * The whole state of a table at a time. Fields are always in this order; numbers that may be too large for a browser (seed and hash) are text.
 * @typedef {object} Snapshot
 * @property {number} at When the clocks were read, in milliseconds since 1970.
 * @property {string[]} claims The draws that can be claimed, in words.
 * @property {ClockFace} clock The state of the clock.
 * @property {Counter[]} counters The counters of the draw rules.
 * @property {number} created When the table was created, in milliseconds since 1970.
 * @property {EndingView | null} ending The result, if the game is over.
 * @property {string} fen The current position.
 * @property {string} hash The hash of the position, in sixteen hexadecimal digits.
 * @property {Side} host The host's colour.
 * @property {number} last_event When the last event happened, in milliseconds since 1970.
 * @property {MayOffer} may_offer_draw The sides that may offer a draw now.
 * @property {number} move_number The number of the next move, from 1; both sides' moves share it.
 * @property {string[]} moves The moves so far, in the variant's notation.
 * @property {PlayerNames} names The players' names.
 * @property {OfferView[]} offers The unanswered offers.
 * @property {string} opening The opening, as text.
 * @property {number} opening_plies The number of moves that belong to the opening.
 * @property {Phase} phase The phase of the game.
 * @property {boolean} rematch_agreed Whether both sides want to play again.
 * @property {string} rules The rules as text.
 * @property {string} seed The seed of everything random in the game.
 * @property {string} start The position before the first move.
 * @property {string} title The display name of the rules.
 * @property {boolean} touch_move Whether a touched piece must be moved.
 * @property {string | null} touched The square of the piece that must be moved.
 * @property {Side} turn The side to move.
 * @property {number} turn_number The number of the next turn, from 1: each side's move is one.
 */
/**
 * A square: its number, which is its position in `board.squares` counted from 1, or its name, such as `c3`.
 * @typedef {number | string} SquareName
 */
/**
 * The accuracy of a side in each stage of the game, from 0 to 100; null where it had no choice.
 * @typedef {object} StageAccuracies
 * @property {number | null} endgame With a third of the pieces or fewer.
 * @property {number | null} middle Between opening and endgame.
 * @property {number | null} opening With four fifths of the pieces or more.
 */
/**
 * The standing of a game, in a word.
 * @typedef {'going' | 'white' | 'black' | 'draw' | 'none'} Standing
 */
/**
 * A study after an addition.
 * @typedef {object} StudyAnswer
 * @property {number[]} added The numbers of the new chapters.
 * @property {string | null} key A new key to a guest's studies, for programs; null for accounts and for guests who have one. Browsers get it as a cookie.
 * @property {number} left_out How many games did not fit.
 * @property {StudyView} study The study as it is now.
 * @property {ChapterTrouble[]} troubles Illegal moves and other parts that were left out, for each chapter that has any.
 */
/**
 * Studies, most recently changed first.
 * @typedef {object} StudyList
 * @property {boolean} more Whether there is another page.
 * @property {StudySummary[]} studies The studies of this page.
 */
/**
 * A study in a list.
 * @typedef {object} StudySummary
 * @property {number} chapters The number of chapters.
 * @property {string} id The id of the study, for links.
 * @property {string | null} owner The account that owns it; null if a guest does.
 * @property {string} title The title.
 * @property {number} updated The time of the last change, in milliseconds since 1970.
 * @property {Visibility} visibility Who may read it.
 */
/**
 * A study.
 * @typedef {object} StudyView
 * @property {ChapterSummary[]} chapters The chapters, in order.
 * @property {number} created When it was created, in milliseconds since 1970.
 * @property {string} id The id of the study, for links.
 * @property {string | null} owner The account that owns it; null if a guest does.
 * @property {string} title The title.
 * @property {number} updated The time of the last change, in milliseconds since 1970.
 * @property {number} version Its version, for changes of its title, visibility and order.
 * @property {Visibility} visibility Who may read it.
 * @property {boolean} yours Whether it is yours.
 */
/**
 * The fields of a [`Snapshot`] that an event can change.
 * @typedef {object} TableState
 * @property {number} at When the clocks were read, in milliseconds since 1970.
 * @property {string[]} claims The draws that can be claimed, in words.
 * @property {ClockFace} clock The state of the clock.
 * @property {Counter[]} counters The counters of the draw rules.
 * @property {EndingView | null} ending The result, if the game is over.
 * @property {number} last_event When the last event happened, in milliseconds since 1970.
 * @property {MayOffer} may_offer_draw The sides that may offer a draw now.
 * @property {number} move_number The number of the next move, from 1; both sides' moves share it.
 * @property {PlayerNames} names The players' names.
 * @property {OfferView[]} offers The unanswered offers.
 * @property {Phase} phase The phase of the game.
 * @property {boolean} rematch_agreed Whether both sides want to play again.
 * @property {string | null} touched The square of the piece that must be moved.
 * @property {Side} turn The side to move.
 * @property {number} turn_number The number of the next turn, from 1: each side's move is one.
 */
/**
 * A result that a move gave away, for the side that moved.
 * @typedef {object} ThrownAwayView
 * @property {BoardResult} had The result with best play before the move, including draw rules.
 * @property {BoardResult} kept The result after it.
 */
/**
 * How a side used its time, in seconds.
 * @typedef {object} TimeUseView
 * @property {number} longest The longest time.
 * @property {number} longest_ply The ply with the longest time.
 * @property {number} moves How many moves have a time.
 * @property {number} total Their total time.
 */
/**
 * A legal tree of variations.
 * @typedef {object} TreeAnswer
 * @property {string | null} fen The start position; null if it is that of the rules.
 * @property {string} pdn The tree as a game in PDN.
 * @property {string} rules The rules, as text.
 * @property {string} tree The tree on one line, without numbers, each move in the notation of its position.
 * @property {Phrase | null} trouble Why the rest of the game was left out, if the text could not be followed to its end. Illegal parts of variations are left out too.
 */
/**
 * Who may read a study, apart from its owner.
 * @typedef {'private' | 'link' | 'public'} Visibility
 */
/**
 * The response to hello.
 * @typedef {object} Welcome
 * @property {string} build The version of the server's program.
 * @property {number} now The server's time, in milliseconds since 1970.
 * @property {string} run An id that changes with every restart.
 * @property {number} seq The number of events in the game.
 * @property {number} v The server's protocol version.
 * @property {Side[]} yours The sides that the client may act for.
 */
/**
 * Whether a move is legal, and if not, why.
 * @typedef {object} WhyNot
 * @property {boolean} legal Whether it is legal.
 * @property {Phrase | null} message Why the move is illegal, in a sentence.
 */
/**
 * A chat message: free text, or a preset that every client shows in its own language.
 * @typedef {({text: string, preset?: undefined} | {preset: Preset, text?: undefined})} Words
 */
/**
 * The offset of a time zone from UTC, in minutes, east of Greenwich positive.
 * @typedef {number} ZoneOffset
 */

export {};

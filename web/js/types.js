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
 * @property {string | null} [client] A name for this request: repeated under the same name, it has no further effect and gets the same answer.
 * @property {string | null} [game] The id of the game, as a check.
 * @property {number | null} [ply] The number of plies in the game when the client decided; if it has changed, nothing happens.
 * @property {'white' | 'black'} side The side that does it.
 * @property {string | null} [value] For `move` the move, for `touch` the square; for `offer`, `accept`, `decline` and `withdraw` one of `draw`, `take-back`, `pause`, `resume` and `rematch`; otherwise nothing.
 * @property {'move' | 'touch' | 'offer' | 'accept' | 'decline' | 'withdraw' | 'claim' | 'claim-win' | 'resign' | 'abort'} what The action: `move`, `touch`, `offer`, `accept`, `decline`, `withdraw`, `claim` (a draw by the rules), `claim-win` (the opponent has left), `resign` or `abort` (before both sides have moved).
 */
/**
 * A line of best play.
 * @typedef {object} AnalysisLine
 * @property {number} chance White's expected score, in percent: a win is 100, a draw 50.
 * @property {string[]} moves The moves of both sides.
 * @property {ScoreView} score The score for White.
 */
/**
 * What an engine thinks of a position so far.
 * @typedef {object} AnalysisView
 * @property {number} depth The depth of the search, in plies.
 * @property {boolean} done Whether the search has ended: nothing more comes.
 * @property {ProbeView | null} endgame What endgame tables know of the position, where they have it.
 * @property {boolean} exact Whether the lines and their scores are those of endgame tables.
 * @property {AnalysisLine[]} lines The best lines, the best first; none if the game is over.
 * @property {number} nodes The number of nodes searched.
 * @property {number} time The time of the engine, in milliseconds.
 */
/**
 * Another move in place of a marked one.
 * @typedef {object} AnswerQuestion
 * @property {number} ply The ply of the marked move.
 * @property {string} text The move to play instead.
 */
/**
 * What is thought of a move played in place of a marked one.
 * @typedef {object} AnswerView
 * @property {string[]} line The expected moves, this one first: for a wrong move they refute it.
 * @property {number} loss The expected score that the move loses, in percent.
 * @property {Phrase[]} reasons Why the move is wrong; empty if it is right.
 * @property {boolean} right Whether the move keeps what there was: it would not be marked.
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
 * What is thought of the move, and when the position is asked again.
 * @typedef {object} CardAnswer
 * @property {number} days The days until then.
 * @property {string[]} line The expected moves, this one first; the better line if the answer was to be shown.
 * @property {Phrase[]} reasons Why the move is wrong; why the move of the game was, if the answer was to be shown.
 * @property {boolean} right Whether the move keeps what there was.
 * @property {CardState} state When it is asked again.
 */
/**
 * The name of a position: the game, and the mistake that was made in it.
 * @typedef {object} CardName
 * @property {string} game The id of the game.
 * @property {number} ply The ply of the mistake; the first move of a game is ply 1.
 */
/**
 * A move in a position that is practised.
 * @typedef {object} CardQuestion
 * @property {CardName} name The position.
 * @property {CardState | null} [state] When the position was to be asked, for readers without an account; null is a new position.
 * @property {string | null} [text] The move; without one the answer is shown, and the position counts as missed.
 * @property {ZoneOffset} [zone] The time zone of the reader.
 */
/**
 * When a position is asked again, and how well it is remembered.
 * @typedef {object} CardState
 * @property {boolean} again Whether it was missed on the last day and is asked again on the same day.
 * @property {number} difficulty The difficulty, from 1 to 10; 0 for a new position.
 * @property {number} due The day from which on it is asked.
 * @property {number | null} [first] The day of the first answer; null for a new position.
 * @property {number | null} [last] The day of the last answer.
 * @property {number} stability The days after which it is still known nine times out of ten; 0 for a new position.
 */
/**
 * Positions that move into an account.
 * @typedef {object} CardsMove
 * @property {GuestCard[]} cards The positions; those that the account has already are merged.
 */
/**
 * The game whose mistakes are to be practised.
 * @typedef {object} CardsOrder
 * @property {string} game The id of the game.
 * @property {Side | null} [side] The side whose mistakes are meant; by default the side of whoever asks.
 * @property {ZoneOffset} [zone] The time zone of the reader.
 */
/**
 * The positions of a game.
 * @typedef {object} CardsView
 * @property {number | null} added How many of them the account did not have yet; null without an account.
 * @property {GuestCard[]} cards The positions. Readers without an account keep them themselves.
 * @property {Side | null} side The side whose mistakes they are; null if whoever asks plays both sides or none, and named none.
 */
/**
 * The result with the draw rules, for the side to move: `win`; `win-spoiled`, a win by the board that a draw rule makes a draw; `draw`; `loss-saved`, a loss that a draw rule makes a draw; `loss`; and `unknown`, a win or loss by the board of which the tables cannot tell whether a draw rule changes it.
 * @typedef {'win' | 'win-spoiled' | 'draw' | 'loss-saved' | 'loss' | 'unknown'} Category
 */
/**
 * How likely each result is, in percent.
 * @typedef {object} ChancesView
 * @property {number} black Black wins.
 * @property {number} draw The game is drawn.
 * @property {number} white White wins.
 */
/**
 * A message of one player to the other.
 * @typedef {Words & {at: number, from: Side}} ChatView
 */
/**
 * The time from which on the opponent of a side that is away may claim the game, in milliseconds since 1970.
 * @typedef {object} ClaimableFrom
 * @property {number} [black] If Black is away.
 * @property {number} [white] If White is away.
 */
/**
 * A message of a client.
 * @typedef {{key?: string, say: 'hello', since?: number, v?: number} | Action & {id: number} & {say: 'do'} | Words & {say: 'chat'} | {at: number, say: 'ping'}} ClientMessage
 */
/**
 * The state of the clock.
 * @typedef {object} ClockFace
 * @property {Reading} black Black's dial.
 * @property {string} control The time control as text.
 * @property {number} lag_cap The most time that is given back for the lag of a move, in milliseconds.
 * @property {Side | null} running The side whose dial runs.
 * @property {Reading} white White's dial.
 */
/**
 * A word for programs that never changes.
 * @typedef {'no-game' | 'no-page' | 'no-table' | 'no-ply' | 'wrong-method' | 'no-key' | 'not-your-seat' | 'not-invited' | 'wrong-game' | 'not-gone' | 'version' | 'stale' | 'refused' | 'terms' | 'malformed' | 'unreadable' | 'too-large' | 'not-json' | 'busy' | 'too-many' | 'too-slow' | 'full' | 'foreign' | 'not-operator' | 'not-signed-in' | 'wrong-password' | 'name-taken' | 'no-person' | 'blocked' | 'too-long' | 'damaged' | 'broken' | 'store'} Code
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
 * A new game, and the key to its seats.
 * @typedef {object} CreatedView
 * @property {string} id The id of the game, for links.
 * @property {string | null} invitation The invitation to the other seat, in a game with a friend; it works once.
 * @property {string} key The key to the seats of the creator; it is shown only once.
 */
/**
 * The ending of a game.
 * @typedef {object} EndingView
 * @property {string} reason A word for programs.
 * @property {string} text A sentence for people.
 * @property {Side | null} winner The winner's colour, if there is one.
 */
/**
 * The body of every error. Nothing has changed when a request fails.
 * @typedef {object} ErrorBody
 * @property {ErrorView} error The error.
 */
/**
 * An error.
 * @typedef {object} ErrorView
 * @property {Code} code A word for programs that never changes.
 * @property {string} message A sentence for people, which may change.
 * @property {Phrase} phrase The same as a sentence of the catalogues, for clients that show it in another language.
 * @property {number} [version] With the code `version`: the highest version of the protocol that the server speaks.
 */
/**
 * An event of a game, and all that it changed.
 * @typedef {object} EventView
 * @property {string} hash The position after it, in sixteen hexadecimal digits.
 * @property {string} line The line of the log.
 * @property {PlyView | null} move The move, if it was one.
 * @property {string | null} next The id of the next game between the same players, if they agreed on one.
 * @property {(SeatedAccountView | null)[]} people The accounts of the players, White first; null for a player without one.
 * @property {Record<string, number>} pieces The square of each piece, by its identity.
 * @property {Player[]} [players] The players, White first, if they have changed.
 * @property {number} plies The number of earlier moves that still count.
 * @property {number} ply The number of moves of the game after the event.
 * @property {PositionView} position The position, and what may be done in it.
 * @property {Said} said The game's ending and counters in words.
 * @property {MatchScore} [score] The score over games that followed by rematch, if this is one of them.
 * @property {number} seq The number of the event.
 * @property {Side | null} side The side that did it.
 * @property {TableState} table The state of the table after the event.
 * @property {string | null} value The move, the square, what is offered, or the name of who joined.
 * @property {string} what The action, or `join`, `flag`, `abandon`, `close` or `credit`.
 */
/**
 * An engine's analysis of a game.
 * @typedef {object} GameReport
 * @property {SideReport} black The summary for Black.
 * @property {JudgedMove[]} moves Every move, in order.
 * @property {string[]} opening The first moves, by which openings are known; empty if the game began from another position.
 * @property {PhaseView[]} phases The phases of the game, by the side that stood better.
 * @property {number} start White's expected score before the first move, in percent: a win is 100, a draw 50.
 * @property {number[]} turning_points The plies of the moves that cost most, in the order of the game; the first move is ply 1.
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
 * @property {string | null} next The id of the next game between the same players, if they agreed on one.
 * @property {(SeatedAccountView | null)[]} people The accounts of the players, White first; null for a player without one.
 * @property {Record<string, number>} pieces The square of each piece, by its identity, which it keeps through the game: `white-1`, `white-2` and so on, numbered by the squares of the start.
 * @property {Player[]} players The players, White first.
 * @property {PositionView} position The position now.
 * @property {boolean} rated Whether the result counts for their ratings.
 * @property {(RatingChange | null)[]} ratings What the result has made of their ratings, White's first: nothing until it is counted, right after the end of a rated game.
 * @property {Said} said The game's ending and counters in words.
 * @property {MatchScore | null} score The score of the two players over all games in which this one follows by rematch, its own result included; nothing in the first.
 * @property {number} seq The number of lines in its log: a view with a higher number is newer.
 * @property {string} start The position before the first move, in Hub style.
 * @property {Snapshot} table The state of the table.
 * @property {Side[]} yours The sides the requester may play.
 */
/**
 * A request to take an invited seat.
 * @typedef {object} Guest
 * @property {string | null} [invitation] The invitation; a game that is open to anybody needs none.
 * @property {string | null} [key] A key for the seat, 32 random hexadecimal digits; by default the server creates one. With a key of your own you can repeat the request.
 * @property {string | null} [name] The name to play under.
 */
/**
 * A position that a browser keeps for a reader without an account.
 * @typedef {object} GuestCard
 * @property {CardName} name The position.
 * @property {CardState | null} [state] When it is asked; null if it was removed for good.
 */
/**
 * A move that a strong player would make.
 * @typedef {object} Hint
 * @property {string | null} text The move; none when the game is over.
 */
/**
 * A move, and what is thought of it.
 * @typedef {object} JudgedMove
 * @property {number} after White's expected score after it, in percent.
 * @property {ShotView | null} allowed_shot A shot that the move allows the other side.
 * @property {number} before White's expected score before the move, with best play, in percent.
 * @property {string[]} better A better line from the position before the move; empty if the move is not marked.
 * @property {ChancesView} chances How likely each result is after it.
 * @property {CostView | null} costs The material that the move costs, if it can be said in men and kings.
 * @property {number} depth The depth of the search, in plies.
 * @property {string} fen The position in which it was played.
 * @property {boolean} forced Whether there was no other move.
 * @property {MarkWord | null} mark The mark of a bad move; null if the move is not bad.
 * @property {ShotView | null} missed_shot A shot that was there and was not played.
 * @property {string} number The move number with dots, as in records.
 * @property {string[]} played The expected continuation after the move, the move included; empty if the move is not marked.
 * @property {number} ply The ply of the move; the first is 1.
 * @property {ScoreView} score The score after the move, for the side that moved.
 * @property {Side} side The side that moved.
 * @property {boolean} slips Whether a game that was as good as won is so no longer.
 * @property {number | null} spent The seconds spent on the move; null without clocks.
 * @property {string} text The move.
 * @property {BoardResult | null} theory The result after it with best play, for the side that moved, if endgame tables know it; they then judge the move.
 * @property {ThrownAwayView | null} thrown_away A result that the move gave away, by the endgame tables.
 */
/**
 * The best moment of a side.
 * @typedef {object} LeadView
 * @property {number} expected The expected score of the side there, in percent.
 * @property {number} ply The ply after which it stood best.
 */
/**
 * The marks of bad moves.
 * @typedef {'inaccuracy' | 'mistake' | 'blunder'} MarkWord
 */
/**
 * The results of games between the same two players.
 * @typedef {object} MatchScore
 * @property {number} black How many were won by whoever plays Black in this one.
 * @property {number} drawn How many were drawn.
 * @property {number} white How many were won by whoever plays White in this one.
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
 * @property {string} text The notation of the move.
 */
/**
 * What became of a new king.
 * @typedef {object} NewKingView
 * @property {number} made The ply that made it.
 * @property {number | null} moved The ply of its first move; null if it had none.
 * @property {boolean} taken Whether it was, or could well be, taken before its first move or right after it.
 */
/**
 * An offer that waits for an answer.
 * @typedef {object} OfferView
 * @property {Side} by The side that made the offer.
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
 * @property {number[]} squares The squares of the path, from start to end.
 * @property {number[]} takes The pieces taken, in order.
 */
/**
 * The phase of a game.
 * @typedef {'waiting' | 'playing' | 'paused' | 'finished'} Phase
 */
/**
 * A part of the game during which it stood the same.
 * @typedef {object} PhaseView
 * @property {Side | null} side The side that stood better; null if the game was level.
 * @property {number} until The last ply of the phase.
 * @property {boolean} winning Whether that side was winning.
 */
/**
 * A sentence of the catalogues: its key and its values.
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
 * @property {string} hash Sixteen hexadecimal digits.
 * @property {string} hub The position after it, in Hub style.
 * @property {PathView} path The way it is shown.
 * @property {string} piece The identity of the piece that moved.
 * @property {string[]} taken The identities of the pieces that it took.
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
 * A position, and all that may be done in it.
 * @typedef {object} PositionView
 * @property {Because[]} because The rules that left no others, in the order in which they apply; none where there are too many ways to capture to tell.
 * @property {string} fen The position in PDN style.
 * @property {string} hash Sixteen hexadecimal digits.
 * @property {string} hub The position in Hub style: the side to move, then a letter for each square by number.
 * @property {MoveView[]} legal The legal moves.
 */
/**
 * The players and spectators who are connected.
 * @typedef {object} PresenceView
 * @property {boolean} black Whether Black is.
 * @property {ClaimableFrom} gone For each side that is away, the time from which the opponent may claim the game.
 * @property {number} watching The number of spectators.
 * @property {boolean} white Whether White is.
 */
/**
 * A chat message that every language has.
 * @typedef {'hello' | 'good-luck' | 'well-played' | 'thanks' | 'sorry' | 'one-moment' | 'good-bye'} Preset
 */
/**
 * The endgame tables' verdict on a position, and on every move of it.
 * @typedef {object} ProbeView
 * @property {Category} [category] The verdict with the draw rules in one word; the command line leaves it out.
 * @property {number | null} dtc Plies to the next capture or man's move on the shortest way to it; null for draws, and where it is not kept.
 * @property {number | null} dtw Plies to the end of the game with best play; null for draws, and where it is not kept.
 * @property {ProbedMove[]} moves Every legal move, best first; the verdict of each is for the side that plays it.
 * @property {RuleView | null} rule The draw rule that changes the verdict, or may; null if none does.
 * @property {BoardResult} verdict The result with best play for the side to move, by the board alone: draw rules are not counted.
 */
/**
 * The endgame tables' verdict on a move, for the side that plays it.
 * @typedef {object} ProbedMove
 * @property {number | null} dtc Plies to the next capture or man's move, this move included.
 * @property {number | null} dtw Plies to the end of the game, this move included.
 * @property {RuleView | null} rule The draw rule that changes the verdict, or may.
 * @property {string} text The move.
 * @property {BoardResult} verdict The result after it, by the board alone.
 */
/**
 * What a game has made of a rating.
 * @typedef {object} RatingChange
 * @property {number} after The rating after it.
 * @property {number} before The rating before, rounded.
 */
/**
 * The time shown on a dial.
 * @typedef {object} Reading
 * @property {number} delay Milliseconds before the clock starts to run, where it waits.
 * @property {number | null} left Milliseconds left, of the main time or of the running period; 0 is out of time. Nothing without a clock.
 * @property {number | null} moves_to_go Moves to make before more time comes.
 * @property {number | null} periods Byo-yomi periods left, the running one included.
 */
/**
 * Whether there is a report of a game: `none`, nobody asked for one; `waiting`, it waits for an engine; `working`, the engine looks at the game; `done`.
 * @typedef {'none' | 'waiting' | 'working' | 'done'} ReportState
 */
/**
 * The progress of a game's report, and the report when it is done.
 * @typedef {object} ReportView
 * @property {number} judged The number of moves judged so far.
 * @property {number} plies The number of moves in the game.
 * @property {GameReport | null} report The report, when it is done.
 * @property {ReportState} state Whether there is a report.
 */
/**
 * The effect of a draw rule on a win or a loss.
 * @typedef {'draw' | 'unknown'} RuleResult
 */
/**
 * A draw rule that changes a win or a loss, or may.
 * @typedef {object} RuleView
 * @property {number} moves By how many moves of each side the win comes too late; 0 if that is unknown, or the game is drawn already.
 * @property {string} name The rule in English.
 * @property {RuleResult} verdict The effect of the rule on the result.
 */
/**
 * The ending and the counters of a game, as sentences of the catalogues.
 * @typedef {object} Said
 * @property {Phrase[]} claims The draws that can be claimed, in the order of `table.claims`.
 * @property {SaidCounter[]} counters The counters of the draw rules, in the order of `table.counters`.
 * @property {Phrase[]} ending How the game ended: the winner and the reason. Empty while it goes on.
 */
/**
 * A draw rule's counter.
 * @typedef {object} SaidCounter
 * @property {boolean} claimed Whether a player must claim it.
 * @property {number} count The count so far.
 * @property {number} limit The count at which the game is drawn.
 * @property {Phrase} phrase The whole of it: "Moves without a capture: 12 of 25".
 */
/**
 * A score: `men`, how far ahead a side is, in men; `wins_in`, it wins within so many plies; `loses_in`, it loses.
 * @typedef {({men: number, loses_in?: undefined, wins_in?: undefined} | {wins_in: number, loses_in?: undefined, men?: undefined} | {loses_in: number, men?: undefined, wins_in?: undefined})} ScoreView
 */
/**
 * A player with an account.
 * @typedef {object} SeatedAccountView
 * @property {string} name The account's name: `/people/NAME` shows more.
 * @property {boolean} provisional Whether too little was known for it to be compared.
 * @property {number | null} rating The rating when they sat down, in games of this kind.
 */
/**
 * A message of the server. It has one of `welcome`, `game`, `event`, `ratings`, `present`, `chat`, `done`, `pong` and, alone or with `done`, `error`.
 * @typedef {object} ServerMessage
 * @property {ChatView} [chat] A chat message.
 * @property {number} [done] The `id` of the action that this answers.
 * @property {ErrorView} [error] The reason why a request failed.
 * @property {EventView} [event] An event of the game.
 * @property {GameView} [game] The game as it stands.
 * @property {number} [now] With `pong`: the server's time, in milliseconds since 1970.
 * @property {number} [pong] The answer to a ping.
 * @property {PresenceView} [present] The players and spectators who are connected.
 * @property {(RatingChange | null)[]} [ratings] What the result of a rated game has made of the ratings, White's first.
 * @property {number} [seq] With `done`: the number of the event that the action became.
 * @property {Welcome} [welcome] The answer to hello.
 */
/**
 * The shots of one length that a side had.
 * @typedef {object} ShotCountView
 * @property {number} available How many there were.
 * @property {number} missed How many of them were not played although that cost something.
 * @property {number} moves How many moves of the side the shot has.
 */
/**
 * A shot: pieces are given away to take more.
 * @typedef {object} ShotView
 * @property {number} kings Kings won, less those given.
 * @property {string[]} line The moves of both sides.
 * @property {number} men Men won, less those given.
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
 * @property {number[]} costly_exchanges The plies of its marked moves that began an exchange.
 * @property {number[]} counter_shots The plies of its captures right after which the other side had a shot.
 * @property {LeadView | null} highest_lead The moment at which it stood best; null if it never stood better.
 * @property {number} inaccuracies The number of inaccuracies.
 * @property {number} missed_shots Shots that were there and not played.
 * @property {number} mistakes The number of mistakes.
 * @property {NewKingView[]} new_kings The kings it made.
 * @property {ShotCountView[]} shots The shots it had, by their length, the shortest first.
 * @property {StageAccuracies} stages The accuracy in each stage of the game.
 * @property {TimeUseView | null} time How it used its time; null without clocks.
 */
/**
 * The whole state of a table at a moment. Fields are always in this order; numbers that may be too large for a browser (seed and hash) are text.
 * @typedef {object} Snapshot
 * @property {number} at The time at which the clocks were read, in milliseconds since 1970.
 * @property {string[]} claims The draws that can be claimed, in words.
 * @property {ClockFace} clock The state of the clock.
 * @property {Counter[]} counters The counters of the draw rules.
 * @property {number} created The time at which the table was set up, in milliseconds since 1970.
 * @property {EndingView | null} ending The ending, when the game is over.
 * @property {string} fen The position now.
 * @property {string} hash Sixteen hexadecimal digits.
 * @property {Side} host The host's colour.
 * @property {number} last_event The time of the last event, in milliseconds since 1970.
 * @property {MayOffer} may_offer_draw The sides that may offer a draw now.
 * @property {number} move_number The number of the move to be played, from 1; both sides' moves have the same.
 * @property {string[]} moves The moves so far, as they are written.
 * @property {PlayerNames} names The players' names.
 * @property {OfferView[]} offers The offers that have not been answered.
 * @property {string} opening The opening, as text.
 * @property {number} opening_plies The number of moves that belong to the opening.
 * @property {Phase} phase The phase of the game.
 * @property {boolean} rematch_agreed Whether both sides want to play again.
 * @property {string} rules The rules as text.
 * @property {string} seed The seed of everything random in the game.
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
 * The accuracy of a side in each stage of the game, from 0 to 100; null where it had no choice.
 * @typedef {object} StageAccuracies
 * @property {number | null} endgame With a third of the pieces or fewer.
 * @property {number | null} middle Between opening and endgame.
 * @property {number | null} opening With four fifths of the pieces or more.
 */
/**
 * The members of a [`Snapshot`] that an event can change.
 * @typedef {object} TableState
 * @property {number} at The time at which the clocks were read, in milliseconds since 1970.
 * @property {string[]} claims The draws that can be claimed, in words.
 * @property {ClockFace} clock The state of the clock.
 * @property {Counter[]} counters The counters of the draw rules.
 * @property {EndingView | null} ending The ending, when the game is over.
 * @property {number} last_event The time of the last event, in milliseconds since 1970.
 * @property {MayOffer} may_offer_draw The sides that may offer a draw now.
 * @property {number} move_number The number of the move to be played, from 1; both sides' moves have the same.
 * @property {PlayerNames} names The players' names.
 * @property {OfferView[]} offers The offers that have not been answered.
 * @property {Phase} phase The phase of the game.
 * @property {boolean} rematch_agreed Whether both sides want to play again.
 * @property {string | null} touched The square of the piece that must be moved.
 * @property {Side} turn The side to move.
 * @property {number} turn_number The number of the turn to be played, from 1: each move of either side is one.
 */
/**
 * A result that a move gave away, for the side that moved.
 * @typedef {object} ThrownAwayView
 * @property {BoardResult} had The result with best play before the move, draw rules included.
 * @property {BoardResult} kept The result after it.
 */
/**
 * How a side used its time, in seconds.
 * @typedef {object} TimeUseView
 * @property {number} longest The longest of them.
 * @property {number} longest_ply The ply that took it.
 * @property {number} moves How many moves have a time.
 * @property {number} total The time of all of them.
 */
/**
 * A tree of variations that follows the rules.
 * @typedef {object} TreeAnswer
 * @property {string | null} fen The position at the start; null if it is the start position of the rules.
 * @property {string} pdn The tree as a game in PDN.
 * @property {string} rules The rules, as text.
 * @property {string} tree The tree in one line, without numbers, each move in the notation of its position.
 * @property {Phrase | null} trouble Why the rest of the game was left out, if the text could not be followed to its end. What is not legal in a variation is left out as well.
 */
/**
 * The answer to hello.
 * @typedef {object} Welcome
 * @property {string} build The program that the server runs.
 * @property {number} now The server's time, in milliseconds since 1970.
 * @property {string} run Another word after every restart.
 * @property {number} seq The number of events in the game.
 * @property {number} v The version of the protocol that the server speaks.
 * @property {Side[]} yours The sides that the client may act for.
 */
/**
 * Whether a move is legal, and if not, why.
 * @typedef {object} WhyNot
 * @property {boolean} legal Whether it is legal.
 * @property {Phrase | null} message Why the move is not legal, in a sentence.
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

// What the server tells pages (crates/server/src/view.rs), for the JSDoc of web/js. Global names.
type Side = 'white' | 'black';
/** A sentence of the catalogue before it is said. */
interface Phrase { key: string; values: Record<string, string | number>; text: string }
type Words = string | Phrase;
interface PathView { squares: number[]; takes: number[] }
interface MoveView { text: string; paths: PathView[]; crowns: boolean }
interface PlyView { text: string; path: PathView; hub: string; hash: string }
interface BoardView { width: number; height: number; every: boolean; letters: boolean; squares: [row: number, column: number, name: string][]; [more: string]: any }
interface PositionView { fen: string; hub: string; hash: string; legal: MoveView[]; because: { rule: any; rejected: string[] }[]; [more: string]: any }
interface Dial { left: number | null; [more: string]: any }
interface Table {
  rules: string; title: string; seed: string; opening: string; opening_plies: number; touch_move: boolean;
  phase: 'waiting' | 'playing' | 'paused' | 'finished'; host: Side; names: Record<Side, string | null>; start: string; moves: string[];
  fen: string; turn: Side; move_number: number;
  clock: { control: string; running: Side | null; white: Dial; black: Dial; [more: string]: any };
  offers: { by: Side; proposal: string }[]; may_offer_draw: Record<Side, boolean>;
  counters: { rule: any; count: number; limit: number; claimed: boolean; [more: string]: any }[];
  claims: any[]; touched: string | null; ending: { winner: Side | null; reason: string; text: any; [more: string]: any } | null;
  rematch_agreed: boolean; [more: string]: any;
}
interface GameView {
  id: string; seq: number; table: Table; board: BoardView; position: PositionView; start: string;
  history: PlyView[]; computer: [number | null, number | null]; yours: Side[]; [more: string]: any;
}

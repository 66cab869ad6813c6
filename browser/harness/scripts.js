// Short games with everything in them: a capture of four with a choice, a promotion, a declined draw offer, and a
// resignation. `picks` are the squares that a player selects; the move is played as soon as no other is left.
export const SCRIPTS = {
  american: {
    fen: 'B:W9,11,17,18,21,26,27:BK8,16,25',
    capture: { text: '8x6', picks: [8, 15, 22, 13], other: '8x24', parts: [13, 31] },
    plies: [
      { text: '27-23', picks: [27, 23] },
      { text: '25-29', picks: [25, 29], crowns: [29, 'B'] },
      { text: '21-17', picks: [21, 17] },
      { text: '29-25', picks: [29, 25] },
    ],
    ending: 'white',
  },
  italian: {
    fen: 'W:WK23,16,28:B10,11,13,18,24,26,27',
    capture: { text: '23x5', picks: [23, 30, 21, 14, 5], other: '23x7', parts: [5, 7] },
    plies: [
      { text: '24x31', picks: [24, 31], crowns: [31, 'B'] },
      { text: '16-12', picks: [16, 12] },
      { text: '31-27', picks: [31, 27] },
    ],
    ending: 'white',
  },
  international: {
    fen: 'W:WK8,26,28:B12,14,34,38,41',
    capture: { text: '8x3', picks: [8, 21, 43, 25, 3], other: '8x9', parts: [3, 9] },
    plies: [
      { text: '41-47', picks: [41, 47], crowns: [47, 'B'] },
      { text: '3-25', picks: [3, 25] },
      { text: '47-36', picks: [47, 36] },
    ],
    ending: 'white',
  },
};

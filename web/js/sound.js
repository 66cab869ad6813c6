// Synthesised sounds: wood on wood for moves, tones for events. Silent until the first gesture, as browsers require.
import { isOn } from './chosen.js';

/** @type {AudioContext|null} */
let context = null;

function wake() {
  if (isOn('sound')) context ??= new AudioContext();
}
for (const gesture of ['pointerdown', 'keydown'])
  addEventListener(gesture, wake, { capture: true });

/** @param {AudioContext} audio @param {number} start @param {number} time @param {number} loud */
function fading(audio, start, time, loud) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + time);
  gain.connect(audio.destination);
  return gain;
}

/** @param {AudioContext} audio @param {number} pitch @param {number} after @param {number} time */
function tone(audio, pitch, after, time, loud = 0.16) {
  const start = audio.currentTime + after;
  const wave = audio.createOscillator();
  wave.frequency.value = pitch;
  wave.connect(fading(audio, start, time, loud));
  wave.start(start);
  wave.stop(start + time);
}

/** @param {AudioContext} audio @param {number} after */
function knock(audio, after, pitch = 900) {
  const start = audio.currentTime + after;
  const noise = audio.createBufferSource();
  noise.buffer = audio.createBuffer(1, audio.sampleRate * 0.05, audio.sampleRate);
  const samples = noise.buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++)
    samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 3;
  const wood = audio.createBiquadFilter();
  wood.type = 'bandpass';
  wood.frequency.value = pitch;
  wood.Q.value = 1.4;
  noise.connect(wood).connect(fading(audio, start, 0.06, 0.9));
  noise.start(start);
  tone(audio, pitch / 5, after, 0.07, 0.2);
}

/** @typedef {'move'|'capture'|'king'|'low'|'come'|'chat'|'end'|'won'|'lost'} Sound */

/** @type {Record<Sound, (audio: AudioContext) => void>} */
const SOUNDS = {
  move: audio => knock(audio, 0),
  capture: audio => {
    knock(audio, 0);
    knock(audio, 0.09, 1300);
  },
  king: audio => {
    knock(audio, 0);
    tone(audio, 523, 0.06, 0.2);
    tone(audio, 784, 0.16, 0.35);
  },
  low: audio => {
    tone(audio, 880, 0, 0.12);
    tone(audio, 880, 0.18, 0.12);
  },
  come: audio => {
    tone(audio, 587, 0, 0.18);
    tone(audio, 880, 0.14, 0.4);
  },
  chat: audio => {
    tone(audio, 740, 0, 0.1, 0.1);
    tone(audio, 988, 0.07, 0.14, 0.1);
  },
  end: audio => {
    tone(audio, 392, 0, 0.5);
    tone(audio, 494, 0.12, 0.5);
    tone(audio, 587, 0.24, 0.7);
  },
  won: audio => {
    [523, 659, 784, 1047].forEach((pitch, at) =>
      tone(audio, pitch, at * 0.11, at === 3 ? 0.9 : 0.4),
    );
  },
  lost: audio => {
    tone(audio, 392, 0, 0.5);
    tone(audio, 330, 0.18, 0.5);
    tone(audio, 262, 0.36, 0.9);
  },
};

/** @param {Sound} name */
export function sound(name) {
  if (context && isOn('sound')) SOUNDS[name](context);
}

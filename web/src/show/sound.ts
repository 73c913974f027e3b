// Short sounds, made by the browser itself and only for who switched them on. Browsers let a page be heard once
// somebody has clicked or typed on it, so before that nothing is even prepared.

import { sounding, volume } from "./wishes";

export type Sound = "turn" | "piece" | "sale" | "money" | "message" | "over";

/** A tone: hertz at its begin and end, seconds until it begins and for which it lasts, how loud, how it sounds. */
type Tone = [from: number, to: number, after: number, lasts: number, loud: number, wave: OscillatorType];

const SOUNDS: Record<Sound, Tone[]> = {
  turn: [
    [659, 659, 0, 0.18, 0.5, "sine"],
    [880, 880, 0.14, 0.3, 0.5, "sine"],
  ],
  piece: [
    [190, 90, 0, 0.09, 0.9, "triangle"],
    [1200, 500, 0, 0.025, 0.15, "square"],
  ],
  sale: [
    [520, 390, 0, 0.12, 0.4, "triangle"],
    [390, 290, 0.1, 0.16, 0.4, "triangle"],
  ],
  money: [
    [1568, 1568, 0, 0.09, 0.25, "sine"],
    [2093, 2093, 0.07, 0.16, 0.25, "sine"],
  ],
  message: [[740, 820, 0, 0.12, 0.35, "sine"]],
  over: [
    [523, 523, 0, 0.22, 0.45, "triangle"],
    [659, 659, 0.18, 0.22, 0.45, "triangle"],
    [784, 784, 0.36, 0.22, 0.45, "triangle"],
    [1047, 1047, 0.54, 0.6, 0.45, "triangle"],
  ],
};

let audio: AudioContext | null = null;

function prepare(): void {
  if (!sounding() || !("AudioContext" in window)) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
}

function sing(context: AudioContext, [from, to, after, lasts, loud, wave]: Tone): void {
  const [tone, gain] = [context.createOscillator(), context.createGain()];
  const [start, end] = [context.currentTime + after, context.currentTime + after + lasts];
  tone.type = wave;
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, end);
  // Loudness is heard as a power: half of the way is about half as loud.
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, loud * (volume() / 100) ** 2), start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(end + 0.02);
}

/** Let a sound be heard, if it is wished for and the browser allows it. */
export function hearSound(sound: Sound): void {
  if (!sounding() || !audio || audio.state !== "running" || volume() === 0) return;
  for (const tone of SOUNDS[sound]) sing(audio, tone);
}

/** Let a sound be heard in answer to a click. */
export function trySound(sound: Sound): void {
  prepare();
  void audio?.resume().then(() => hearSound(sound));
}

export function startSound(): void {
  for (const gesture of ["pointerdown", "keydown"] as const)
    document.addEventListener(gesture, prepare, { capture: true });
}

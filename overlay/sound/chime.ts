/** Two notes of a bell, made here: no file to load, and no licence to follow. */
const notes = [
  { hertz: 880, at: 0 },
  { hertz: 1318.5, at: 0.14 },
] as const;

/** Seconds until a note is silent. */
const fade = 0.9;

export interface Sound {
  /** `volume` from 0 to 100. */
  play(volume: number): void;
}

/**
 * The browser's sound. Outside OBS a browser may want one tap on the page first: then `wantsTap` is called with true, and with false after the tap.
 */
export function browserSound(wantsTap: (wants: boolean) => void): Sound {
  let context: AudioContext | null = null;
  const open = (): AudioContext => {
    context ??= new AudioContext();
    return context;
  };
  const unlock = () =>
    void open()
      .resume()
      .then(
        () => wantsTap(false),
        () => undefined,
      );
  document.addEventListener('pointerdown', unlock);
  return {
    play(volume) {
      const at = open();
      if (at.state === 'suspended') {
        // The tip that brought it is not repeated later: a chime without its alert would mean nothing.
        wantsTap(true);
        void at.resume().then(
          () => wantsTap(false),
          () => undefined,
        );
        return;
      }
      ring(at, volume / 100);
    },
  };
}

function ring(context: AudioContext, volume: number): void {
  for (const { hertz, at } of notes) {
    const start = context.currentTime + at;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume * 0.3, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + fade);
    const tone = context.createOscillator();
    tone.type = 'sine';
    tone.frequency.value = hertz;
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + fade);
  }
}

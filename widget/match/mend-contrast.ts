import { contrast, luminance, mix, poleOn, type Rgb } from './rgb';

/** What a page looks like. */
export interface PageColours {
  readonly background: Rgb;
  readonly text: Rgb;
}

/** The card's colours on that page. Every text can be read on every background by WCAG AA. */
export interface CardColours {
  readonly background: Rgb;
  /** Under a pointer, and behind quotations. */
  readonly raised: Rgb;
  readonly text: Rgb;
  readonly muted: Rgb;
  readonly danger: Rgb;
  /** Around what can be filled in: told from the background as WCAG asks of controls. */
  readonly field: Rgb;
  readonly border: Rgb;
  readonly dark: boolean;
}

/** For texts, and for what shows where a control is. */
export const needed = { text: 4.5, control: 3 } as const;
const steps = 20;

/** Keeps the page's colours as far as they can be read, and moves each only as far as it must. */
export function mendContrast({ background, text: wished }: PageColours): CardColours {
  const pole = poleOn(background);
  const text = towards(pole, wished, [background], needed.text);
  // On a middle grey even black has nothing to spare for a second background.
  const tinted = mix(text, background, 0.04);
  const raised = contrast(text, tinted) >= needed.text ? tinted : background;
  const under = [background, raised];
  const dark = luminance(background) < 0.18;
  return {
    background,
    raised,
    text,
    muted: towards(text, mix(text, background, 0.7), under, needed.text),
    danger: towards(text, dark ? [255, 180, 171] : [179, 38, 30], under, needed.text),
    field: towards(text, mix(text, background, 0.5), under, needed.control),
    border: mix(text, background, 0.16),
    dark,
  };
}

/** The colour nearest to `from`, on the way to `to`, that stands out from all of `under`. */
function towards(to: Rgb, from: Rgb, under: readonly Rgb[], least: number): Rgb {
  for (let step = 0; step < steps; step += 1) {
    const colour = mix(to, from, step / steps);
    if (under.every((background) => contrast(colour, background) >= least)) return colour;
  }
  return to;
}

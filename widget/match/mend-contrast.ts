import { contrast, luminance, type Rgb } from '../../core/web/readable-ink';
import { mix, poleOn } from './rgb';

/** The colours of a page. */
export interface PageColours {
  readonly background: Rgb;
  readonly text: Rgb;
}

/** The card's colours on that page. Every text is readable on every background by WCAG AA. */
export interface CardColours {
  readonly background: Rgb;
  /** The background of hovered links and of quotations. */
  readonly raised: Rgb;
  readonly text: Rgb;
  readonly muted: Rgb;
  readonly danger: Rgb;
  /** The border of fields, with the contrast that WCAG asks of controls. */
  readonly field: Rgb;
  readonly border: Rgb;
  readonly dark: boolean;
}

/** The WCAG AA contrast for text, and for controls. */
export const needed = { text: 4.5, control: 3 } as const;
const steps = 20;

/** Keeps the page's colours where they are readable, and changes each only as far as necessary. */
export function mendContrast({ background, text: wished }: PageColours): CardColours {
  const pole = poleOn(background);
  const text = towards(pole, wished, [background], needed.text);
  // On medium grey even black has no contrast left for a second background.
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

/** The colour nearest to `from`, on the way to `to`, that has this contrast to all of `under`. */
function towards(to: Rgb, from: Rgb, under: readonly Rgb[], least: number): Rgb {
  for (let step = 0; step < steps; step += 1) {
    const colour = mix(to, from, step / steps);
    if (under.every((background) => contrast(colour, background) >= least)) return colour;
  }
  return to;
}

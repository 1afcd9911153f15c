import { colord, extend } from 'colord';
import a11y from 'colord/plugins/a11y';
import { accentPattern } from '../../../core/profile/draft';

extend([a11y]);

/** WCAG 1.4.11: the minimum contrast between a control and its background. */
const enough = 3;
const grounds = { light: '#ffffff', dark: '#111111' } as const;
export type Ground = keyof typeof grounds;

export const isColour = (given: string): boolean => accentPattern.test(given);

/** The backgrounds on which a button of this colour is hard to see, with the contrast. */
export function weakGrounds(accent: string): readonly { readonly ground: Ground; readonly ratio: number }[] {
  if (!isColour(accent)) return [];
  return (['light', 'dark'] as const)
    .map((ground) => ({ ground, ratio: colord(accent).contrast(grounds[ground]) }))
    .filter(({ ratio }) => ratio < enough);
}

/** The nearest shade with enough contrast on both light and dark pages. */
export function repairedAccent(accent: string): string {
  const start = colord(accent);
  for (let step = 0; step <= 100; step += 1) {
    for (const shade of [start.darken(step / 100), start.lighten(step / 100)]) {
      if (weakGrounds(shade.toHex()).length === 0) return shade.toHex();
    }
  }
  return accent;
}

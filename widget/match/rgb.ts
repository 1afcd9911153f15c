import { contrast, type Rgb } from '../../core/web/readable-ink';

export const black: Rgb = [0, 0, 0];
export const white: Rgb = [255, 255, 255];

/** Mixes `share` of the first colour with the rest of the second, as CSS does `in srgb`, in whole numbers. */
export const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  Math.round(a[0] * share + b[0] * (1 - share)),
  Math.round(a[1] * share + b[1] * (1 - share)),
  Math.round(a[2] * share + b[2] * (1 - share)),
];

/** Black or white, whichever has more contrast on this colour. */
export const poleOn = (background: Rgb): Rgb =>
  contrast(black, background) >= contrast(white, background) ? black : white;

export const written = ([red, green, blue]: Rgb): string => `rgb(${red} ${green} ${blue})`;

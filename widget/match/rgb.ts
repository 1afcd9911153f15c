/** Red, green and blue of sRGB, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const black: Rgb = [0, 0, 0];
export const white: Rgb = [255, 255, 255];

/** Mixes `share` of the first colour with the rest of the second, as CSS does `in srgb`, in whole numbers. */
export const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  Math.round(a[0] * share + b[0] * (1 - share)),
  Math.round(a[1] * share + b[1] * (1 - share)),
  Math.round(a[2] * share + b[2] * (1 - share)),
];

const linear = (channel: number): number => {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance by WCAG 2: 0 is black, 1 is white. */
export const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The WCAG 2 contrast of two colours, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a) + 0.05, luminance(b) + 0.05];
  return one > other ? one / other : other / one;
}

/** Black or white, whichever has more contrast on this colour. */
export const poleOn = (background: Rgb): Rgb =>
  contrast(black, background) >= contrast(white, background) ? black : white;

export const written = ([red, green, blue]: Rgb): string => `rgb(${red} ${green} ${blue})`;

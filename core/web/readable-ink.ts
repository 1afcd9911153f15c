/** Red, green and blue of sRGB, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

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

/** Mixes `share` of the first colour with the rest of the second, as CSS does `in srgb`, in whole numbers. */
export const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  Math.round(a[0] * share + b[0] * (1 - share)),
  Math.round(a[1] * share + b[1] * (1 - share)),
  Math.round(a[2] * share + b[2] * (1 - share)),
];

const steps = 20;

/** The colour nearest to `from`, on the way to `to`, that has this contrast to all of `under`. */
export function towards(to: Rgb, from: Rgb, under: readonly Rgb[], least: number): Rgb {
  for (let step = 0; step < steps; step += 1) {
    const colour = mix(to, from, step / steps);
    if (under.every((background) => contrast(colour, background) >= least)) return colour;
  }
  return to;
}

const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
const rgbOf = (hex: string): Rgb => [channel(hex, 1), channel(hex, 3), channel(hex, 5)];

/** The WCAG 2 contrast of two six-digit hex colours, from 1 to 21. */
export const contrastOf = (one: string, other: string): number => contrast(rgbOf(one), rgbOf(other));

const hexOf = (colour: Rgb): string =>
  `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

export const luminanceOf = (hex: string): number => luminance(rgbOf(hex));

/** The same as `mix`, of six-digit hex colours. */
export const mixed = (one: string, other: string, share: number): string =>
  hexOf(mix(rgbOf(one), rgbOf(other), share));

/** The same as `towards`, of six-digit hex colours. */
export const repaired = (to: string, from: string, under: readonly string[], least: number): string =>
  hexOf(towards(rgbOf(to), rgbOf(from), under.map(rgbOf), least));

/** Black or white, whichever has more contrast to this colour (`#rrggbb`): always at least 4.5 to 1. */
export function readableInk(background: string): '#000000' | '#ffffff' {
  return contrastOf(background, '#000000') >= contrastOf(background, '#ffffff') ? '#000000' : '#ffffff';
}

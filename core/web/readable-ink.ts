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

const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
const rgbOf = (hex: string): Rgb => [channel(hex, 1), channel(hex, 3), channel(hex, 5)];

/** The WCAG 2 contrast of two six-digit hex colours, from 1 to 21. */
export const contrastOf = (one: string, other: string): number => contrast(rgbOf(one), rgbOf(other));

/** Black or white, whichever has more contrast to this colour (`#rrggbb`): always at least 4.5 to 1. */
export function readableInk(background: string): '#000000' | '#ffffff' {
  return contrastOf(background, '#000000') >= contrastOf(background, '#ffffff') ? '#000000' : '#ffffff';
}

/** Relative luminance of a six-digit hex colour, by WCAG 2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2's contrast of two six-digit hex colours, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever has more contrast to this colour (`#rrggbb`): always at least 4.5 to 1. */
export function readableInk(background: string): '#000000' | '#ffffff' {
  return contrastOf(background, '#000000') >= contrastOf(background, '#ffffff') ? '#000000' : '#ffffff';
}

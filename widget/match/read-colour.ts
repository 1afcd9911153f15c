import { mix, type Rgb } from './rgb';

export interface Seen {
  readonly colour: Rgb;
  /** From 0, which is not there at all, to 1. */
  readonly alpha: number;
}

/** A computed colour. Null: a notation that this browser cannot paint. */
export function readColour(computed: string): Seen | null {
  const legacy = /^rgba?\(([^)]*)\)$/.exec(computed);
  if (legacy) return seen(numbers(legacy[1]));
  const wide = /^color\(srgb ([^)]*)\)$/.exec(computed);
  if (!wide) return painted(computed);
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers(wide[1]);
  return seen([red * 255, green * 255, blue * 255, alpha]);
}

const numbers = (list = ''): number[] =>
  list
    .split(/[\s,/]+/)
    .filter(Boolean)
    .map((part) => (part.endsWith('%') ? parseFloat(part) / 100 : parseFloat(part) || 0));

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

const seen = ([red = 0, green = 0, blue = 0, alpha = 1]: readonly number[]): Seen => ({
  colour: [byte(red), byte(green), byte(blue)],
  alpha: Math.max(0, Math.min(1, alpha)),
});

/** oklch, lab, display-p3 and what is still to come: the browser's own painting knows. */
function painted(computed: string): Seen | null {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return null;
  pen.fillStyle = computed;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = pen.getImageData(0, 0, 1, 1).data;
  return seen([red, green, blue, alpha / 255]);
}

/** What is seen of a colour that lies over another one. */
export const over = (top: Seen, under: Rgb): Rgb => mix(top.colour, under, top.alpha);

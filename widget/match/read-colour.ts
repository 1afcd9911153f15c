import type { Rgb } from '../../core/web/readable-ink';
import { mix } from './rgb';

export interface Seen {
  readonly colour: Rgb;
  /** From 0 (transparent) to 1. */
  readonly alpha: number;
}

/** Parses a computed colour. Null: this browser cannot paint it. */
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

/** A colour whose pixel is known. */
const known = [17, 34, 51, 255] as const;

/**
 * oklch, lab, display-p3 and later notations: the browser converts them by painting. Null where the reader keeps pages from reading a canvas: it throws,
 * or its pixels are false.
 */
function painted(computed: string): Seen | null {
  const paint = (colour: string): readonly number[] => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return [];
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  };
  try {
    if (String(paint(`rgb(${known.slice(0, 3).join(' ')})`)) !== String(known)) return null;
    const [red = 0, green = 0, blue = 0, alpha = 255] = paint(computed);
    return seen([red, green, blue, alpha / 255]);
  } catch {
    return null;
  }
}

/** The result of painting one colour over another. */
export const over = (top: Seen, under: Rgb): Rgb => mix(top.colour, under, top.alpha);

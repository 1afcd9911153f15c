import { useDirection } from '@mantine/core';

/** Recharts' keyboard layer would put a control into an image. Keyboard users read the table behind each chart. */
const plain = { accessibilityLayer: false };

/** Recharts lays out from left to right alone: for the other direction the axes swap sides, and days run from right to left. */
export function useSides() {
  const mirrored = useDirection().dir === 'rtl';
  const [first, last] = mirrored ? (['right', 'left'] as const) : (['left', 'right'] as const);
  return { mirrored, first, last };
}

/** Recharts also writes every label from left to right: in the other direction, the day and its month would change places,
 * and the sign of "US$" its letters. */
export function useWritten(): (label: string) => string {
  const { mirrored } = useSides();
  return (label) => (mirrored ? `\u2067${label}\u200e\u2069` : label);
}

/** Half of the last label overhangs the axis. */
export const afterLast = (last: 'left' | 'right') => ({ ...plain, margin: { [last]: 26 } });

/** Width for labels at the side, in CSS pixels. Recharts' own measure omits the distance between label and chart. */
export const sideRoom = (names: readonly string[]): number =>
  20 + 7 * Math.max(0, ...names.map((name) => name.length));

/** The highest grid line may lie above the highest value. */
export const headroom = 1.3;

import { compareText } from './text-order';

const NUMERIC_ID = /^__id(-?\d+)__$/;

export const isNumericId = (id: string): boolean => id.startsWith('__id') && NUMERIC_ID.test(id);

/** Orders document and collection ids: numeric ids (`__id7__`) come first, by number. */
export function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  const numberA = a.startsWith('__id') ? NUMERIC_ID.exec(a)?.[1] : undefined;
  const numberB = b.startsWith('__id') ? NUMERIC_ID.exec(b)?.[1] : undefined;
  if (numberA !== undefined && numberB !== undefined) {
    const x = BigInt(numberA);
    const y = BigInt(numberB);
    return x < y ? -1 : x > y ? 1 : 0;
  }
  if (numberA !== undefined) return -1;
  if (numberB !== undefined) return 1;
  return compareText(a, b);
}

/** Orders slash-separated paths segment by segment. */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0;
  const x = a.split('/');
  const y = b.split('/');
  const length = Math.min(x.length, y.length);
  for (let i = 0; i < length; i++) {
    const order = compareIds(x[i] ?? '', y[i] ?? '');
    if (order !== 0) return order;
  }
  return x.length - y.length;
}

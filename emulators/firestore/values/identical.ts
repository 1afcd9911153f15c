import type { WireFields } from '../../wire-value';

/** Whether two stored values are identical (1 and 1.0 are not). Detects a write that changes nothing. */
function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameJson(item, b[index]));
  }
  const left: [string, unknown][] = Object.entries(a);
  const right = new Map<string, unknown>(Object.entries(b));
  return (
    left.length === right.size &&
    left.every(([key, item]) => right.has(key) && sameJson(item, right.get(key)))
  );
}

export const identicalFields = (a: WireFields, b: WireFields): boolean => sameJson(a, b);

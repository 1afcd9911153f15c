import { distance } from 'fastest-levenshtein';

/** The name that a typing error most likely meant, null when none is near. */
export function nearestName(given: string, names: readonly string[]): string | null {
  const [nearest] = names
    .map((name) => ({ name, edits: distance(given.toUpperCase(), name) }))
    .toSorted((a, b) => a.edits - b.edits);
  return nearest !== undefined && nearest.edits <= Math.max(2, nearest.name.length / 4) ? nearest.name : null;
}

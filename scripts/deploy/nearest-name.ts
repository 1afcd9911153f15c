import { distance } from 'fastest-levenshtein';

/** The known name that is most similar to a mistyped one; null if none is similar. */
export function nearestName(given: string, names: readonly string[]): string | null {
  const [nearest] = names
    .map((name) => ({ name, edits: distance(given.toUpperCase(), name) }))
    .toSorted((a, b) => a.edits - b.edits);
  return nearest !== undefined && nearest.edits <= Math.max(2, nearest.name.length / 4) ? nearest.name : null;
}

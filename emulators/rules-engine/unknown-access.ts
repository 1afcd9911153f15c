import { pathOf } from './map-methods';
import { isValue, unknown, type Outcome, type Unknown } from './value';

/** `resource.data.get('f', d)` is known when the filter fixes the field's value. */
export function getPinned(self: Unknown, [key, otherwise]: readonly Outcome[]): Outcome {
  if (key?.kind === 'error') return key;
  if (otherwise?.kind === 'error') return otherwise;
  const way = key !== undefined && isValue(key) ? pathOf(key) : null;
  let known: Outcome = self;
  for (const name of way ?? [''])
    known = known.kind === 'unknown' ? (known.fields.get(name) ?? unknown) : unknown;
  return known;
}

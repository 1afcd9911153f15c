import { strict } from './strict';
import { failure, map, named, path, type Outcome, type Value } from './value';
import type { Work } from './work';

/** Alternating keys and values. */
export function makeMap(parts: readonly Outcome[]): Outcome {
  return strict(parts, (values) => {
    const entries = new Map<string, Value>();
    for (let i = 0; i + 1 < values.length; i += 2) {
      const [key, value] = [values[i], values[i + 1]];
      if (key?.kind !== 'string' || value === undefined) return failure('The keys of a map must be strings.');
      if (entries.has(key.value)) return failure(`The key '${key.value}' appears twice.`);
      entries.set(key.value, value);
    }
    return map(entries);
  });
}

/** A string becomes one segment, a path becomes all its segments. */
export function makePath(parts: readonly Outcome[], work: Work): Outcome {
  return strict(parts, (values) => {
    const segments: string[] = [];
    for (const value of values) {
      if (value.kind === 'path') segments.push(...value.segments);
      else if (value.kind !== 'string') return failure(`${named(value)} cannot be a path segment.`);
      else if (value.value === '' || value.value.includes('/')) {
        return failure(`'${value.value}' is more than one path segment.`);
      } else segments.push(value.value);
    }
    work.size(segments.length);
    return path(segments);
  });
}

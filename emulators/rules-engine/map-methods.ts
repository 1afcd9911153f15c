import { equal } from './compare';
import { plain, taking, wrong, type Methods, type Of } from './method';
import { setOfKeys } from './sets';
import { int, list, string, type Outcome, type Value } from './value';
import type { Work } from './work';

export const mapMethods: Methods<'map'> = {
  size: plain((self) => int(self.entries.size)),
  /** Returns a list, while the methods of MapDiff return sets. */
  keys: plain((self) => list([...self.entries.keys()].map(string))),
  values: plain((self) => list([...self.entries.values()])),
  diff: taking('map', (self, before) => ({ kind: 'map_diff', after: self.entries, before: before.entries })),
  /** `get('field', default)` or `get(['a', 'b'], default)`. A value on the way that is not a map gives the default. */
  get: {
    arity: [2, 2],
    run: (self, [key, otherwise]) => {
      if (otherwise === undefined) return wrong('a default', otherwise);
      const way = pathOf(key);
      return way === null ? wrong('a key or a list of keys', key) : follow(self, way, otherwise);
    },
  },
};

/** The keys that were passed to `get()`; null when they are not strings. */
export function pathOf(key: Value | undefined): readonly string[] | null {
  if (key?.kind === 'string') return [key.value];
  if (key?.kind !== 'list' || key.items.length === 0) return null;
  const way = key.items.flatMap((item) => (item.kind === 'string' ? [item.value] : []));
  return way.length === key.items.length ? way : null;
}

function follow(start: Value, way: readonly string[], otherwise: Value): Outcome {
  let value = start;
  for (const key of way) {
    const next = value.kind === 'map' ? value.entries.get(key) : undefined;
    if (next === undefined) return otherwise;
    value = next;
  }
  return value;
}

type Side = 'added' | 'removed' | 'changed' | 'unchanged';

function sideOf(diff: Of<'map_diff'>, key: string, work: Work): Side {
  const after = diff.after.get(key);
  const before = diff.before.get(key);
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  return equal(after, before, work) ? 'unchanged' : 'changed';
}

const keysOn = (...sides: readonly Side[]): Methods<'map_diff'>[string] =>
  plain((self, work) => {
    const keys = new Set([...self.after.keys(), ...self.before.keys()]);
    return setOfKeys([...keys].filter((key) => sides.includes(sideOf(self, key, work))));
  });

export const mapDiffMethods: Methods<'map_diff'> = {
  addedKeys: keysOn('added'),
  removedKeys: keysOn('removed'),
  changedKeys: keysOn('changed'),
  affectedKeys: keysOn('added', 'removed', 'changed'),
  unchangedKeys: keysOn('unchanged'),
};

import { includes } from './compare';
import { string, type Value } from './value';
import type { Work } from './work';

/** Keys of a document are many and all strings, so they go into a native Set instead of pairwise comparisons. */
export function toSet(items: readonly Value[], work: Work): Value {
  work.size(items.length);
  const texts = new Set<string>();
  const rest: Value[] = [];
  for (const item of items) {
    if (item.kind === 'string') texts.add(item.value);
    else if (!includes(rest, item, work)) rest.push(item);
  }
  return { kind: 'set', items: [...[...texts].map(string), ...rest] };
}

/** Strings that are known to be distinct. */
export const setOfKeys = (keys: readonly string[]): Value => ({ kind: 'set', items: keys.map(string) });

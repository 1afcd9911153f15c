import { includes } from './compare';
import { plain, taking, wrong, type Method, type Methods, type Of } from './method';
import { toSet } from './sets';
import { bool, failure, int, list, string, type Value } from './value';
import type { Work } from './work';

const hasAll = (self: readonly Value[], wanted: readonly Value[], work: Work): Value =>
  bool(wanted.every((item) => includes(self, item, work)));
const hasAny = (self: readonly Value[], wanted: readonly Value[], work: Work): Value =>
  bool(wanted.some((item) => includes(self, item, work)));
const hasOnly = (self: readonly Value[], wanted: readonly Value[], work: Work): Value =>
  bool(self.every((item) => includes(wanted, item, work)));

export const listMethods: Methods<'list'> = {
  size: plain((self) => int(self.items.length)),
  toSet: plain((self, work) => toSet(self.items, work)),
  hasAll: taking('list', (self, other, work) => hasAll(self.items, other.items, work)),
  hasAny: taking('list', (self, other, work) => hasAny(self.items, other.items, work)),
  hasOnly: taking('list', (self, other, work) => hasOnly(self.items, other.items, work)),
  removeAll: taking('list', (self, other, work) =>
    list(self.items.filter((item) => !includes(other.items, item, work))),
  ),
  concat: taking('list', (self, other, work) => {
    work.size(self.items.length + other.items.length);
    return list([...self.items, ...other.items]);
  }),
  join: taking('string', (self, separator, work) => {
    const texts = self.items.map((item) => (item.kind === 'string' ? item.value : null));
    if (texts.includes(null)) return failure('join() needs a list of strings.');
    work.size(texts.reduce((sum, text) => sum + (text?.length ?? 0) + separator.value.length, 0));
    return string(texts.join(separator.value));
  }),
};

/** The argument may be a set or a list, as in `affectedKeys().hasOnly(['a'])`. */
const withItems = (run: (self: Of<'set'>, items: readonly Value[], work: Work) => Value): Method<'set'> => ({
  arity: [1, 1],
  run: (self, [other], work) =>
    other?.kind === 'list' || other?.kind === 'set'
      ? run(self, other.items, work)
      : wrong('a list or set', other),
});

export const setMethods: Methods<'set'> = {
  size: plain((self) => int(self.items.length)),
  hasAll: withItems((self, items, work) => hasAll(self.items, items, work)),
  hasAny: withItems((self, items, work) => hasAny(self.items, items, work)),
  hasOnly: withItems((self, items, work) => hasOnly(self.items, items, work)),
  difference: taking('set', (self, other, work) => ({
    kind: 'set',
    items: self.items.filter((item) => !includes(other.items, item, work)),
  })),
  intersection: taking('set', (self, other, work) => ({
    kind: 'set',
    items: self.items.filter((item) => includes(other.items, item, work)),
  })),
  union: taking('set', (self, other, work) => toSet([...self.items, ...other.items], work)),
};

import { RE2JS } from 're2js';
import { equal, includes, setOfKeys, toSet } from './operators';
import {
  bool,
  bytes,
  failure,
  float,
  int,
  list,
  named,
  path,
  string,
  timestamp,
  type Failure,
  type Outcome,
  type Value,
  type Work,
} from './value';

type Of<K extends Value['kind']> = Extract<Value, { kind: K }>;

/** A method of one type. `arity` is the minimum and maximum number of arguments. */
interface Method<K extends Value['kind']> {
  readonly arity: readonly [number, number];
  readonly run: (self: Of<K>, args: readonly Value[], work: Work) => Outcome;
}

type Methods<K extends Value['kind']> = Readonly<Record<string, Method<K>>>;

export const wrong = (what: string, given: Value | undefined): Failure =>
  failure(`Expected ${what}, found ${given === undefined ? 'nothing' : named(given)}.`);

/** A method without arguments. */
const plain = <K extends Value['kind']>(run: (self: Of<K>, work: Work) => Outcome): Method<K> => ({
  arity: [0, 0],
  run: (self, _args, work) => run(self, work),
});

/** A method with one argument of one type. */
const taking = <K extends Value['kind'], A extends Value['kind']>(
  kind: A,
  run: (self: Of<K>, argument: Of<A>, work: Work) => Outcome,
): Method<K> => ({
  arity: [1, 1],
  run: (self, [argument], work) =>
    isOf(argument, kind) ? run(self, argument, work) : wrong(`a ${kind}`, argument),
});

export function isOf<A extends Value['kind']>(value: Value | undefined, kind: A): value is Of<A> {
  return value?.kind === kind;
}

const mapMethods: Methods<'map'> = {
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

const mapDiffMethods: Methods<'map_diff'> = {
  addedKeys: keysOn('added'),
  removedKeys: keysOn('removed'),
  changedKeys: keysOn('changed'),
  affectedKeys: keysOn('added', 'removed', 'changed'),
  unchangedKeys: keysOn('unchanged'),
};

type Compiled =
  { readonly ok: true; readonly pattern: RE2JS } | { readonly ok: false; readonly message: string };

const largestPattern = 1000;
const cache = new Map<string, Compiled>();
const cacheSize = 500;

/** RE2 patterns, each compiled once. A pattern may come from a document, so its length and the cache are limited. */
export function compilePattern(source: string): Compiled {
  const known = cache.get(source);
  if (known !== undefined) return known;
  const compiled = compile(source);
  if (cache.size >= cacheSize) cache.clear();
  cache.set(source, compiled);
  return compiled;
}

function compile(source: string): Compiled {
  if (source.length > largestPattern) return { ok: false, message: 'This regular expression is too long.' };
  try {
    return { ok: true, pattern: RE2JS.compile(source) };
  } catch (error) {
    return {
      ok: false,
      message: `Not a regular expression: ${error instanceof Error ? error.message : source}.`,
    };
  }
}

const hasAll = (self: readonly Value[], wanted: readonly Value[], work: Work): Value =>
  bool(wanted.every((item) => includes(self, item, work)));
const hasAny = (self: readonly Value[], wanted: readonly Value[], work: Work): Value =>
  bool(wanted.some((item) => includes(self, item, work)));
const hasOnly = (self: readonly Value[], wanted: readonly Value[], work: Work): Value =>
  bool(self.every((item) => includes(wanted, item, work)));

const listMethods: Methods<'list'> = {
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

const setMethods: Methods<'set'> = {
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

const bytesMethods: Methods<'bytes'> = {
  size: plain((self) => int(self.value.length)),
  /** Upper case, as in production. */
  toHexString: plain((self) => string(Buffer.from(self.value).toString('hex').toUpperCase())),
  /** URL-safe alphabet, with padding. */
  toBase64: plain((self) => {
    const text = Buffer.from(self.value).toString('base64url');
    return string(text.padEnd(Math.ceil(text.length / 4) * 4, '='));
  }),
};

const earthRadius = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

const latlngMethods: Methods<'latlng'> = {
  latitude: plain((self) => float(self.latitude)),
  longitude: plain((self) => float(self.longitude)),
  /** Metres on a sphere. */
  distance: taking('latlng', (self, other) => {
    const a =
      Math.sin(radians(other.latitude - self.latitude) / 2) ** 2 +
      Math.cos(radians(self.latitude)) *
        Math.cos(radians(other.latitude)) *
        Math.sin(radians(other.longitude - self.longitude) / 2) ** 2;
    return float(2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(a))));
  }),
};

const pathMethods: Methods<'path'> = {
  /** Replaces `{name}` segments by values. */
  bind: taking('map', (self, values): Outcome => {
    const bound: string[] = [];
    for (const segment of self.segments) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      const value = name === undefined ? undefined : values.entries.get(name);
      if (value !== undefined && value.kind !== 'string')
        return failure('The values for a path must be strings.');
      bound.push(value?.value ?? segment);
    }
    return path(bound);
  }),
};

const count = (text: string): number => {
  let characters = 0;
  for (const _ of text) characters++;
  return characters;
};

/** Regular expressions are RE2, which runs in linear time, so no rule and no document can block the server. */
const stringMethods: Methods<'string'> = {
  lower: plain((self) => string(self.value.toLowerCase())),
  upper: plain((self) => string(self.value.toUpperCase())),
  trim: plain((self) => string(self.value.trim())),
  size: plain((self) => int(count(self.value))),
  toUtf8: plain((self) => bytes(new Uint8Array(Buffer.from(self.value, 'utf8')))),
  /** The whole string must match. */
  matches: taking('string', (self, pattern, work) => {
    work.size(self.value.length);
    const compiled = compilePattern(pattern.value);
    return compiled.ok ? bool(compiled.pattern.matches(self.value)) : failure(compiled.message);
  }),
  split: taking('string', (self, pattern, work) => {
    work.size(self.value.length);
    const compiled = compilePattern(pattern.value);
    return compiled.ok ? list(compiled.pattern.split(self.value, -1).map(string)) : failure(compiled.message);
  }),
  replace: {
    arity: [2, 2],
    run: (self, [pattern, substitute], work) => {
      if (pattern?.kind !== 'string') return wrong('a string', pattern);
      if (substitute?.kind !== 'string') return wrong('a string', substitute);
      // Production's result for references to groups is not documented, so they are an error that denies.
      if (/[$\\]/.test(substitute.value))
        return failure('replace() with $ or \\ in the substitute is not supported.');
      work.size(self.value.length + (self.value.length + 1) * substitute.value.length);
      const compiled = compilePattern(pattern.value);
      return compiled.ok
        ? string(compiled.pattern.matcher(self.value).replaceAll(substitute.value))
        : failure(compiled.message);
    },
  },
};

const second = 1_000_000_000n;
const day = 86_400n * second;

/** Rounds down, also before 1970. */
const floorDiv = (a: bigint, b: bigint): bigint => (a >= 0n ? a / b : (a - b + 1n) / b);
const dateOf = (nanos: bigint): Date => new Date(Number(floorDiv(nanos, 1_000_000n)));
const part = (read: (date: Date) => number): Method<'timestamp'> =>
  plain((self) => {
    const value = read(dateOf(self.nanos));
    return Number.isNaN(value) ? failure('This time is out of range.') : int(value);
  });

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}

/** All in UTC. Monday is 1 and Sunday is 7. */
const timestampMethods: Methods<'timestamp'> = {
  date: plain((self) => timestamp(floorDiv(self.nanos, day) * day)),
  time: plain((self) => ({ kind: 'duration', nanos: self.nanos - floorDiv(self.nanos, day) * day })),
  toMillis: plain((self) => int(floorDiv(self.nanos, 1_000_000n))),
  nanos: plain((self) => int(self.nanos - floorDiv(self.nanos, second) * second)),
  seconds: part((date) => date.getUTCSeconds()),
  minutes: part((date) => date.getUTCMinutes()),
  hours: part((date) => date.getUTCHours()),
  day: part((date) => date.getUTCDate()),
  month: part((date) => date.getUTCMonth() + 1),
  year: part((date) => date.getUTCFullYear()),
  dayOfWeek: part((date) => ((date.getUTCDay() + 6) % 7) + 1),
  dayOfYear: part(dayOfYear),
};

const durationMethods: Methods<'duration'> = {
  seconds: plain((self) => int(self.nanos / second)),
  nanos: plain((self) => int(self.nanos % second)),
};

type Bound = {
  readonly arity: readonly [number, number];
  readonly run: (args: readonly Value[], work: Work) => Outcome;
};

function bind<K extends Value['kind']>(methods: Methods<K>, self: Of<K>, name: string): Bound | null {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return method === undefined
    ? null
    : { arity: method.arity, run: (args, work) => method.run(self, args, work) };
}

function find(self: Value, name: string): Bound | null {
  switch (self.kind) {
    case 'string':
      return bind(stringMethods, self, name);
    case 'list':
      return bind(listMethods, self, name);
    case 'set':
      return bind(setMethods, self, name);
    case 'map':
      return bind(mapMethods, self, name);
    case 'map_diff':
      return bind(mapDiffMethods, self, name);
    case 'timestamp':
      return bind(timestampMethods, self, name);
    case 'duration':
      return bind(durationMethods, self, name);
    case 'bytes':
      return bind(bytesMethods, self, name);
    case 'latlng':
      return bind(latlngMethods, self, name);
    case 'path':
      return bind(pathMethods, self, name);
    case 'null':
    case 'bool':
    case 'int':
    case 'float':
      return null;
  }
}

export function callMethod(self: Value, name: string, args: readonly Value[], work: Work): Outcome {
  const method = find(self, name);
  if (method === null) return failure(`${named(self)} has no method ${name}().`);
  if (args.length < method.arity[0] || args.length > method.arity[1]) {
    return failure(`${name}() of ${named(self)} does not take ${args.length} arguments.`);
  }
  return method.run(args, work);
}

const tables: readonly Readonly<Record<string, { readonly arity: readonly [number, number] }>>[] = [
  stringMethods,
  listMethods,
  setMethods,
  mapMethods,
  mapDiffMethods,
  timestampMethods,
  durationMethods,
  bytesMethods,
  latlngMethods,
  pathMethods,
];

/** The numbers of arguments that a method of this name accepts on any type; null when no type has it. */
export function methodArities(name: string): readonly (readonly [number, number])[] | null {
  const arities = tables.flatMap((table) => {
    const method = Object.hasOwn(table, name) ? table[name] : undefined;
    return method === undefined ? [] : [method.arity];
  });
  return arities.length === 0 ? null : arities;
}

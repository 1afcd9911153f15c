import { listMethods, setMethods } from './list-methods';
import { mapDiffMethods, mapMethods } from './map-methods';
import type { Methods, Of } from './method';
import { bytesMethods, latlngMethods, pathMethods } from './small-methods';
import { stringMethods } from './string-methods';
import { durationMethods, timestampMethods } from './time-methods';
import { failure, named, type Outcome, type Value } from './value';
import type { Work } from './work';

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

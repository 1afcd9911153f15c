import { toFloat, toInt, toPath, toText } from './casts';
import { strict } from './strict';
import { failure, type Outcome, type Value } from './value';

export type LookupName = 'get' | 'exists' | 'getAfter' | 'existsAfter';

/** Reads other documents; null when this request may not read any. */
export interface Lookups {
  look(name: LookupName, path: Value): Outcome;
}

const casts: Readonly<Record<string, (value: Value) => Outcome>> = {
  int: toInt,
  float: toFloat,
  string: toText,
  path: toPath,
  /** Production logs the value; here debug() only returns it. */
  debug: (value) => value,
};

const lookupNames = ['get', 'exists', 'getAfter', 'existsAfter'] as const;
const isLookup = (name: string): name is LookupName => lookupNames.some((one) => one === name);

/** The names of built-in functions. Each takes one argument. */
export const builtinNames: ReadonlySet<string> = new Set([...Object.keys(casts), ...lookupNames]);

export function evaluateBuiltin(name: string, args: readonly Outcome[], lookups: Lookups): Outcome {
  const cast = Object.hasOwn(casts, name) ? casts[name] : undefined;
  return strict(args, ([value]) => {
    if (value === undefined) return failure(`${name}() needs an argument.`);
    if (cast !== undefined) return cast(value);
    return isLookup(name) ? lookups.look(name, value) : failure(`Unknown function ${name}().`);
  });
}

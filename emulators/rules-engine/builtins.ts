import { checkedInt } from './operators';
import { strict } from './strict';
import { failure, float, named, path, string, type Outcome, type Value } from './value';

/** `int('3')`, `int(3.7)`: a float is truncated toward zero. */
function toInt(value: Value): Outcome {
  if (value.kind === 'int') return value;
  if (value.kind === 'float' && Number.isFinite(value.value))
    return checkedInt(BigInt(Math.trunc(value.value)));
  if (value.kind === 'string' && /^[+-]?\d{1,20}$/.test(value.value))
    return checkedInt(BigInt(value.value.replace('+', '')));
  return failure(`int() cannot convert ${named(value)}.`);
}

function toFloat(value: Value): Outcome {
  if (value.kind === 'float') return value;
  if (value.kind === 'int') return float(Number(value.value));
  if (value.kind === 'string' && /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value.value))
    return float(Number(value.value));
  return failure(`float() cannot convert ${named(value)}.`);
}

function toText(value: Value): Outcome {
  if (value.kind === 'string') return value;
  if (value.kind === 'null') return string('null');
  if (value.kind === 'bool' || value.kind === 'int') return string(String(value.value));
  if (value.kind === 'float') {
    return string(Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value));
  }
  if (value.kind === 'path') return string(`/${value.segments.join('/')}`);
  return failure(`string() cannot convert ${named(value)}.`);
}

/** Accepts only strings: production refuses a value that is already a path. */
function toPath(value: Value): Outcome {
  if (value.kind !== 'string') return failure(`path() cannot convert ${named(value)}.`);
  const segments = value.value.replace(/^\//, '').split('/');
  return segments.includes('') ? failure('A path cannot have empty segments.') : path(segments);
}

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

import { createHash } from 'node:crypto';
import { isOf, wrong } from './methods';
import { checkedInt, isNumber } from './operators';
import {
  bool,
  bytes,
  failure,
  float,
  named,
  path,
  strict,
  string,
  timestamp,
  type Outcome,
  type Value,
} from './value';
import type { ServiceName } from './syntax-tree';

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

function tableOf(polynomial: number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value >>> 0;
  });
}

function checksum(table: Uint32Array, data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const littleEndian = (value: number): Uint8Array =>
  Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);

const ieee = tableOf(0xedb88320);
const castagnoli = tableOf(0x82f63b78);

const crc32 = (data: Uint8Array): Uint8Array => littleEndian(checksum(ieee, data));
const crc32c = (data: Uint8Array): Uint8Array => littleEndian(checksum(castagnoli, data));

interface NamespaceFunction {
  readonly arity: number;
  readonly run: (args: readonly Value[]) => Outcome;
}

const one = (run: (argument: Value) => Outcome): NamespaceFunction => ({
  arity: 1,
  run: ([argument]) => (argument === undefined ? wrong('an argument', argument) : run(argument)),
});

const ofNumber = (run: (number: number) => Outcome): NamespaceFunction =>
  one((argument) => (isNumber(argument) ? run(Number(argument.value)) : wrong('a number', argument)));

/** ceil, floor and round return ints. An int stays the same, also above 2^53. */
const toWhole = (round: (number: number) => number): NamespaceFunction =>
  one((argument) => {
    if (argument.kind === 'int') return argument;
    if (argument.kind !== 'float') return wrong('a number', argument);
    return Number.isFinite(argument.value)
      ? checkedInt(BigInt(round(argument.value)))
      : failure('This number cannot be rounded to an int.');
  });

const math: Readonly<Record<string, NamespaceFunction>> = {
  abs: one((argument) => {
    if (argument.kind === 'int') return argument.value < 0n ? checkedInt(-argument.value) : argument;
    return argument.kind === 'float' ? float(Math.abs(argument.value)) : wrong('a number', argument);
  }),
  ceil: toWhole(Math.ceil),
  floor: toWhole(Math.floor),
  /** Rounds halves away from zero. */
  round: toWhole((number) => Math.sign(number) * Math.round(Math.abs(number))),
  sqrt: ofNumber((number) => float(Math.sqrt(number))),
  isNaN: ofNumber((number) => bool(Number.isNaN(number))),
  pow: {
    arity: 2,
    run: ([base, exponent]) => {
      if (base === undefined || !isNumber(base)) return wrong('a number', base);
      if (exponent === undefined || !isNumber(exponent)) return wrong('a number', exponent);
      return float(Number(base.value) ** Number(exponent.value));
    },
  },
};

const units: Readonly<Record<string, bigint>> = {
  w: 604_800_000_000_000n,
  d: 86_400_000_000_000n,
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: 1_000_000_000n,
  ms: 1_000_000n,
  ns: 1n,
};

const ofInts = (arity: number, run: (...numbers: bigint[]) => Outcome): NamespaceFunction => ({
  arity,
  run: (args) => {
    const numbers = args.flatMap((arg) => (arg.kind === 'int' ? [arg.value] : []));
    return numbers.length === arity ? run(...numbers) : failure('Expected ints.');
  },
});

const duration: Readonly<Record<string, NamespaceFunction>> = {
  value: {
    arity: 2,
    run: ([amount, unit]) => {
      if (!isOf(amount, 'int')) return wrong('an int', amount);
      const size = isOf(unit, 'string') && Object.hasOwn(units, unit.value) ? units[unit.value] : undefined;
      if (size === undefined)
        return failure(`The unit of a duration must be one of ${Object.keys(units).join(', ')}.`);
      return { kind: 'duration', nanos: amount.value * size };
    },
  },
  /** Hours, minutes, seconds, nanoseconds. */
  time: ofInts(4, (h = 0n, m = 0n, s = 0n, ns = 0n) => ({
    kind: 'duration',
    nanos: ((h * 60n + m) * 60n + s) * 1_000_000_000n + ns,
  })),
  abs: one((argument) => {
    if (argument.kind !== 'duration') return wrong('a duration', argument);
    return { kind: 'duration', nanos: argument.nanos < 0n ? -argument.nanos : argument.nanos };
  }),
};

const timestamps: Readonly<Record<string, NamespaceFunction>> = {
  value: ofInts(1, (millis = 0n) => timestamp(millis * 1_000_000n)),
  date: ofInts(3, (year = 0n, month = 0n, day = 0n) => {
    const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)));
    date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
    const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
    return exists ? timestamp(BigInt(date.getTime()) * 1_000_000n) : failure('This date does not exist.');
  }),
};

const hash = (digest: (data: Uint8Array) => Uint8Array): NamespaceFunction =>
  one((argument) => {
    if (argument.kind === 'bytes') return bytes(digest(argument.value));
    if (argument.kind === 'string') return bytes(digest(Buffer.from(argument.value, 'utf8')));
    return wrong('a string or bytes', argument);
  });

const digestBy =
  (algorithm: string) =>
  (data: Uint8Array): Uint8Array =>
    new Uint8Array(createHash(algorithm).update(data).digest());

const hashing: Readonly<Record<string, NamespaceFunction>> = {
  md5: hash(digestBy('md5')),
  sha256: hash(digestBy('sha256')),
  /** Little-endian, as in production. */
  crc32: hash(crc32),
  crc32c: hash(crc32c),
};

const latlng: Readonly<Record<string, NamespaceFunction>> = {
  value: {
    arity: 2,
    run: ([latitude, longitude]) => {
      if (latitude === undefined || !isNumber(latitude)) return wrong('a number', latitude);
      if (longitude === undefined || !isNumber(longitude)) return wrong('a number', longitude);
      const [lat, lng] = [Number(latitude.value), Number(longitude.value)];
      return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
        ? { kind: 'latlng', latitude: lat, longitude: lng }
        : failure('This latitude or longitude is out of range.');
    },
  },
};

/** Functions such as `math.abs(x)`. `firestore` (only in Storage rules) is separate, because it reads documents. */
export const namespaces: Readonly<Record<string, Readonly<Record<string, NamespaceFunction>>>> = {
  math,
  duration,
  timestamp: timestamps,
  hashing,
  latlng,
};
/** Reserved words, which cannot be the name of a variable or function. */
export const reservedWords: ReadonlySet<string> = new Set(
  'allow else false function if in is let match null return rules_version service true request resource'.split(
    ' ',
  ),
);
const firestoreResource = ['data', 'id', '__name__'];
const storageResource = [
  'name',
  'bucket',
  'generation',
  'metageneration',
  'size',
  'timeCreated',
  'updated',
  'md5Hash',
  'crc32c',
  'etag',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
  'contentType',
  'cacheControl',
  'metadata',
];
/**
 * The members of `request` and `resource`, so that a misspelled one such as `request.auht` is found when the file is
 * loaded.
 */
export function knownMembers(service: ServiceName): Readonly<Record<string, readonly string[]>> {
  const resource = service === 'cloud.firestore' ? firestoreResource : storageResource;
  const request = ['auth', 'method', 'path', 'resource', 'time'];
  return {
    request: service === 'cloud.firestore' ? [...request, 'query'] : request,
    'request.auth': ['uid', 'token'],
    'request.resource': resource,
    'request.query': ['limit', 'offset', 'orderBy'],
    resource,
  };
}

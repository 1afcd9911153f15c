import type { WireFields, WireValue } from '@busker/rules-engine/port';
import type { Place } from './syntax-tree';

/** A value as rules see it. Integers have 64 bits, times are nanoseconds since 1970. */
export type Value =
  | { readonly kind: 'null' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bytes'; readonly value: Uint8Array }
  | { readonly kind: 'timestamp'; readonly nanos: bigint }
  | { readonly kind: 'duration'; readonly nanos: bigint }
  | { readonly kind: 'latlng'; readonly latitude: number; readonly longitude: number }
  | { readonly kind: 'path'; readonly segments: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'set'; readonly items: readonly Value[] }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Value> }
  | {
      readonly kind: 'map_diff';
      readonly after: ReadonlyMap<string, Value>;
      readonly before: ReadonlyMap<string, Value>;
    };

/** A fact from a query's filter: it holds for a field in every document that the query can return. */
export interface Fact {
  readonly op: '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains';
  readonly value: Value;
}

/**
 * An unknown value, because the rule is evaluated for a whole query: any value, or an error. `fields` has what is
 * known about a map's members, `facts` what is known about the value.
 */
export interface Unknown {
  readonly kind: 'unknown';
  readonly facts: readonly Fact[];
  readonly fields: ReadonlyMap<string, Value | Unknown>;
}

/** An error denies its rule, unless `||` or `&&` absorbs it. */
export interface Failure {
  readonly kind: 'error';
  readonly message: string;
  /** The place of the error; set by the evaluator. */
  readonly at?: Place;
}

export type Outcome = Value | Unknown | Failure;

export const bool = (value: boolean): Value => ({ kind: 'bool', value });
export const int = (value: bigint | number): Value => ({ kind: 'int', value: BigInt(value) });
export const float = (value: number): Value => ({ kind: 'float', value });
export const string = (value: string): Value => ({ kind: 'string', value });
export const bytes = (value: Uint8Array): Value => ({ kind: 'bytes', value });
export const timestamp = (nanos: bigint): Value => ({ kind: 'timestamp', nanos });
export const list = (items: readonly Value[]): Value => ({ kind: 'list', items });
export const path = (segments: readonly string[]): Value => ({ kind: 'path', segments });
export const map = (entries: Iterable<readonly [string, Value]>): Value => ({
  kind: 'map',
  entries: new Map(entries),
});
export const nothing: Value = { kind: 'null' };
export const unknown: Unknown = { kind: 'unknown', facts: [], fields: new Map() };
export const failure = (message: string): Failure => ({ kind: 'error', message });

export const isValue = (outcome: Outcome): outcome is Value =>
  outcome.kind !== 'error' && outcome.kind !== 'unknown';

/** For messages: `a string`, `an int`. */
export const named = (outcome: Outcome): string =>
  `${/^[aeiou]/.test(outcome.kind) ? 'an' : 'a'} ${outcome.kind}`;

/**
 * If an operand is an error, so is the result; otherwise, if one is unknown, so is the result; otherwise the
 * operation runs.
 */
export function strict(operands: readonly Outcome[], run: (values: readonly Value[]) => Outcome): Outcome {
  const error = operands.find((one): one is Failure => one.kind === 'error');
  if (error !== undefined) return error;
  return operands.every(isValue) ? run(operands) : unknown;
}

/** A compile error when a switch does not handle every case. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|\+00:00)$/;

/** Nanoseconds since 1970 of an RFC 3339 time in UTC. */
export function parseTime(text: string): bigint {
  const found = pattern.exec(text);
  if (found === null) throw new Error(`Not a time: ${text}`);
  const seconds = BigInt(Date.parse(`${text.slice(0, 19)}Z`)) / 1000n;
  return seconds * 1_000_000_000n + BigInt((found[7] ?? '').padEnd(9, '0'));
}

/** A stored value as rules see it. */
export function decodeValue(wire: WireValue): Value {
  if ('nullValue' in wire) return nothing;
  if ('booleanValue' in wire) return { kind: 'bool', value: wire.booleanValue };
  if ('integerValue' in wire) return { kind: 'int', value: BigInt(wire.integerValue) };
  if ('doubleValue' in wire) return { kind: 'float', value: Number(wire.doubleValue) };
  if ('timestampValue' in wire) return timestamp(parseTime(wire.timestampValue));
  if ('stringValue' in wire) return { kind: 'string', value: wire.stringValue };
  if ('bytesValue' in wire) return bytes(new Uint8Array(Buffer.from(wire.bytesValue, 'base64')));
  if ('referenceValue' in wire) return decodeReference(wire.referenceValue);
  if ('geoPointValue' in wire) {
    const { latitude = 0, longitude = 0 } = wire.geoPointValue;
    return { kind: 'latlng', latitude, longitude };
  }
  if ('arrayValue' in wire) return list((wire.arrayValue.values ?? []).map(decodeValue));
  if ('mapValue' in wire) return decodeFields(wire.mapValue.fields ?? {});
  return unreachable(wire);
}

export function decodeFields(fields: WireFields): Value {
  return map(Object.entries(fields).map(([name, value]) => [name, decodeValue(value)] as const));
}

/** `projects/p/databases/d/documents/a/b` is the path `/databases/d/documents/a/b` in rules. */
function decodeReference(name: string): Value {
  const segments = name.split('/');
  return path(segments[0] === 'projects' ? segments.slice(2) : segments);
}

/** JSON such as an ID token's claims or an object's metadata. Whole numbers become ints. */
export function decodeJson(json: unknown): Value {
  if (typeof json === 'boolean') return { kind: 'bool', value: json };
  if (typeof json === 'string') return { kind: 'string', value: json };
  if (typeof json === 'number') {
    return Number.isSafeInteger(json) ? { kind: 'int', value: BigInt(json) } : { kind: 'float', value: json };
  }
  if (Array.isArray(json)) return list(json.map(decodeJson));
  if (typeof json !== 'object' || json === null) return nothing;
  return map(Object.entries(json).map(([name, value]) => [name, decodeJson(value)] as const));
}

/** Ends the request: no rule can allow it any more, even inside `||`. */
export class OutOfBudget extends Error {}
/** Ends the rule, even inside `||`; another rule may still allow the request. */
export class OutOfLookups extends Error {}

/**
 * Production's limit for each request. It counts every literal and name, each `&&` and `||`, and each pair of
 * parentheses.
 */
const mostExpressions = 1000;
/** Our own limit: comparisons inside lists and maps, so that no rules file can block the server. */
const mostSteps = 1_000_000;
/** Our own limit: no useful rule builds a value larger than any document. */
const largest = 2_000_000;

/** Counts the cost of one request. */
export class Work {
  #expressions = 0;
  #steps = 0;

  expression(count = 1): void {
    this.#expressions += count;
    if (this.#expressions > mostExpressions) {
      throw new OutOfBudget(`More than ${mostExpressions} expressions were evaluated.`);
    }
  }

  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > mostSteps) throw new OutOfBudget('The rules needed too many steps.');
  }

  size(length: number): void {
    if (length > largest) throw new OutOfBudget('A rule built a value that is too large.');
    this.step(length >> 6);
  }
}

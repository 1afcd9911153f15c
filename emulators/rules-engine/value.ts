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

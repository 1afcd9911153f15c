import type { Place } from './place';

/** A value as rules see it. Integers are 64 bit, times count nanoseconds since 1970. */
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

/** What a query's filter says for certain about a field, in every document that the query can give. */
export interface Fact {
  readonly op: '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains';
  readonly value: Value;
}

/**
 * A value that is not known, since the rule is asked about a whole query: any value, or an error. `fields` holds what is known of a
 * map's members, `facts` what is known of the value itself.
 */
export interface Unknown {
  readonly kind: 'unknown';
  readonly facts: readonly Fact[];
  readonly fields: ReadonlyMap<string, Value | Unknown>;
}

/** An error denies the rule it is in, unless `||` or `&&` absorbs it. */
export interface Failure {
  readonly kind: 'error';
  readonly message: string;
  /** Where it arose; set by the evaluator. */
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

import type { PathStep } from './match-path';
import { isRecord } from './query-facts';
import { int, map, nothing, type Value } from './value';

export interface QueryShape {
  /** The documents that the query asks for, below its parent. */
  readonly steps: readonly PathStep[];
  readonly where: unknown;
  /** `request.query` */
  readonly query: Value;
}

/** Reads a StructuredQuery in proto3 JSON. What is not understood is left open, so that it proves nothing. */
export function queryShape(structuredQuery: unknown): QueryShape {
  const json = isRecord(structuredQuery) ? structuredQuery : {};
  const from = Array.isArray(json['from']) ? json['from'] : [];
  return {
    steps: from.length === 1 ? stepsOf(from[0]) : [{ kind: 'gap' }, { kind: 'one' }, { kind: 'one' }],
    where: json['where'],
    query: map([
      ['limit', numberOf(json['limit'])],
      ['offset', numberOf(json['offset'])],
    ]),
  };
}

function stepsOf(selector: unknown): PathStep[] {
  const { collectionId, allDescendants } = isRecord(selector) ? selector : {};
  const collection: PathStep =
    typeof collectionId === 'string' && collectionId !== ''
      ? { kind: 'text', text: collectionId }
      : { kind: 'one' };
  const below: PathStep[] = [collection, { kind: 'one' }];
  return allDescendants === true ? [{ kind: 'gap' }, ...below] : below;
}

/** Sent as a number or as `{"value": n}`; null when the query sets none. */
function numberOf(json: unknown): Value {
  const number = isRecord(json) ? json['value'] : json;
  return typeof number === 'number' && Number.isSafeInteger(number) ? int(number) : nothing;
}

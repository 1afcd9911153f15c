import type { PathStep } from './match-path';
import { isRecord } from './query-facts';
import { int, map, nothing, string, type Unknown, type Value } from './value';

export interface QueryShape {
  /** The path of the queried documents, below the query's parent. */
  readonly steps: readonly PathStep[];
  readonly where: unknown;
  /** `request.query`: the three documented members. Production has more, so other members are unknown. */
  readonly query: Unknown;
}

/** Parses a StructuredQuery in proto3 JSON. Unknown parts give no facts, so that they never allow the query. */
export function queryShape(structuredQuery: unknown): QueryShape {
  const json = isRecord(structuredQuery) ? structuredQuery : {};
  const from = Array.isArray(json['from']) ? json['from'] : [];
  return {
    steps: from.length === 1 ? stepsOf(from[0]) : [{ kind: 'gap' }, { kind: 'one' }, { kind: 'one' }],
    where: json['where'],
    query: partly([
      ['limit', numberOf(json['limit']) ?? nothing],
      ['offset', numberOf(json['offset']) ?? int(0)],
      ['orderBy', ordersOf(Array.isArray(json['orderBy']) ? json['orderBy'] : [])],
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

const partly = (fields: Iterable<readonly [string, Value | Unknown]>): Unknown => ({
  kind: 'unknown',
  facts: [],
  fields: new Map(fields),
});

/** Sent as a number or as `{"value": n}`. */
function numberOf(json: unknown): Value | null {
  const number = isRecord(json) ? json['value'] : json;
  return typeof number === 'number' && Number.isSafeInteger(number) ? int(number) : null;
}

/**
 * `{field: 'ASC' or 'DESC'}`, empty without an order. The form of nested fields and of the document name (web SDKs
 * always add it) is not documented. With one of them, the other fields are known, but the whole map is not.
 */
function ordersOf(orders: readonly unknown[]): Value | Unknown {
  const known = new Map<string, Value>();
  for (const order of orders) {
    const { field, direction } = isRecord(order) ? order : {};
    const name = isRecord(field) ? field['fieldPath'] : null;
    if (typeof name !== 'string' || name === '__name__' || !/^[A-Za-z_]\w*$/.test(name)) continue;
    known.set(name, string(direction === 'DESCENDING' || direction === 2 ? 'DESC' : 'ASC'));
  }
  return known.size === orders.length ? map(known) : partly(known);
}

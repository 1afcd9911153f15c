import type { WireValue } from '@busker/rules-engine/port';
import { isNumber } from './operators';
import { decodeValue } from './value';
import { nothing, type Fact, type Unknown, type Value } from './value';

/** One disjunct of a query: every document that matches it has all of these facts. */
type Disjunct = readonly { readonly field: readonly string[]; readonly fact: Fact }[];

/** More disjuncts than the database accepts. With more, nothing is considered certain. */
const mostDisjuncts = 100;

/** Names and numbers of StructuredQuery's operators; REST clients send either. */
const fieldOps: Readonly<Record<string, string>> = {
  1: 'LESS_THAN',
  2: 'LESS_THAN_OR_EQUAL',
  3: 'GREATER_THAN',
  4: 'GREATER_THAN_OR_EQUAL',
  5: 'EQUAL',
  6: 'NOT_EQUAL',
  7: 'ARRAY_CONTAINS',
  8: 'IN',
  9: 'ARRAY_CONTAINS_ANY',
};
const ranges: Readonly<Record<string, Fact['op']>> = {
  EQUAL: '==',
  NOT_EQUAL: '!=',
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL: '<=',
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL: '>=',
  ARRAY_CONTAINS: 'contains',
};

export const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/**
 * The facts that the filter gives about `resource.data`, one value for each disjunct. The rule must allow every one
 * of them.
 */
export function dataOfQuery(where: unknown): Unknown[] {
  const disjuncts = disjunctsOf(where);
  return (disjuncts.length > mostDisjuncts ? [[]] : disjuncts).map(dataOf);
}

function disjunctsOf(filter: unknown): Disjunct[] {
  if (!isRecord(filter)) return [[]];
  if (isRecord(filter['compositeFilter'])) return composite(filter['compositeFilter']);
  if (isRecord(filter['fieldFilter'])) return fieldFilter(filter['fieldFilter']);
  if (isRecord(filter['unaryFilter'])) return unaryFilter(filter['unaryFilter']);
  return [[]];
}

function composite({ op, filters }: Record<string, unknown>): Disjunct[] {
  const parts = Array.isArray(filters) ? filters.map(disjunctsOf) : [];
  if (op === 'OR' || op === 2) return parts.length === 0 ? [[]] : parts.flat();
  if (op !== 'AND' && op !== 1) return [[]];
  return parts.reduce<Disjunct[]>(
    (left, right) =>
      left.length * right.length > mostDisjuncts ? left : left.flatMap((a) => right.map((b) => [...a, ...b])),
    [[]],
  );
}

function fieldFilter({ field, op, value }: Record<string, unknown>): Disjunct[] {
  const way = fieldPath(field);
  const operand = wireOf(value);
  const name = fieldOps[String(op)] ?? String(op);
  if (way === null || operand === null) return [[]];
  if (name === 'IN' || name === 'ARRAY_CONTAINS_ANY') {
    if (operand.kind !== 'list' || operand.items.length === 0) return [[]];
    const one = name === 'IN' ? '==' : 'contains';
    return operand.items.map((item) => [{ field: way, fact: { op: one, value: item } }]);
  }
  const range = Object.hasOwn(ranges, name) ? ranges[name] : undefined;
  return range === undefined ? [[]] : [[{ field: way, fact: { op: range, value: operand } }]];
}

function unaryFilter({ field, op }: Record<string, unknown>): Disjunct[] {
  const way = fieldPath(field);
  if (way === null) return [[]];
  if (op === 'IS_NULL' || op === 3) return [[{ field: way, fact: { op: '==', value: nothing } }]];
  if (op === 'IS_NOT_NULL' || op === 5) return [[{ field: way, fact: { op: '!=', value: nothing } }]];
  return [[]];
}

function wireOf(json: unknown): Value | null {
  try {
    return isRecord(json) ? decodeValue(json as WireValue) : null;
  } catch {
    return null;
  }
}

/** Only plain names; a quoted field or the document name gives no facts. */
function fieldPath(field: unknown): readonly string[] | null {
  const path = isRecord(field) ? field['fieldPath'] : null;
  if (typeof path !== 'string' || !/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(path) || path === '__name__')
    return null;
  return path.split('.');
}

interface Known {
  readonly facts: Fact[];
  readonly fields: Map<string, Known>;
}

function dataOf(disjunct: Disjunct): Unknown {
  const root: Known = { facts: [], fields: new Map() };
  for (const { field, fact } of disjunct) {
    let place = root;
    for (const name of field) {
      const next: Known = place.fields.get(name) ?? { facts: [], fields: new Map() };
      place.fields.set(name, next);
      place = next;
    }
    place.facts.push(fact);
  }
  return toUnknown(root);
}

function toUnknown({ facts, fields }: Known): Unknown {
  const entries = [...fields].map(([name, known]): [string, Value | Unknown] => [name, toOutcome(known)]);
  return { kind: 'unknown', facts, fields: new Map(entries) };
}

function toOutcome(known: Known): Value | Unknown {
  const pinned = known.facts.find((fact) => fact.op === '==' && isExact(fact.value));
  return pinned === undefined ? toUnknown(known) : pinned.value;
}

/** `== 1` also finds 1.0, and an equal map or list may contain such numbers, so the type stays unknown. */
function isExact(value: Value): boolean {
  return !isNumber(value) && value.kind !== 'map' && value.kind !== 'list';
}

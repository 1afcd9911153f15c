import type { FilterValue, Query } from './store';

interface Held {
  readonly path: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export function fieldOf(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), data);
}

/** Dates compare by their time. Values of different types never match. */
function compare(a: unknown, b: unknown): number | undefined {
  const [x, y] = [a instanceof Date ? a.getTime() : a, b instanceof Date ? b.getTime() : b];
  if (typeof x === 'number' && typeof y === 'number') return x - y;
  if (typeof x === 'string' && typeof y === 'string') return x < y ? -1 : x > y ? 1 : 0;
  if (typeof x === 'boolean' && typeof y === 'boolean') return Number(x) - Number(y);
  return undefined;
}

const same = (a: unknown, b: FilterValue) => compare(a, b) === 0;

function holds(value: unknown, op: string, wanted: FilterValue | readonly FilterValue[]): boolean {
  const list = (Array.isArray(wanted) ? wanted : [wanted]) as readonly FilterValue[];
  const order = compare(value, list[0]);
  switch (op) {
    case '==':
      return order === 0;
    case '<':
      return order !== undefined && order < 0;
    case '<=':
      return order !== undefined && order <= 0;
    case '>':
      return order !== undefined && order > 0;
    case '>=':
      return order !== undefined && order >= 0;
    case 'in':
      return list.some((each) => same(value, each));
    case 'array-contains':
      return Array.isArray(value) && value.some((each) => list.some((one) => same(each, one)));
    default:
      throw new Error(`No such operator: ${op}`);
  }
}

type Filter = Omit<Query, 'limit' | 'after'>;

function liesIn({ from, group }: Filter, path: string): boolean {
  if (group === true) return path.split('/').at(-2) === from;
  return path.startsWith(`${from}/`) && !path.includes('/', from.length + 1);
}

export function matchesQuery(query: Filter, { path, data }: Held): boolean {
  if (!liesIn(query, path)) return false;
  if ((query.orderBy ?? []).some(([field]) => fieldOf(data, field) === undefined)) return false;
  return (query.where ?? []).every(([field, op, value]) => holds(fieldOf(data, field), op, value));
}

/** Sorted by the requested fields, then by path, as Firestore does. */
export function sortFor(query: Query): (a: Held, b: Held) => number {
  const last = query.orderBy?.at(-1)?.[1] ?? 'asc';
  return (a, b) => {
    for (const [field, direction] of query.orderBy ?? []) {
      const order = compare(fieldOf(a.data, field), fieldOf(b.data, field)) ?? 0;
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    const byPath = a.path < b.path ? -1 : 1;
    return last === 'asc' ? byPath : -byPath;
  };
}

/** The sorted documents that follow a place. */
export function followersOf(query: Query, sorted: readonly Held[]): readonly Held[] {
  const { after = null } = query;
  if (after === null) return sorted;
  const { path, values } = typeof after === 'string' ? { path: after, values: null } : after;
  if (values === null) {
    const index = sorted.findIndex((each) => each.path === path);
    if (index >= 0) return sorted.slice(index + 1);
    // Firestore reads the values of the order from the document.
    if ((query.orderBy ?? []).length > 0) throw new Error(`${path} is gone`);
  }
  const order = sortFor(query);
  const last = { path, data: valuesAt(query, values ?? []) };
  return sorted.filter((each) => order(last, each) < 0 && each.path !== path);
}

function valuesAt({ orderBy = [] }: Query, values: readonly FilterValue[]): Held['data'] {
  const data: Record<string, unknown> = {};
  for (const [index, [field]] of orderBy.entries()) {
    const keys = field.split('.');
    const name = keys.pop() ?? field;
    let at = data;
    for (const key of keys) at = (at[key] ??= {}) as Record<string, unknown>;
    at[name] = values[index];
  }
  return data;
}

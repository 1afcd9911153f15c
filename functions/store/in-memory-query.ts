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

function liesIn(query: Query, path: string): boolean {
  const parts = path.split('/');
  if (query.group === true) return parts.at(-2) === query.from;
  return parts.slice(0, -1).join('/') === query.from;
}

export function matchesQuery(query: Query, { path, data }: Held): boolean {
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

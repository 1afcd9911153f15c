import { invalid } from '../status';
import { parseResourceName } from '../values/resource-name';
import { type Filter, isNamePath, leavesOf } from './query';

type Leaf = Exclude<Filter, { kind: 'composite' }>;

const NEGATIONS: ReadonlySet<string> = new Set(['NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', 'IS_NOT_NULL']);

function* composites(filter: Filter | null): Generator<Extract<Filter, { kind: 'composite' }>> {
  if (filter?.kind !== 'composite') return;
  yield filter;
  for (const inner of filter.filters) yield* composites(inner);
}

/** The largest number of array-contains in any disjunction of the filter. */
function arrayContains(filter: Filter): number {
  if (filter.kind !== 'composite') return filter.op === 'ARRAY_CONTAINS' ? 1 : 0;
  const counts = filter.filters.map(arrayContains);
  return filter.op === 'AND' ? counts.reduce((sum, count) => sum + count, 0) : Math.max(...counts);
}

function checkNegations(filter: Filter, leaves: readonly Leaf[]): void {
  if (leaves.filter(({ op }) => NEGATIONS.has(op)).length > 1) {
    throw invalid("A query can have one of 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN' and 'IS_NOT_NULL' only.");
  }
  const lists = leaves.some(({ op }) => op === 'IN' || op === 'ARRAY_CONTAINS_ANY');
  const or = [...composites(filter)].some(({ op, filters }) => op === 'OR' && filters.length > 1);
  if ((lists || or) && leaves.some(({ op }) => op === 'NOT_IN')) {
    throw invalid("A query cannot have 'NOT_IN' beside 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.");
  }
}

/** References must name documents of the queried database. */
function checkNames(leaf: Leaf, database: string): void {
  if (leaf.kind !== 'field' || !isNamePath(leaf.path)) return;
  const values = 'arrayValue' in leaf.value ? (leaf.value.arrayValue.values ?? []) : [leaf.value];
  for (const value of values) {
    if ('referenceValue' in value && parseResourceName(value.referenceValue).database !== database) {
      throw invalid(
        `The request is for the database "${database}", not for that of "${value.referenceValue}".`,
      );
    }
  }
}

/** Refuses the filter combinations that production refuses. The admin SDK does not check them. */
export function checkFilter(filter: Filter | null, database: string): void {
  if (filter === null) return;
  const leaves = [...leavesOf(filter)];
  checkNegations(filter, leaves);
  if (arrayContains(filter) > 1) throw invalid("A disjunction can have one 'ARRAY_CONTAINS' only.");
  for (const leaf of leaves) checkNames(leaf, database);
}

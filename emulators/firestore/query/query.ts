import type { WireValue } from '../../wire-value';
import type { FieldPath } from '../values/field-path';

export type FieldOperator =
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'ARRAY_CONTAINS'
  | 'IN'
  | 'ARRAY_CONTAINS_ANY'
  | 'NOT_IN';

export type UnaryOperator = 'IS_NAN' | 'IS_NULL' | 'IS_NOT_NAN' | 'IS_NOT_NULL';

export type Filter =
  | { readonly kind: 'composite'; readonly op: 'AND' | 'OR'; readonly filters: readonly Filter[] }
  | {
      readonly kind: 'field';
      readonly path: FieldPath;
      readonly op: FieldOperator;
      readonly value: WireValue;
    }
  | { readonly kind: 'unary'; readonly path: FieldPath; readonly op: UnaryOperator };

export interface Order {
  readonly path: FieldPath;
  readonly descending: boolean;
}

export interface Bound {
  readonly values: readonly WireValue[];
  readonly before: boolean;
}

/** A validated query with its implicit orderings; the last ordering is always `__name__`. */
export interface Query {
  /** `projects/p/databases/d`; needed to resolve references in filters and cursors. */
  readonly database: string;
  readonly parent: string;
  /** null: documents of every collection. */
  readonly collectionId: string | null;
  readonly allDescendants: boolean;
  readonly filter: Filter | null;
  readonly orders: readonly Order[];
  readonly start: Bound | null;
  readonly end: Bound | null;
  readonly offset: number;
  readonly limit: number | null;
  /** null: whole documents; an empty list: only names. */
  readonly select: readonly FieldPath[] | null;
}

export const isNamePath = (path: FieldPath): boolean => path.length === 1 && path[0] === '__name__';

const INEQUALITIES: ReadonlySet<string> = new Set([
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'NOT_EQUAL',
  'NOT_IN',
  'IS_NOT_NAN',
  'IS_NOT_NULL',
]);

export const isInequality = (filter: Filter): boolean =>
  filter.kind !== 'composite' && INEQUALITIES.has(filter.op);

export function* leavesOf(filter: Filter | null): Generator<Exclude<Filter, { kind: 'composite' }>> {
  if (filter === null) return;
  if (filter.kind !== 'composite') yield filter;
  else for (const inner of filter.filters) yield* leavesOf(inner);
}

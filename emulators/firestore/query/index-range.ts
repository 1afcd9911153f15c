import type { WireValue } from '../../wire-value';
import type { Collection } from '../engine/collection';
import type { SortedList } from '../engine/sorted-list';
import type { StoredDocument } from '../engine/stored-document';
import { compareValues } from '../values/value-order';
import { type FieldPath, formatFieldPath, getField } from '../values/field-path';
import { type Filter, isNamePath, type Order, type Query } from './query';

type FieldFilter = Extract<Filter, { kind: 'field' }>;

/** A part of a sorted index: positions `from` up to, but not including, `to`. */
export interface IndexRange {
  readonly entries: SortedList<StoredDocument>;
  readonly from: number;
  readonly to: number;
}

/** The field filters that every result must match. */
export function requiredFilters(filter: Filter | null): FieldFilter[] {
  if (filter === null) return [];
  if (filter.kind === 'field') return [filter];
  if (filter.kind === 'composite' && filter.op === 'AND') return filter.filters.flatMap(requiredFilters);
  return [];
}

const valueOrder = (path: FieldPath, value: WireValue) => (entry: StoredDocument) => {
  const own = getField(entry.fields, path);
  return own === undefined ? -1 : compareValues(own, value);
};

type Entries = SortedList<StoredDocument>;

const firstAtLeast = (entries: Entries, path: FieldPath, value: WireValue): number =>
  entries.lowerBound(valueOrder(path, value));

function firstAbove(entries: Entries, path: FieldPath, value: WireValue): number {
  const order = valueOrder(path, value);
  return entries.lowerBound((entry) => (order(entry) <= 0 ? -1 : 1));
}

function equalRange(collection: Collection, path: FieldPath, value: WireValue): IndexRange {
  const entries = collection.sortedBy(path);
  return { entries, from: firstAtLeast(entries, path, value), to: firstAbove(entries, path, value) };
}

/** The parts of an index with all documents that match an equality or an `in`; null for other filters. */
export function pinnedRanges(collection: Collection, filter: FieldFilter): IndexRange[] | null {
  const { path, op, value } = filter;
  if (isNamePath(path)) return null;
  if (op === 'EQUAL') return [equalRange(collection, path, value)];
  if (op !== 'IN' || !('arrayValue' in value)) return null;
  const distinct: WireValue[] = [];
  for (const item of value.arrayValue.values ?? []) {
    if (!distinct.some((known) => compareValues(known, item) === 0)) distinct.push(item);
  }
  return distinct.map((item) => equalRange(collection, path, item));
}

export const countOf = (ranges: readonly IndexRange[]): number =>
  ranges.reduce((sum, { from, to }) => sum + to - from, 0);

interface Limits {
  low: WireValue[];
  high: WireValue[];
}

function filterLimits(query: Query, key: string): Limits {
  const limits: Limits = { low: [], high: [] };
  for (const { path, op, value } of requiredFilters(query.filter)) {
    if (formatFieldPath(path) !== key) continue;
    if (op === 'GREATER_THAN' || op === 'GREATER_THAN_OR_EQUAL' || op === 'EQUAL') limits.low.push(value);
    if (op === 'LESS_THAN' || op === 'LESS_THAN_OR_EQUAL' || op === 'EQUAL') limits.high.push(value);
  }
  return limits;
}

function addCursorLimits(limits: Limits, query: Query, descending: boolean): void {
  const start = query.start?.values[0];
  const end = query.end?.values[0];
  if (start !== undefined) (descending ? limits.high : limits.low).push(start);
  if (end !== undefined) (descending ? limits.low : limits.high).push(end);
}

/** The part of the index for the query's first ordering that contains its results. */
export function orderRange(collection: Collection, query: Query, order: Order): IndexRange {
  if (isNamePath(order.path)) {
    const entries = collection.sortedByName();
    return { entries, from: 0, to: entries.length };
  }
  const entries = collection.sortedBy(order.path);
  const limits = filterLimits(query, formatFieldPath(order.path));
  addCursorLimits(limits, query, order.descending);
  const from = Math.max(0, ...limits.low.map((value) => firstAtLeast(entries, order.path, value)));
  const to = Math.min(entries.length, ...limits.high.map((value) => firstAbove(entries, order.path, value)));
  return { entries, from, to };
}

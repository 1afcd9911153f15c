import type { WireFields, WireValue } from '@busker/rules-engine/port';
import type { StoredDocument } from '../documents/stored-document';
import {
  emptyFields,
  getField,
  parseFieldPath,
  withFields,
  type FieldChange,
  type FieldPath,
} from '../values/names';
import { invalid } from '../values/status';
import { RANK, rankOf, wireDouble } from '../values/values';
import type { Aggregation } from '../wire/messages';
import { isNamePath } from './parse-query';

const MAX_AGGREGATIONS = 5;

type Operator =
  | { readonly kind: 'count'; readonly upTo: number | null }
  | { readonly kind: 'sum' | 'avg'; readonly field: FieldPath };

interface NamedAggregation {
  readonly alias: string;
  readonly operator: Operator;
}

function operatorOf(message: Aggregation): Operator {
  if (message.count !== undefined) {
    const upTo = message.count.upTo === undefined ? null : Number(message.count.upTo);
    if (upTo !== null && upTo <= 0) throw invalid('upTo must be greater than zero.');
    return { kind: 'count', upTo };
  }
  if (message.sum !== undefined) {
    return { kind: 'sum', field: parseFieldPath(message.sum.field?.fieldPath ?? '') };
  }
  if (message.avg !== undefined) {
    return { kind: 'avg', field: parseFieldPath(message.avg.field?.fieldPath ?? '') };
  }
  throw invalid('An aggregation needs an operator.');
}

export function parseAggregations(messages: readonly Aggregation[]): NamedAggregation[] {
  if (messages.length === 0) throw invalid('At least one aggregation is required.');
  if (messages.length > MAX_AGGREGATIONS) {
    throw invalid(`maximum number of aggregations allowed in an aggregation query is ${MAX_AGGREGATIONS}`);
  }
  const used = new Set(messages.flatMap(({ alias }) => (alias === undefined ? [] : [alias])));
  if (used.size < messages.filter(({ alias }) => alias !== undefined).length) {
    throw invalid('Aggregation aliases must be unique.');
  }
  let next = 1;
  return messages.map((message) => {
    let alias = message.alias ?? '';
    while (alias === '') {
      const candidate = `field_${next++}`;
      if (!used.has(candidate)) alias = candidate;
    }
    return { alias, operator: operatorOf(message) };
  });
}

const numbersOf = (documents: readonly StoredDocument[], field: FieldPath): WireValue[] =>
  documents.flatMap(({ fields }) => {
    const value = getField(fields, field);
    const rank = value === undefined ? -1 : rankOf(value);
    return value !== undefined && (rank === RANK.number || rank === RANK.nan) ? [value] : [];
  });

const asDouble = (value: WireValue): number => {
  if ('integerValue' in value) return Number(value.integerValue);
  return 'doubleValue' in value ? Number(value.doubleValue) : Number.NaN;
};

/** The sum of integers is an integer while it fits into 64 bits, and a double otherwise. */
function sum(values: readonly WireValue[]): WireValue {
  const integers = values.flatMap((value) => ('integerValue' in value ? [BigInt(value.integerValue)] : []));
  if (integers.length < values.length) {
    return { doubleValue: wireDouble(values.reduce((total, value) => total + asDouble(value), 0)) };
  }
  const total = integers.reduce((a, b) => a + b, 0n);
  if (BigInt.asIntN(64, total) === total) return { integerValue: total.toString() };
  return { doubleValue: wireDouble(Number(total)) };
}

function average(values: readonly WireValue[]): WireValue {
  if (values.length === 0) return { nullValue: null };
  return { doubleValue: wireDouble(asDouble(sum(values)) / values.length) };
}

function evaluate(operator: Operator, documents: readonly StoredDocument[]): WireValue {
  switch (operator.kind) {
    case 'count':
      return { integerValue: String(Math.min(documents.length, operator.upTo ?? documents.length)) };
    case 'sum':
      return sum(numbersOf(documents, operator.field));
    case 'avg':
      return average(numbersOf(documents, operator.field));
  }
}

/** With several summed fields, only documents with all of these fields count, as in production. */
export function aggregate(
  aggregations: readonly NamedAggregation[],
  documents: readonly StoredDocument[],
): WireFields {
  const fields = aggregations.flatMap(({ operator }) => (operator.kind === 'count' ? [] : [operator.field]));
  const complete = documents.filter((document) =>
    fields.every((field) => getField(document.fields, field) !== undefined),
  );
  const results = emptyFields();
  for (const { alias, operator } of aggregations) results[alias] = evaluate(operator, complete);
  return results;
}

/** Only the given fields of a document. */
function projectFields(fields: WireFields, paths: readonly FieldPath[]): WireFields {
  const present = paths
    .map((path): FieldChange => [path, getField(fields, path)])
    .filter(([, value]) => value !== undefined);
  return withFields(emptyFields(), present);
}

export const selectFields = (document: StoredDocument, select: readonly FieldPath[] | null): WireFields =>
  select === null ? document.fields : projectFields(document.fields, select);

export function maskFields(document: StoredDocument, fieldPaths: readonly string[] | null): WireFields {
  if (fieldPaths === null) return document.fields;
  return projectFields(
    document.fields,
    fieldPaths.map(parseFieldPath).filter((path) => !isNamePath(path)),
  );
}

import type { WireValue } from '../../wire-value';
import type { StoredDocument } from '../engine/stored-document';
import { type FieldPath, getField } from '../values/field-path';
import { documentName } from '../values/resource-name';
import { compareValues, isNaNValue, RANK, rankOf } from '../values/value-order';
import { type FieldOperator, type Filter, isNamePath, type UnaryOperator } from './query';

export type Predicate = (document: StoredDocument) => boolean;
type Test = (value: WireValue) => boolean;

/** Reads a field of a document; `__name__` is the document's own name. */
export function fieldReader(
  path: FieldPath,
  database: string,
): (document: StoredDocument) => WireValue | undefined {
  if (isNamePath(path)) return ({ path: own }) => ({ referenceValue: documentName(database, own) });
  return ({ fields }) => getField(fields, path);
}

const sameType = (a: WireValue, b: WireValue): boolean => rankOf(a) === rankOf(b);

const isNull = (value: WireValue): boolean => 'nullValue' in value;

/** null and NaN match nothing inside `in`, `not-in` and `array-contains-any`. */
const comparable = (value: WireValue): boolean => !isNull(value) && !isNaNValue(value);

const itemsOf = (value: WireValue): readonly WireValue[] =>
  'arrayValue' in value ? (value.arrayValue.values ?? []) : [];

const among = (items: readonly WireValue[], value: WireValue): boolean =>
  items.some((item) => compareValues(item, value) === 0);

function notIn(operand: WireValue): Test {
  const items = itemsOf(operand);
  if (items.some(isNull)) return () => false;
  const known = items.filter(comparable);
  return (value) => !isNull(value) && !among(known, value);
}

function fieldTest(op: FieldOperator, operand: WireValue): Test {
  const ordered =
    (accept: (order: number) => boolean): Test =>
    (value) =>
      sameType(value, operand) && accept(compareValues(value, operand));
  switch (op) {
    case 'LESS_THAN':
      return ordered((order) => order < 0);
    case 'LESS_THAN_OR_EQUAL':
      return ordered((order) => order <= 0);
    case 'GREATER_THAN':
      return ordered((order) => order > 0);
    case 'GREATER_THAN_OR_EQUAL':
      return ordered((order) => order >= 0);
    case 'EQUAL':
      return (value) => compareValues(value, operand) === 0;
    case 'NOT_EQUAL':
      // `!= null` matches nothing; the SDKs use IS_NOT_NULL.
      return (value) => !isNull(value) && !isNull(operand) && compareValues(value, operand) !== 0;
    case 'ARRAY_CONTAINS':
      return (value) => comparable(operand) && among(itemsOf(value), operand);
    case 'ARRAY_CONTAINS_ANY': {
      const wanted = itemsOf(operand).filter(comparable);
      return (value) => itemsOf(value).some((item) => among(wanted, item));
    }
    case 'IN': {
      const wanted = itemsOf(operand).filter(comparable);
      return (value) => among(wanted, value);
    }
    case 'NOT_IN':
      return notIn(operand);
  }
}

function unaryTest(op: UnaryOperator): Test {
  switch (op) {
    case 'IS_NULL':
      return isNull;
    case 'IS_NOT_NULL':
      return (value) => !isNull(value);
    case 'IS_NAN':
      return (value) => rankOf(value) === RANK.nan;
    case 'IS_NOT_NAN':
      return (value) => !isNull(value) && rankOf(value) !== RANK.nan;
  }
}

/** A filter as a function; a document without the field never matches. */
export function compileFilter(filter: Filter, database: string): Predicate {
  if (filter.kind === 'composite') {
    const inner = filter.filters.map((each) => compileFilter(each, database));
    return filter.op === 'AND'
      ? (document) => inner.every((test) => test(document))
      : (document) => inner.some((test) => test(document));
  }
  const read = fieldReader(filter.path, database);
  const test = filter.kind === 'field' ? fieldTest(filter.op, filter.value) : unaryTest(filter.op);
  return (document) => {
    const value = read(document);
    return value !== undefined && test(value);
  };
}

import type { WireValue } from '../../wire-value';
import { invalid } from '../status';
import { parseFieldPath } from '../values/field-path';
import type { FilterMessage } from '../wire/messages';
import { type FieldOperator, type Filter, isNamePath, type UnaryOperator } from './query';

const FIELD_OPERATORS: ReadonlySet<string> = new Set<FieldOperator>([
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'EQUAL',
  'NOT_EQUAL',
  'ARRAY_CONTAINS',
  'IN',
  'ARRAY_CONTAINS_ANY',
  'NOT_IN',
]);

const UNARY_OPERATORS: ReadonlySet<string> = new Set<UnaryOperator>([
  'IS_NAN',
  'IS_NULL',
  'IS_NOT_NAN',
  'IS_NOT_NULL',
]);

const isFieldOperator = (op: string): op is FieldOperator => FIELD_OPERATORS.has(op);

const isUnaryOperator = (op: string): op is UnaryOperator => UNARY_OPERATORS.has(op);

/**
 * The maximum number of operands of a list operator (https://firebase.google.com/docs/firestore/query-data/queries).
 */
const MOST_OPERANDS: Partial<Record<FieldOperator, number>> = { IN: 30, ARRAY_CONTAINS_ANY: 30, NOT_IN: 10 };

function checkOperand(op: FieldOperator, value: WireValue): void {
  const most = MOST_OPERANDS[op];
  if (most === undefined) return;
  const count = 'arrayValue' in value ? (value.arrayValue.values?.length ?? 0) : -1;
  if (count < 0) throw invalid(`'${op}' requires an ArrayValue.`);
  if (count === 0) throw invalid(`'${op}' requires a non-empty ArrayValue.`);
  if (count > most) throw invalid(`'${op}' supports up to ${most} comparison values.`);
}

function checkName(op: FieldOperator, value: WireValue): void {
  const values =
    'arrayValue' in value && (op === 'IN' || op === 'NOT_IN') ? value.arrayValue.values : [value];
  if (values?.every((item) => 'referenceValue' in item) !== true) {
    throw invalid('__key__ filter value must be a Key');
  }
}

function fieldFilter(message: NonNullable<FilterMessage['fieldFilter']>): Filter {
  const op = message.op ?? 'OPERATOR_UNSPECIFIED';
  if (!isFieldOperator(op)) throw invalid(`Invalid filter operator ${op}.`);
  if (message.value === undefined) throw invalid('A field filter needs a value.');
  const path = parseFieldPath(message.field?.fieldPath ?? '');
  checkOperand(op, message.value);
  if (isNamePath(path)) checkName(op, message.value);
  return { kind: 'field', path, op, value: message.value };
}

function unaryFilter(message: NonNullable<FilterMessage['unaryFilter']>): Filter {
  const op = message.op ?? 'OPERATOR_UNSPECIFIED';
  if (!isUnaryOperator(op)) throw invalid(`Invalid filter operator ${op}.`);
  return { kind: 'unary', path: parseFieldPath(message.field?.fieldPath ?? ''), op };
}

function compositeFilter(message: NonNullable<FilterMessage['compositeFilter']>): Filter | null {
  const { op, filters = [] } = message;
  if (op !== 'AND' && op !== 'OR')
    throw invalid(`Invalid composite operator ${op ?? 'OPERATOR_UNSPECIFIED'}.`);
  const parsed = filters.map(parseFilter).filter((filter) => filter !== null);
  return parsed.length === 0 ? null : { kind: 'composite', op, filters: parsed };
}

/** Null: an empty composite filter, which matches every document. */
export function parseFilter(message: FilterMessage): Filter | null {
  if (message.fieldFilter !== undefined) return fieldFilter(message.fieldFilter);
  if (message.unaryFilter !== undefined) return unaryFilter(message.unaryFilter);
  if (message.compositeFilter !== undefined) return compositeFilter(message.compositeFilter);
  throw invalid('Filter type is not set.');
}

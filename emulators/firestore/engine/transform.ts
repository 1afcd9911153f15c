import type { WireFields, WireValue } from '../../wire-value';
import { invalid } from '../status';
import { addNumbers, extremeNumber, isNumber } from '../values/arithmetic';
import { getField, parseFieldPath, withField } from '../values/field-path';
import { compareValues } from '../values/value-order';
import type { FieldTransform } from '../wire/messages';

const NULL: WireValue = { nullValue: null };

interface Transformed {
  readonly value: WireValue;
  readonly result: WireValue;
}

const both = (value: WireValue): Transformed => ({ value, result: value });

const storedItems = (stored: WireValue | undefined): readonly WireValue[] =>
  stored !== undefined && 'arrayValue' in stored ? (stored.arrayValue.values ?? []) : [];

const arrayOf = (values: WireValue[]): Transformed => ({
  value: { arrayValue: values.length === 0 ? {} : { values } },
  result: NULL,
});

function appended(stored: WireValue | undefined, items: readonly WireValue[]): Transformed {
  const values = [...storedItems(stored)];
  for (const item of items) if (!values.some((value) => compareValues(value, item) === 0)) values.push(item);
  return arrayOf(values);
}

const removed = (stored: WireValue | undefined, items: readonly WireValue[]): Transformed =>
  arrayOf(storedItems(stored).filter((value) => !items.some((item) => compareValues(value, item) === 0)));

function operand(value: WireValue, name: string): WireValue {
  if (!isNumber(value)) throw invalid(`The operand of ${name} must be a number.`);
  return value;
}

function transformed(transform: FieldTransform, stored: WireValue | undefined, now: string): Transformed {
  if (transform.setToServerValue !== undefined) {
    if (transform.setToServerValue !== 'REQUEST_TIME') throw invalid('Unknown server value.');
    return both({ timestampValue: now });
  }
  if (transform.increment !== undefined) {
    const by = operand(transform.increment, 'increment');
    return both(isNumber(stored) ? addNumbers(stored, by) : by);
  }
  if (transform.maximum !== undefined) {
    const other = operand(transform.maximum, 'maximum');
    return both(isNumber(stored) ? extremeNumber(stored, other, 1) : other);
  }
  if (transform.minimum !== undefined) {
    const other = operand(transform.minimum, 'minimum');
    return both(isNumber(stored) ? extremeNumber(stored, other, -1) : other);
  }
  if (transform.appendMissingElements !== undefined) {
    return appended(stored, transform.appendMissingElements.values ?? []);
  }
  if (transform.removeAllFromArray !== undefined) {
    return removed(stored, transform.removeAllFromArray.values ?? []);
  }
  throw invalid('A field transform needs a type.');
}

/** Applies transforms in order; `now` is the commit time. The result of an array transform is null. */
export function applyTransforms(
  fields: WireFields,
  transforms: readonly FieldTransform[],
  now: string,
): { fields: WireFields; results: WireValue[] } {
  let current = fields;
  const results: WireValue[] = [];
  for (const transform of transforms) {
    const path = parseFieldPath(transform.fieldPath ?? '');
    const { value, result } = transformed(transform, getField(current, path), now);
    current = withField(current, path, value);
    results.push(result);
  }
  return { fields: current, results };
}

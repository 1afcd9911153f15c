import type { WireValue } from '../../wire-value';
import { wireDouble } from '../wire/scalars';
import { compareValues, isNaNValue, RANK, rankOf } from './value-order';

const INT64_MAX = 9_223_372_036_854_775_807n;
const INT64_MIN = -9_223_372_036_854_775_808n;

export function isNumber(value: WireValue | undefined): value is WireValue {
  return value !== undefined && (rankOf(value) === RANK.number || rankOf(value) === RANK.nan);
}

const toDouble = (value: WireValue): number => {
  if ('integerValue' in value) return Number(value.integerValue);
  return 'doubleValue' in value ? Number(value.doubleValue) : Number.NaN;
};

/** Integers add exactly and saturate at the limits of 64 bits. A sum with a double is a double. */
export function addNumbers(a: WireValue, b: WireValue): WireValue {
  if ('integerValue' in a && 'integerValue' in b) {
    const sum = BigInt(a.integerValue) + BigInt(b.integerValue);
    return { integerValue: (sum > INT64_MAX ? INT64_MAX : sum < INT64_MIN ? INT64_MIN : sum).toString() };
  }
  return { doubleValue: wireDouble(toDouble(a) + toDouble(b)) };
}

/** The larger (sign 1) or smaller (sign -1) of two numbers; the stored one when they are equal; NaN if one is NaN. */
export function extremeNumber(stored: WireValue, operand: WireValue, sign: 1 | -1): WireValue {
  if (isNaNValue(stored) || isNaNValue(operand)) return { doubleValue: 'NaN' };
  return sign * compareValues(operand, stored) > 0 ? operand : stored;
}

import type { WireFields, WireValue } from '@busker/rules-engine/port';
import type { RulesDocument } from '../port';

/** For tests: a plain JavaScript value in its stored form. Whole numbers are integers. */
export type Plain =
  null | boolean | number | string | bigint | Date | readonly Plain[] | { readonly [name: string]: Plain };

export function wire(value: Plain): WireValue {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'bigint') return { integerValue: String(value) };
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (isList(value)) return { arrayValue: { values: value.map(wire) } };
  return { mapValue: { fields: wireFields(value) } };
}

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

function wireFields(data: { readonly [name: string]: Plain }): WireFields {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, wire(value)]));
}

export const documentOf = (path: string, data: { readonly [name: string]: Plain }): RulesDocument => ({
  path,
  fields: wireFields(data),
});

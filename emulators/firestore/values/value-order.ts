import type { WireFields, WireValue } from '../../wire-value';
import { comparePaths } from './path-order';
import { compareText } from './text-order';

/** Firestore's order of types. NaN sorts before all other numbers, vectors sort between arrays and maps. */
export const RANK = {
  null: 0,
  boolean: 1,
  nan: 2,
  number: 3,
  timestamp: 4,
  string: 5,
  bytes: 6,
  reference: 7,
  geoPoint: 8,
  array: 9,
  vector: 10,
  map: 11,
} as const;

const byteBuffer = (base64: string): Buffer => Buffer.from(base64, 'base64');

export function isVector(fields: WireFields | undefined): boolean {
  const mark = fields?.['__type__'];
  return mark !== undefined && 'stringValue' in mark && mark.stringValue === '__vector__';
}

export function isNaNValue(value: WireValue): boolean {
  return 'doubleValue' in value && (value.doubleValue === 'NaN' || Number.isNaN(value.doubleValue));
}

/** The rank of the value's type in Firestore's order of types. */
export function rankOf(value: WireValue): number {
  if ('stringValue' in value) return RANK.string;
  if ('integerValue' in value) return RANK.number;
  if ('doubleValue' in value) return isNaNValue(value) ? RANK.nan : RANK.number;
  if ('booleanValue' in value) return RANK.boolean;
  if ('timestampValue' in value) return RANK.timestamp;
  if ('nullValue' in value) return RANK.null;
  if ('mapValue' in value) return isVector(value.mapValue.fields) ? RANK.vector : RANK.map;
  if ('arrayValue' in value) return RANK.array;
  if ('referenceValue' in value) return RANK.reference;
  if ('bytesValue' in value) return RANK.bytes;
  return RANK.geoPoint;
}

/** A number that compares exactly: JavaScript compares BigInt with Number mathematically. */
export function comparableNumber(value: WireValue): number | bigint {
  if ('integerValue' in value) {
    return value.integerValue.length <= 15 ? Number(value.integerValue) : BigInt(value.integerValue);
  }
  return 'doubleValue' in value ? Number(value.doubleValue) : Number.NaN;
}

const order = (a: number | bigint | string, b: number | bigint | string): number =>
  a < b ? -1 : a > b ? 1 : 0;

function compareArrays(a: readonly WireValue[], b: readonly WireValue[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a[i];
    const y = b[i];
    if (x === undefined || y === undefined) break;
    const result = compareValues(x, y);
    if (result !== 0) return result;
  }
  return a.length - b.length;
}

function compareMaps(a: WireFields, b: WireFields): number {
  const keysA = Object.keys(a).sort(compareText);
  const keysB = Object.keys(b).sort(compareText);
  const length = Math.min(keysA.length, keysB.length);
  for (let i = 0; i < length; i++) {
    const keyA = keysA[i] ?? '';
    const keyB = keysB[i] ?? '';
    const byKey = compareText(keyA, keyB);
    if (byKey !== 0) return byKey;
    const x = a[keyA];
    const y = b[keyB];
    if (x === undefined || y === undefined) continue;
    const byValue = compareValues(x, y);
    if (byValue !== 0) return byValue;
  }
  return keysA.length - keysB.length;
}

export function vectorElements(fields: WireFields | undefined): readonly WireValue[] {
  const value = fields?.['value'];
  return value !== undefined && 'arrayValue' in value ? (value.arrayValue.values ?? []) : [];
}

function compareSameRank(a: WireValue, b: WireValue): number {
  if ('stringValue' in a && 'stringValue' in b) return compareText(a.stringValue, b.stringValue);
  if ('booleanValue' in a && 'booleanValue' in b) return Number(a.booleanValue) - Number(b.booleanValue);
  // Timestamps always have six fractional digits, so text order is time order.
  if ('timestampValue' in a && 'timestampValue' in b) return order(a.timestampValue, b.timestampValue);
  if ('bytesValue' in a && 'bytesValue' in b) {
    return Buffer.compare(byteBuffer(a.bytesValue), byteBuffer(b.bytesValue));
  }
  if ('referenceValue' in a && 'referenceValue' in b) return comparePaths(a.referenceValue, b.referenceValue);
  if ('geoPointValue' in a && 'geoPointValue' in b) {
    const byLatitude = (a.geoPointValue.latitude ?? 0) - (b.geoPointValue.latitude ?? 0);
    if (byLatitude !== 0) return byLatitude;
    return (a.geoPointValue.longitude ?? 0) - (b.geoPointValue.longitude ?? 0);
  }
  if ('arrayValue' in a && 'arrayValue' in b) {
    return compareArrays(a.arrayValue.values ?? [], b.arrayValue.values ?? []);
  }
  if ('mapValue' in a && 'mapValue' in b) return compareMapValues(a.mapValue.fields, b.mapValue.fields);
  return order(comparableNumber(a), comparableNumber(b));
}

function compareMapValues(a: WireFields | undefined, b: WireFields | undefined): number {
  if (!isVector(a)) return compareMaps(a ?? {}, b ?? {});
  const x = vectorElements(a);
  const y = vectorElements(b);
  return x.length - y.length || compareArrays(x, y);
}

/** Firestore's total order of values. 0 means equal for queries: 1 and 1.0 are equal, and so are 0.0 and -0.0. */
export function compareValues(a: WireValue, b: WireValue): number {
  if ('stringValue' in a && 'stringValue' in b) return compareText(a.stringValue, b.stringValue);
  if ('integerValue' in a && 'integerValue' in b) return order(comparableNumber(a), comparableNumber(b));
  const rank = rankOf(a);
  const byType = rank - rankOf(b);
  if (byType !== 0 || rank === RANK.nan || rank === RANK.null) return byType;
  return compareSameRank(a, b);
}

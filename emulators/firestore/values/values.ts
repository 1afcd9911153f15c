import type { WireFields, WireValue } from '@busker/rules-engine/port';
import { comparePaths, compareText } from './names';
import { invalid } from './status';

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

function isVector(fields: WireFields | undefined): boolean {
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
function comparableNumber(value: WireValue): number | bigint {
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

function vectorElements(fields: WireFields | undefined): readonly WireValue[] {
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

const bad = (where: string, want: string): Error => invalid(`Invalid value at '${where}' (${want}).`);

export function integer32(json: unknown, where: string): number {
  const value = typeof json === 'string' && json !== '' ? Number(json) : json;
  if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) > 0x7fffffff) {
    throw bad(where, 'TYPE_INT32');
  }
  return value;
}

const INT64_MAX = 9_223_372_036_854_775_807n;
const INT64_MIN = -9_223_372_036_854_775_808n;

/** A 64-bit integer as canonical decimal text. */
export function integer64(json: unknown, where: string): string {
  if (typeof json === 'number' && Number.isInteger(json)) return BigInt(json).toString();
  if (typeof json !== 'string' || !/^[+-]?\d{1,20}$/.test(json)) throw bad(where, 'TYPE_INT64');
  const value = BigInt(json.replace('+', ''));
  if (value > INT64_MAX || value < INT64_MIN) throw bad(where, 'TYPE_INT64');
  return value.toString();
}

type WireDouble = number | 'NaN' | 'Infinity' | '-Infinity' | '-0';

/** A double for JSON: NaN and the infinities are words. */
export function wireDouble(value: number): WireDouble {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Infinity) return 'Infinity';
  if (value === -Infinity) return '-Infinity';
  return Object.is(value, -0) ? '-0' : value;
}

export function double(json: unknown, where: string): WireDouble {
  if (typeof json === 'number') return wireDouble(json);
  if (typeof json !== 'string' || json.trim() === '') throw bad(where, 'TYPE_DOUBLE');
  const value = Number(json);
  if (Number.isNaN(value) && json !== 'NaN') throw bad(where, 'TYPE_DOUBLE');
  return wireDouble(value);
}

export function boolean(json: unknown, where: string): boolean {
  if (json === true || json === 'true') return true;
  if (json === false || json === 'false') return false;
  throw bad(where, 'TYPE_BOOL');
}

export function text(json: unknown, where: string): string {
  if (typeof json !== 'string') throw bad(where, 'TYPE_STRING');
  return json;
}

/** Bytes as standard base64 with padding; the URL-safe alphabet is also accepted. */
export function bytes(json: unknown, where: string): string {
  if (json instanceof Uint8Array) return Buffer.from(json).toString('base64');
  if (typeof json !== 'string' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(json)) throw bad(where, 'TYPE_BYTES');
  return Buffer.from(json, 'base64').toString('base64');
}

export function record(json: unknown, where: string): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw bad(where, 'an object');
  return json as Record<string, unknown>;
}

export function list(json: unknown, where: string): unknown[] {
  if (!Array.isArray(json)) throw bad(where, 'a list');
  return json;
}

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

/** Microseconds since 1970, exact as a double until the year 2255. Used for document times. */
export type Micros = number;

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** RFC 3339 with six fractional digits, so that text order is time order. */
export function formatInstant(micros: Micros): string {
  const seconds = Math.floor(micros / 1_000_000);
  const fraction = micros - seconds * 1_000_000;
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${pad(fraction, 6)}Z`;
}

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9})\d*)?([Zz]|[+-]\d\d:\d\d)$/;

const offsetSeconds = (zone: string): number => {
  if (zone === 'Z' || zone === 'z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4, 6)) * 60);
};

function parts(text: string): { seconds: number; micros: number } | null {
  const found = RFC_3339.exec(text);
  if (found === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = found;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time)) return null;
  return { seconds: time / 1000 - offsetSeconds(zone), micros: Number(fraction.padEnd(9, '0').slice(0, 6)) };
}

const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

function fromSeconds(seconds: number, micros: number): string {
  if (!(seconds >= FIRST_SECOND && seconds <= LAST_SECOND)) {
    throw invalid('Timestamp must be from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59.999999Z inclusive.');
  }
  const date = new Date(seconds * 1000).toISOString();
  return `${date.slice(0, 19)}.${pad(micros, 6)}Z`;
}

const secondsAndNanos = (json: object): { seconds: number; nanos: number } => {
  const { seconds = 0, nanos = 0 } = json as { seconds?: unknown; nanos?: unknown };
  return { seconds: Number(seconds), nanos: Number(nanos) };
};

/** A timestamp in any accepted form (RFC 3339, or seconds and nanos), truncated to microseconds. */
export function canonicalTimestamp(json: unknown): string {
  if (typeof json === 'string') {
    const found = parts(json);
    if (found === null) throw invalid(`Invalid timestamp "${json}".`);
    return fromSeconds(found.seconds, found.micros);
  }
  if (typeof json !== 'object' || json === null) throw invalid('Invalid timestamp.');
  const { seconds, nanos } = secondsAndNanos(json);
  if (!Number.isInteger(seconds) || !(nanos >= 0 && nanos < 1e9)) throw invalid('Invalid timestamp.');
  return fromSeconds(seconds, Math.floor(nanos / 1000));
}

/** Seconds and nanoseconds, as in protocol buffers. */
export function parseInstantParts(canonical: string): { seconds: number; nanos: number } {
  const found = parts(canonical);
  if (found === null) throw invalid(`Invalid timestamp "${canonical}".`);
  return { seconds: found.seconds, nanos: found.micros * 1000 };
}

/** The microseconds of a canonical timestamp; only for document and read times. */
export function parseInstant(canonical: string): Micros {
  const found = parts(canonical);
  if (found === null) throw invalid(`Invalid timestamp "${canonical}".`);
  return found.seconds * 1_000_000 + found.micros;
}

/** Whether two stored values are identical (1 and 1.0 are not). Detects a write that changes nothing. */
function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameJson(item, b[index]));
  }
  const left: [string, unknown][] = Object.entries(a);
  const right = new Map<string, unknown>(Object.entries(b));
  return (
    left.length === right.size &&
    left.every(([key, item]) => right.has(key) && sameJson(item, right.get(key)))
  );
}

export const identicalFields = (a: WireFields, b: WireFields): boolean => sameJson(a, b);

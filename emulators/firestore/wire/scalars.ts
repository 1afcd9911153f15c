import { invalid } from '../status';

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

export type WireDouble = number | 'NaN' | 'Infinity' | '-Infinity' | '-0';

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

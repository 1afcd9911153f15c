import type { WireFields, WireValue } from '@busker/emulators/wire-value';
import { bytes, list, map, nothing, path, timestamp, unreachable, type Value } from './value';

const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|\+00:00)$/;

/** Nanoseconds since 1970 of an RFC 3339 time in UTC. */
export function parseTime(text: string): bigint {
  const found = pattern.exec(text);
  if (found === null) throw new Error(`Not a time: ${text}`);
  const seconds = BigInt(Date.parse(`${text.slice(0, 19)}Z`)) / 1000n;
  return seconds * 1_000_000_000n + BigInt((found[7] ?? '').padEnd(9, '0'));
}

/** A stored value as rules see it. */
export function decodeValue(wire: WireValue): Value {
  if ('nullValue' in wire) return nothing;
  if ('booleanValue' in wire) return { kind: 'bool', value: wire.booleanValue };
  if ('integerValue' in wire) return { kind: 'int', value: BigInt(wire.integerValue) };
  if ('doubleValue' in wire) return { kind: 'float', value: Number(wire.doubleValue) };
  if ('timestampValue' in wire) return timestamp(parseTime(wire.timestampValue));
  if ('stringValue' in wire) return { kind: 'string', value: wire.stringValue };
  if ('bytesValue' in wire) return bytes(new Uint8Array(Buffer.from(wire.bytesValue, 'base64')));
  if ('referenceValue' in wire) return decodeReference(wire.referenceValue);
  if ('geoPointValue' in wire) {
    const { latitude = 0, longitude = 0 } = wire.geoPointValue;
    return { kind: 'latlng', latitude, longitude };
  }
  if ('arrayValue' in wire) return list((wire.arrayValue.values ?? []).map(decodeValue));
  if ('mapValue' in wire) return decodeFields(wire.mapValue.fields ?? {});
  return unreachable(wire);
}

export function decodeFields(fields: WireFields): Value {
  return map(Object.entries(fields).map(([name, value]) => [name, decodeValue(value)] as const));
}

/** `projects/p/databases/d/documents/a/b` is the path `/databases/d/documents/a/b` in rules. */
function decodeReference(name: string): Value {
  const segments = name.split('/');
  return path(segments[0] === 'projects' ? segments.slice(2) : segments);
}

/** JSON such as an ID token's claims or an object's metadata. Whole numbers become ints. */
export function decodeJson(json: unknown): Value {
  if (typeof json === 'boolean') return { kind: 'bool', value: json };
  if (typeof json === 'string') return { kind: 'string', value: json };
  if (typeof json === 'number') {
    return Number.isSafeInteger(json) ? { kind: 'int', value: BigInt(json) } : { kind: 'float', value: json };
  }
  if (Array.isArray(json)) return list(json.map(decodeJson));
  if (typeof json !== 'object' || json === null) return nothing;
  return map(Object.entries(json).map(([name, value]) => [name, decodeJson(value)] as const));
}

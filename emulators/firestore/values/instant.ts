import { invalid } from '../status';

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

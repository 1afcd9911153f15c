import { expect, it } from 'vitest';
import { decodeCardVersion, encodeCardVersion } from './card-version-document';

const noon = Date.UTC(2026, 9, 1, 12);
const day = {
  v: 1,
  day: '2026-10-01',
  version: '0.1.0',
  loads: 3,
  crashes: 1,
  expiresAt: noon,
} as const;

it('the counts of a version are equal after encoding and decoding, from Dates and from timestamps', () => {
  const stored = encodeCardVersion(day);
  expect(stored['expiresAt']).toEqual(new Date(noon));
  expect(decodeCardVersion(stored)).toEqual({ ok: true, value: day });
  expect(decodeCardVersion({ ...stored, expiresAt: { toMillis: () => noon } })).toEqual({
    ok: true,
    value: day,
  });
});

it('a version without a crash has none, and a newer document is not read', () => {
  const { crashes: _, ...quiet } = encodeCardVersion(day);
  expect(decodeCardVersion(quiet)).toMatchObject({ value: { loads: 3, crashes: 0 } });
  expect(decodeCardVersion({ ...quiet, v: 2 })).toMatchObject({ ok: false });
});

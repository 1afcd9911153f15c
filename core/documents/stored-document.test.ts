import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { decodeStored, encodeStored, storedTime, type StoredData } from './stored-document';

describe('documents of older versions', () => {
  const kind = {
    kind: 'note',
    version: 3,
    schema: v.object({ v: v.literal(3), name: v.string() }),
    upgrades: {
      1: (older: StoredData) => ({ title: older['title'] ?? 'none' }),
      2: (older: StoredData) => ({ name: older['title'] }),
    },
  };

  it('are upgraded step by step; a document without a version is version 1', () => {
    expect(decodeStored(kind, { title: 'Ada' })).toEqual({ ok: true, value: { v: 3, name: 'Ada' } });
    expect(decodeStored(kind, { v: 2, title: 'Ada' })).toEqual({ ok: true, value: { v: 3, name: 'Ada' } });
    expect(decodeStored(kind, { v: 3, name: 'Ada' })).toEqual({ ok: true, value: { v: 3, name: 'Ada' } });
  });

  it('are refused when an upgrade is missing', () => {
    for (const version of [0, 4, 'x', 1.5]) expect(decodeStored(kind, { v: version }).ok).toBe(false);
  });

  it('are refused with the names of unreadable fields', () => {
    expect(decodeStored(kind, { v: 3, name: 5 })).toMatchObject({
      ok: false,
      problem: { code: 'document-unreadable', fields: { name: expect.any(String) } },
    });
  });
});

describe('documents as they are written', () => {
  const time = v.nullable(storedTime);
  const kind = {
    kind: 'note',
    version: 1,
    schema: v.object({
      at: storedTime,
      until: time,
      seen: v.exactOptional(storedTime),
      count: v.number(),
      tries: v.array(v.object({ at: v.fallback(storedTime, 0), text: v.string() })),
      rests: v.record(
        v.string(),
        v.pipe(
          v.object({ until: storedTime }),
          v.check(() => true),
        ),
      ),
      state: v.variant('name', [
        v.object({ name: v.picklist(['new', 'old']), since: v.number() }),
        v.object({ name: v.literal('done'), since: storedTime }),
      ]),
    }),
  };

  it('have each time that is read as one as a date, and all else as it is', () => {
    const note = { at: 1, until: null, count: 1, tries: [{ at: 2, text: 'a' }], rests: { b: { until: 3 } } };
    const [one, two, three] = [new Date(1), new Date(2), new Date(3)];
    const written = { ...note, at: one, tries: [{ at: two, text: 'a' }], rests: { b: { until: three } } };
    const [old, done] = [{ name: 'old', since: 1 } as const, { name: 'done', since: 1 } as const];
    expect(encodeStored(kind, { ...note, state: old })).toEqual({ ...written, state: old });
    expect(encodeStored(kind, { ...note, seen: 2, state: done })).toEqual({
      ...written,
      seen: two,
      state: { name: 'done', since: one },
    });
  });
});

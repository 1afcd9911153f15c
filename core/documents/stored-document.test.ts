import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { decodeStored, type StoredData } from './stored-document';

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

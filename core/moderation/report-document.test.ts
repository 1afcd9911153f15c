import { describe, expect, it } from 'vitest';
import { fakeStanding, noon } from '../testing/fakes';
import {
  decodeAudit,
  decodeStanding,
  decodeYearCounts,
  encodeAudit,
  encodeStanding,
  yearOf,
  type AuditEntry,
} from './report-document';

describe('standing document', () => {
  const standing = fakeStanding({ state: 'limited', scope: ['picture', 'link:k1'], until: noon + 1 });

  const entry: AuditEntry = {
    v: 1,
    at: noon,
    who: 'root@host.example',
    role: 'admin',
    verb: 'limit',
    subject: 'ada-uid',
    outcome: 'done',
    before: null,
    after: standing,
    reason: 'The picture is not yours.',
    reportId: null,
  };

  it('a standing and an audit entry are equal after encoding and decoding, and store times as Dates', () => {
    expect(decodeStanding(encodeStanding(standing))).toEqual({ ok: true, value: standing });
    expect(encodeStanding(standing)).toMatchObject({ since: new Date(noon), until: new Date(noon + 1) });
    for (const each of [entry, { ...entry, before: standing, after: null }])
      expect(decodeAudit(encodeAudit(each))).toEqual({ ok: true, value: each });
    expect(encodeAudit(entry)).toMatchObject({ at: new Date(noon), after: { since: new Date(noon) } });
  });

  it('refuses a standing with an unknown part or state, so that no limited part is shown by mistake', () => {
    const stored = encodeStanding(standing);
    expect(decodeStanding({ ...stored, scope: ['avatar'] }).ok).toBe(false);
    expect(decodeStanding({ ...stored, state: 'banned' }).ok).toBe(false);
  });
});

describe('year counts document', () => {
  it('reads the counts of a year, also when some counters are missing', () => {
    expect(decodeYearCounts({ v: 1, year: 2026 })).toEqual({
      ok: true,
      value: { v: 1, year: 2026, reports: {}, decisions: {}, appeals: 0, reversed: 0 },
    });
    expect(decodeYearCounts({ v: 1, year: 2026, reports: { fraud: -1 } }).ok).toBe(false);
  });

  it('begins a year in UTC', () => {
    expect([Date.UTC(2026, 11, 31, 23, 59, 59), Date.UTC(2027, 0, 1)].map(yearOf)).toEqual([2026, 2027]);
  });
});

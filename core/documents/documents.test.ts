import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { ledgerEntryOf } from '../money-documents/stripe-account-document';
import { totalsShardDocument, reservedBy, sumTotals } from '../money-documents/tip-document';
import { keptOf } from '../money/money';
import { documentRows, paidTipValue, storedRefund } from '../testing/document-rows';
import { noon } from '../testing/fakes';
import { fakeJob } from '../testing/account-rows';
import {
  beatAt,
  jobDocument,
  encodeWish,
  isJobId,
  isLate,
  jobIdOf,
  jobKinds,
  kindOfJob,
  watchedFrom,
} from '../jobs/job-document';
import { dayOf, insightDocument, siteField, timeOf } from '../insights/insight-document';
import { newerAnswer } from '../testing/fakes';
import { millisOf, paths, decodeStored, encodeStored, storedTime, type StoredData } from './documents';

describe('a stored time', () => {
  it('is read from a Timestamp or a Date', () => {
    expect([millisOf(new Date(5)), millisOf({ toMillis: () => 6 })]).toEqual([5, 6]);
  });

  it('is undefined for anything else', () => {
    const none = [undefined, null, 5, '2026', {}, { toMillis: 5 }, { toMillis: () => 'x' }, new Date(NaN)];
    expect(none.map(millisOf)).toEqual(none.map(() => undefined));
  });
});

it('keeps who proved a domain under the domain, which one owner at a time can have', () => {
  expect(paths.provedDomain('links.example.org')).toBe('provedDomains/links.example.org');
});

it('every document of an owner lies below the owner', () => {
  const uid = 'U';
  const own = [
    paths.draft(uid),
    paths.profile(uid),
    paths.account(uid),
    paths.payments(uid),
    paths.wall(uid),
    paths.connecting(uid),
    paths.walletSites(uid),
    paths.knownMethods(uid),
    paths.monthlySetup(uid),
    paths.sessions(uid),
    paths.seenTerms(uid),
    paths.books(uid),
    paths.feesRead(uid),
    paths.allFees(uid),
    paths.fees(uid, 'f'),
    paths.thanks(uid),
    paths.payoutsRead(uid),
    paths.payoutRead(uid, 'po'),
    paths.channels(uid),
    paths.ownOverlay(uid),
    paths.events(uid),
    paths.event(uid, 'e'),
    paths.deliveries(uid),
    paths.delivery(uid, 'd'),
    paths.pace(uid),
    paths.recoveryCodes(uid),
    paths.ownDomain(uid),
    paths.tips(uid),
    paths.tip(uid, 't'),
    paths.refund(uid, 't', 'r'),
    paths.refunds(uid, 't'),
    paths.tipLogs(uid, 't'),
    paths.linkHealth(uid),
    paths.insights(uid),
    paths.supporters(uid),
    paths.supporter(uid, 't'),
    paths.tipLog(uid, 't', 'l'),
    paths.total(uid, 'usd', 3),
    paths.totals(uid),
    paths.insight(uid, '2026-10-01', 1),
    paths.deletion(uid),
    paths.standing(uid),
    paths.ledger(uid),
    paths.ledgerEntry(uid, 't'),
    paths.ledgerEntries(uid),
    paths.export(uid),
    paths.leaving(uid),
  ];
  expect(own.filter((path) => path.split('/')[1] !== uid)).toEqual([]);
  expect(paths.handle('ada')).toBe('handles/ada');
  expect([paths.overlay('k'), paths.overlayAlert('k', 't')]).toEqual(['overlays/k', 'overlays/k/alerts/t']);
  expect(paths.stripeAccount('acct_1')).toBe('stripeAccounts/acct_1');
  expect(paths.stripeEvent('evt_1')).toBe('stripeEvents/evt_1');
  expect(paths.monthlyLog('u', 'm', '000001')).toBe(`${paths.monthlyLogs('u', 'm')}/000001`);
  expect(paths.monthly('u', 'm')).toBe(`${paths.monthlies('u')}/m`);
  expect(paths.monthlyTotal('u', 'eur', 3)).toBe('profiles/u/totals/monthly-eur-3');
  expect(paths.stripePayment('pi_1')).toBe('stripePayments/pi_1');
  expect(paths.consent('m')).toBe('consents/m');
  expect(paths.limit('k')).toBe('limits/k');
  expect(paths.heartbeat('reconcile')).toBe('heartbeats/reconcile');
  expect(paths.ledgerEntries('ada')).toBe('ledger/ada/entries');
  expect(paths.job('follow-links-all')).toBe('jobs/follow-links-all');
  expect(paths.tipAddress('t')).toBe('tipAddresses/t');
  expect([paths.viewBatch('b'), paths.rollUp(), paths.counted()]).toEqual([
    'viewBatches/b',
    'rollUps/views',
    'counted/views',
  ]);
  expect(paths.audit('a1')).toBe('audit/a1');
  expect(paths.cardVersion('2026-10-01', '0.1.0')).toBe('cardVersions/2026-10-01-0.1.0');
  expect(paths.channelSecret('c')).toBe('channelSecrets/c');
  expect(paths.tipWatch('t')).toBe('tipWatches/t');
  expect(paths.overlayAlert('k', 't')).toBe(`${paths.overlayAlerts('k')}/t`);
  expect(paths.overlay('k')).toBe('overlays/k');
  expect(paths.verifyToken('h')).toBe('verifyTokens/h');
});

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

describe('the stored documents', () => {
  /** As Firestore returns times. */
  function asTimestamps(stored: unknown): unknown {
    if (stored instanceof Date) return { toMillis: () => stored.getTime() };
    if (Array.isArray(stored)) return stored.map(asTimestamps);
    if (typeof stored !== 'object' || stored === null) return stored;
    return Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, asTimestamps(value)]));
  }

  /** The versions that are not the first. */
  const raised: Readonly<Record<string, number>> = { 'channel secret': 2, 'channel secret with a code': 2 };
  const versionOf = (name: string): number => raised[name] ?? 1;

  describe('every document type', () => {
    test.each(documentRows)(
      '%s: is equal after encoding and decoding, from Dates and from timestamps',
      (_name, value, stored, decode) => {
        expect(decode(stored)).toEqual({ ok: true, value });
        expect(decode(asTimestamps(stored))).toEqual({ ok: true, value });
      },
    );

    test.each(documentRows)('%s: stores a version, and no time as a number', (name, _value, stored) => {
      expect(stored['v']).toBe(versionOf(name));
      const times = Object.entries(stored).filter(([key, value]) => key.endsWith('At') && value !== null);
      for (const [, value] of times) expect(value).toBeInstanceOf(Date);
    });

    test.each(documentRows)(
      '%s: refuses newer versions and values that are not documents',
      (name, _value, stored, decode) => {
        const newer = decode({ ...stored, v: versionOf(name) + 1 });
        expect(newer).toMatchObject({
          ok: false,
          problem: { code: 'document-unreadable', fields: { v: expect.any(String) } },
        });
        for (const nothing of [undefined, null, 'text', 7, []]) expect(decode(nothing).ok).toBe(false);
      },
    );

    test.each(documentRows)('%s: never throws, whatever is stored', (_name, _value, stored, decode) => {
      const key = fc.constantFrom(...Object.keys(stored));
      fc.assert(
        fc.property(key, fc.anything(), fc.anything(), (broken, value, anything) => {
          expect(typeof decode({ ...stored, [broken]: value }).ok).toBe('boolean');
          expect(typeof decode(anything).ok).toBe('boolean');
        }),
      );
    });
  });

  // Holds pay-057.
  it('totals are summed per currency, and the kept amount is right', () => {
    const shard = { v: 1, currency: 'usd', count: 1, gross: 500, refunded: 100, disputed: 50 } as const;
    const totals = sumTotals([shard, { ...shard, currency: 'jpy' }, shard]);
    expect(totals.usd).toEqual({ count: 2, gross: 1000, refunded: 200, disputed: 100 });
    expect(totals.jpy).toEqual({ count: 1, gross: 500, refunded: 100, disputed: 50 });
    expect(keptOf(totals.usd ?? shard)).toBe(700);
  });

  it('a totals shard with missing fields reads as zeros', () => {
    expect(totalsShardDocument.decode({ currency: 'usd', gross: 5 })).toEqual({
      ok: true,
      value: { v: 1, currency: 'usd', count: 0, gross: 5, refunded: 0, disputed: 0 },
    });
  });

  it('refund requests that Stripe does not have yet are reserved', () => {
    expect(
      reservedBy([storedRefund, { ...storedRefund, status: 'succeeded' }, { ...storedRefund, amount: 1 }]),
    ).toBe(201);
  });

  it('the ledger has no texts and no names', () =>
    expect(JSON.stringify(ledgerEntryOf(paidTipValue))).not.toMatch(/Grace|Thank|example/));
});

describe('job document', () => {
  it('a job that was wanted without reading it first is a job that has not begun', () => {
    const wish = encodeWish('follow-links', 'all', { dueAt: noon, input: null });
    expect(jobDocument.decode({ ...wish, wants: 1 })).toEqual({ ok: true, value: fakeJob() });
  });

  it('the id has the kind and the key, and no kind begins like another one', () => {
    for (const kind of jobKinds) expect(kindOfJob(jobIdOf(kind, 'go-live-7'))).toBe(kind);
    const ids = jobKinds.flatMap((kind) => jobKinds.filter((other) => other.startsWith(`${kind}-`)));
    expect(ids).toEqual([]);
  });

  it('other texts are no ids', () => {
    expect(['', 'follow', 'follow-links', 'follow-links-', 'dance-all'].filter(isJobId)).toEqual([]);
    expect(() => kindOfJob('dance-all' as never)).toThrow('dance-all');
  });
});

describe('heartbeat document', () => {
  it('a heartbeat is late two periods after the last successful run, or after monitoring began', () => {
    const beat = beatAt(noon, 1000, 12);
    const watched = watchedFrom(noon + 5000, 1000, beat);
    expect(isLate(beat, noon + 2000)).toBe(false);
    expect(isLate(beat, noon + 2001)).toBe(true);
    expect(isLate(watched, noon + 7000)).toBe(false);
    expect(isLate(watched, noon + 7001)).toBe(true);
    expect(watched).toMatchObject({ lastOkAt: noon, lastMs: 12 });
  });
});

it('counts days in UTC', () => {
  expect([dayOf(noon), dayOf(Date.UTC(2026, 0, 1) - 1)]).toEqual(['2026-10-01', '2025-12-31']);
});

it('names a quarter of an hour by its beginning', () => {
  const at = (minute: number) => timeOf(Date.UTC(2026, 0, 1, 9, minute, 59, 999));
  expect([at(0), at(14), at(15), at(44), at(59)]).toEqual(['0900', '0900', '0915', '0930', '0945']);
  expect(timeOf(Date.UTC(2026, 0, 2) - 1)).toBe('2345');
});

it('stores a host name as one field, and reads it back', () => {
  expect(siteField('blog.example.com')).toBe('sites.blog,example,com');
  const stored = { v: 1, day: '2026-01-01', times: { '0900': { sites: { 'blog,example,com': 2 } } } };
  expect(insightDocument.decode(stored)).toMatchObject({
    value: { times: { '0900': { views: 0, sites: { 'blog.example.com': 2 } } } },
  });
});

it('reads a document from before there were times and sites', () => {
  const old = { v: 1, day: '2026-01-01', views: 3, clicks: { k1: 2 } };
  expect(insightDocument.decode(old)).toEqual({ ok: true, value: { ...old, sites: {}, times: {} } });
});

it('writes what it reads, with and without sites and times', () => {
  const counts = { views: 3, clicks: { k1: 2 } };
  const whole = { v: 1, day: '2026-01-01', ...counts, sites: { 'blog.example.com': 3 } } as const;
  const timed = { ...whole, times: { '0900': { ...counts, sites: { 'a.example': 1 } } } };
  expect(insightDocument.decode(insightDocument.encode(timed))).toEqual({ ok: true, value: timed });
  expect(insightDocument.encode({ v: 1, day: '2026-01-01', ...counts })).toEqual({
    v: 1,
    day: '2026-01-01',
    ...counts,
  });
});

it('has the same fields and two more in every object, also inside lists', () => {
  const more = { newField: { inside: [1, { deep: true }] }, another: null };
  expect(newerAnswer({ a: 1, b: [{ c: null }, 'd'] })).toEqual({
    ...more,
    a: 1,
    b: [{ ...more, c: null }, 'd'],
  });
});

import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { paths } from '../documents/documents';
import { knownMethodsDocument } from '../money-documents/stripe-account-document';
import { noon } from '../testing/fakes';
import { fakeLeaving } from '../testing/account-rows';
import {
  currentSessions,
  recoveryCodesDocument,
  seenTermsDocument,
  sessionsDocument,
  verifyTokenDocument,
  deletionLifetime,
  isLeaving,
  leavingAt,
  mostSessions,
  sessionLifetime,
  type OwnerSession,
} from './account-document';
import { browserClasses, deviceClassOf, systemClasses } from './device-class';
import {
  byteOrderMark,
  decimalMarks,
  exportFileName,
  isSameChoice,
  isWhole,
  separators,
  tableFormat,
  wholeExport,
  type ExportChoice,
} from './export-document';

describe('leaving document', () => {
  it('a deletion is running until it is done or has stopped', () => {
    const state = { step: 'data', done: 0, total: null } as const;
    expect(isLeaving(undefined)).toBe(false);
    expect(isLeaving(fakeLeaving({ state: { name: 'running', ...state } }))).toBe(true);
    expect(isLeaving(fakeLeaving({ state: { name: 'retrying', ...state } }))).toBe(true);
    for (const name of ['stopped', 'done'] as const)
      expect(isLeaving(fakeLeaving({ state: { name } }))).toBe(false);
  });

  it('the record of a deletion is kept for a month after its end', () => {
    for (const name of ['stopped', 'done'] as const)
      expect(leavingAt(fakeLeaving(), { name }, noon + 5)).toMatchObject({
        changedAt: noon + 5,
        expiresAt: noon + 5 + deletionLifetime,
      });
    const running = { name: 'running', step: 'data', done: 0, total: null } as const;
    expect(leavingAt(fakeLeaving(), running, noon + 5).expiresAt).toBeNull();
  });
});

describe('sessions document', () => {
  const session = (change: Partial<OwnerSession> = {}): OwnerSession => ({
    id: '0f9b1c2d-3e4f-4a5b-8c6d-000000000001',
    browser: 'chrome',
    system: 'android',
    signedInAt: noon - 1000,
    lastSeenAt: noon,
    ...change,
  });
  const idsOf = (sessions: readonly OwnerSession[]) => sessions.map(({ id }) => id);

  it('sessions are read as they were stored, and damaged ones are refused', () => {
    const sessions = { v: 1, sessions: [session()] } as const;
    expect(sessionsDocument.decode(sessionsDocument.encode(sessions))).toEqual({ ok: true, value: sessions });
    expect(sessionsDocument.decode({ v: 1, sessions: [{ ...session(), browser: 'curl/8' }] }).ok).toBe(false);
  });

  it('two devices that signed in in the same second are two', () => {
    const two = [session({ id: 'a' }), session({ id: 'b' })];
    expect(currentSessions(two, { now: noon, validSince: null })).toEqual(two);
  });

  it('sign-ins from before they were all ended are left out, and one of that very moment stays', () => {
    const three = [noon - 1, noon, noon + 1].map((signedInAt) =>
      session({ id: `${signedInAt}`, signedInAt }),
    );
    const kept = currentSessions(three, { now: noon, validSince: noon });
    expect(idsOf(kept)).toEqual([`${noon}`, `${noon + 1}`]);
  });

  it('devices that were not seen for 60 days are left out', () => {
    const two = [session({ id: 'old', lastSeenAt: noon - sessionLifetime }), session({ id: 'new' })];
    expect(idsOf(currentSessions(two, { now: noon, validSince: null }))).toEqual(['new']);
  });

  it('the 20 that were seen last stay, last seen first', () => {
    const many = Array.from({ length: mostSessions + 1 }, (_, i) =>
      session({ id: `${i}`, lastSeenAt: noon + i }),
    );
    const kept = idsOf(currentSessions(many, { now: noon, validSince: null }));
    expect([kept.length, kept[0], kept.includes('0')]).toEqual([mostSessions, '20', false]);
  });
});

describe('seen terms document', () => {
  it('the terms that an owner has seen are among the documents that only the server writes', () => {
    expect(paths.seenTerms('uid-ada')).toBe('accounts/uid-ada/server/terms');
    const seen = { v: 1, version: '2026-11-23', at: noon } as const;
    expect(seenTermsDocument.decode(seenTermsDocument.encode(seen))).toEqual({ ok: true, value: seen });
  });
});

describe('verify token document', () => {
  it('a token is equal after encoding and decoding, and a token of another version is refused', () => {
    const token = { v: 1, expiresAt: noon } as const;
    expect(verifyTokenDocument.encode(token)['expiresAt']).toEqual(new Date(noon));
    expect(verifyTokenDocument.decode(verifyTokenDocument.encode(token))).toEqual({ ok: true, value: token });
    expect(verifyTokenDocument.decode({ ...token, v: 2 }).ok).toBe(false);
  });
});

describe('documents of the sign-in', () => {
  it('recovery codes are read as they were stored, and damaged ones are refused', () => {
    const codes = { v: 1, factors: ['app-1'], hashes: ['ab'.repeat(32)], madeAt: noon } as const;
    expect(recoveryCodesDocument.decode(recoveryCodesDocument.encode(codes))).toEqual({
      ok: true,
      value: codes,
    });
    expect(recoveryCodesDocument.decode({ ...recoveryCodesDocument.encode(codes), hashes: 'none' }).ok).toBe(
      false,
    );
  });

  it('known sign-in methods are read as they were stored, and damaged ones are refused', () => {
    const known = { v: 1, methods: ['password', 'google.com'] } as const;
    expect(knownMethodsDocument.decode(knownMethodsDocument.encode(known))).toEqual({
      ok: true,
      value: known,
    });
    expect(knownMethodsDocument.decode({ v: 1, methods: null }).ok).toBe(false);
  });
});

describe('export choice', () => {
  const whole = wholeExport('csv');

  it('a choice leaves no tip out when it has no filter, however it is written', () => {
    const inBerlin: ExportChoice = { ...whole, separator: 'tab', zone: 'Europe/Berlin' };
    expect(isWhole(inBerlin)).toBe(true);
    for (const filter of [
      { state: 'paid' },
      { from: '2026-01-01' },
      { placement: 'footer' },
      { search: 'Zoe' },
    ] as const)
      expect(isWhole({ ...whole, ...filter })).toBe(false);
  });

  it('two choices are the same when every field is', () => {
    expect(isSameChoice(whole, wholeExport('csv'))).toBe(true);
    expect(isSameChoice(whole, { ...whole, decimal: 'comma' })).toBe(false);
  });
});

describe('export file name', () => {
  const at = Date.UTC(2026, 10, 24);

  it('says what is in the file, and the day in UTC', () => {
    const late = Date.UTC(2026, 10, 23, 23, 59, 59, 999);
    expect(exportFileName(wholeExport('csv'), late)).toBe('busker-tips-2026-11-23.csv');
    expect(exportFileName(wholeExport('bookkeeping'), at)).toBe('busker-bookkeeping-2026-11-24.csv');
    expect(exportFileName(wholeExport('json'), at)).toBe('busker-data-2026-11-24.json');
  });

  it('has the days of the filter, and no word of a search', () => {
    const october = { ...wholeExport('csv'), from: '2026-10-01', until: '2026-10-31' };
    expect(exportFileName(october, at)).toBe(
      'busker-tips-from-2026-10-01-until-2026-10-31-made-2026-11-24.csv',
    );
    expect(exportFileName({ ...wholeExport('json'), search: 'Grace' }, at)).toBe(
      'busker-some-tips-2026-11-24.json',
    );
  });
});

describe('table format', () => {
  it.each(separators)('a table with %s gives every cell back as it was', (separator) => {
    const rows = [
      ['Zoë; "Z", Ö', "'=1+1", '1,5'],
      ['two\nlines', '\ttab', ''],
    ];
    const written = Papa.unparse(rows, tableFormat(separator));
    expect(Papa.parse(written, { delimiter: tableFormat(separator).delimiter }).data).toEqual(rows);
  });

  it('a cell that was made a text stands in quotes', () => {
    expect(Papa.unparse([["'=1+1", 'plain']], tableFormat('comma'))).toBe(`"'=1+1",plain`);
  });

  it('begins with the mark of UTF-8 and writes decimals as chosen', () => {
    expect([...new TextEncoder().encode(byteOrderMark)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(decimalMarks).toEqual({ point: '.', comma: ',' });
  });
});

describe('the class of a device', () => {
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
  const android = 'Mozilla/5.0 (Linux; Android 10; K)';
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

  it.each([
    ['chrome', 'windows', `${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36`],
    ['edge', 'windows', `${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
    ['opera', 'windows', `${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0`],
    [
      'firefox',
      'windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    ],
    ['chrome', 'android', `${android} ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`],
    ['samsung', 'android', `${android} ${webKit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`],
    ['edge', 'android', `${android} ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`],
    ['firefox', 'android', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
    ['safari', 'ios', `${iphone} Version/18.0 Mobile/15E148 Safari/604.1`],
    ['chrome', 'ios', `${iphone} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`],
    ['firefox', 'ios', `${iphone} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`],
    ['edge', 'ios', `${iphone} Version/18.0 EdgiOS/142.0.0.0 Mobile/15E148 Safari/604.1`],
    ['safari', 'macos', `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`],
    [
      'chrome',
      'chromeos',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/142.0.0.0 Safari/537.36`,
    ],
    ['firefox', 'linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
    ['other', 'other', 'curl/8.5.0'],
    ['other', 'other', ''],
  ])('%s on %s is recognised in the User-Agent it sends', (browser, system, userAgent) => {
    expect(deviceClassOf(userAgent)).toEqual({ browser, system });
  });

  it('a missing or overlong User-Agent has no class', () => {
    const none = { browser: 'other', system: 'other' };
    expect(deviceClassOf(undefined)).toEqual(none);
    expect(deviceClassOf(`${'x'.repeat(512)} Chrome/1 Android`)).toEqual(none);
  });

  it('whatever is sent, nothing of it is in the class', () => {
    fc.assert(
      fc.property(fc.string(), (sent) => {
        const { browser, system } = deviceClassOf(sent);
        expect(browserClasses).toContain(browser);
        expect(systemClasses).toContain(system);
      }),
    );
  });
});

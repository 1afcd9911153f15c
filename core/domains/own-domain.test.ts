import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { pageAddress } from '../profile/profile';
import { runs } from '../testing/runs';
import { domainBody } from './domain-api';
import {
  addressInLetters,
  addressOn,
  domainRecords,
  domainStates,
  domainStep,
  endOf,
  isProved,
  isSet,
  isWithin,
  keptOf,
  keptWithoutRecord,
  newProgress,
  proofText,
  readDomain,
  type DomainLook,
  type DomainProgress,
  type DomainRecord,
  type RecordCheck,
  type SeenRecords,
} from './own-domain';

describe('a typed domain', () => {
  // Holds host-220.
  it.each([
    ['links.ada.example', 'links.ada.example'],
    ['  Links.Ada.EXAMPLE. ', 'links.ada.example'],
    ['https://links.ada.example/', 'links.ada.example'],
    ['http://ada.example', 'ada.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['аррӏе.example', 'xn--80ak6aa92e.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['a-b.c1.example', 'a-b.c1.example'],
  ])('%s is read as %s', (typed, domain) => {
    expect(readDomain(typed)).toEqual({ ok: true, value: domain });
    expect(v.parse(domainBody, { domain: typed })).toEqual({ domain });
  });

  // Holds host-220.
  it.each([
    ['', 'domain-missing'],
    [' https:// ', 'domain-missing'],
    ['ada', 'domain-shape'],
    ['192.0.2.1', 'domain-shape'],
    ['0x7f.1', 'domain-shape'],
    ['[2001:db8::1]', 'domain-shape'],
    ['ada.example:8080', 'domain-shape'],
    ['ada.example/links', 'domain-shape'],
    ['ada.example?x', 'domain-shape'],
    ['ada@evil.example', 'domain-shape'],
    ['ada_links.example', 'domain-shape'],
    ['-ada.example', 'domain-shape'],
    ['ada..example', 'domain-shape'],
    ['ada.localhost', 'domain-shape'],
    ['printer.local', 'domain-shape'],
    ['*.ada.example', 'domain-shape'],
    ['xn--zz.example', 'domain-shape'],
    [`${'a'.repeat(64)}.example`, 'domain-shape'],
    [`${'a.'.repeat(127)}example`, 'domain-too-long'],
    [`${'ü.'.repeat(60)}example`, 'domain-too-long'],
    ['x'.repeat(2049), 'domain-too-long'],
    ['javascript:alert(1)', 'domain-shape'],
  ])('%s is refused as %s', (typed, fault) => {
    expect(readDomain(typed)).toEqual({ ok: false, problem: fault });
    const parsed = v.safeParse(domainBody, { domain: typed });
    expect(parsed.issues?.map(({ message }) => message)).toEqual([fault]);
  });

  test('what was read is read again as itself, and no address has anything but its host', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string({ unit: 'grapheme' }), fc.webUrl()), (typed) => {
        const read = readDomain(typed);
        if (!read.ok) return;
        expect(readDomain(read.value)).toEqual(read);
        expect(new URL(addressOn(read.value, 'https://busker.example')).href).toBe(`https://${read.value}/`);
      }),
      { numRuns: runs(500) },
    );
  });

  it('is within a domain that is the same or above it', () => {
    expect(isWithin('busker.example', 'busker.example')).toBe(true);
    expect(isWithin('a.busker.example', 'busker.example')).toBe(true);
    expect(isWithin('mybusker.example', 'busker.example')).toBe(false);
  });

  it('has the scheme and the port of the installation in its address', () => {
    expect(addressOn('ada.example', 'https://busker.example')).toBe('https://ada.example/');
    expect(addressOn('ada.example', 'http://localhost:4100')).toBe('http://ada.example:4100/');
    expect(addressInLetters('http://ada.example:4100/')).toBe('ada.example:4100');
  });

  it('is the page’s address it is live, and the handle’s is it otherwise', () => {
    const at = (domain: string | null) => pageAddress({ domain, handle: 'ada' }, 'https://busker.example');
    expect([at('ada.example'), at(null)]).toEqual(['https://ada.example/', 'https://busker.example/@ada']);
  });
});

const target = { cname: 'busker.example', a: ['192.0.2.1'], aaaa: ['2001:db8::1'], apexText: null };
const nothing: SeenRecords = { cname: null, a: [], aaaa: [], text: [], proof: [] };
const below = { domain: 'links.ada.example', zone: 'ada.example', token: 't' };
const apex = { ...below, domain: 'ada.example' };
const proof = ['other', proofText('t')];
const checks = (records: readonly DomainRecord[]) =>
  records.map(({ type, label, check, seen }) => [type, label, check, ...seen].join(' '));

describe('the records of a domain', () => {
  // Holds host-221.
  it('a subdomain has one CNAME, a registered domain has addresses, and both have the proof', () => {
    expect(domainRecords(below, target, null)).toEqual([
      {
        type: 'CNAME',
        name: 'links.ada.example',
        label: 'links',
        values: ['busker.example'],
        check: 'missing',
        seen: [],
      },
      {
        type: 'TXT',
        name: '_busker.links.ada.example',
        label: '_busker.links',
        values: ['busker=t'],
        check: 'missing',
        seen: [],
      },
    ]);
    expect(checks(domainRecords(apex, target, null))).toEqual([
      'A @ missing',
      'AAAA @ right',
      'TXT _busker missing',
    ]);
    const hosted = { ...target, aaaa: [], apexText: 'hosting-site=pages' };
    expect(checks(domainRecords(apex, hosted, null))).toEqual([
      'A @ missing',
      'TXT @ missing',
      'TXT _busker missing',
    ]);
    expect(checks(domainRecords(apex, hosted, { ...nothing, text: ['spf', 'hosting-site=pages'] }))[1]).toBe(
      'TXT @ right',
    );
  });

  // Holds host-222.
  it.each<[string, Partial<SeenRecords>, string]>([
    ['the right CNAME', { cname: 'busker.example', a: ['192.0.2.1'] }, 'CNAME links right'],
    ['the same addresses in its place', { a: ['192.0.2.1'], aaaa: ['2001:db8::1'] }, 'CNAME links right'],
    ['a CNAME to a name that leads on here', { cname: 'x.example', a: ['192.0.2.1'] }, 'CNAME links right'],
    ['another CNAME', { cname: 'parking.example' }, 'CNAME links wrong parking.example'],
    ['another address', { a: ['198.51.100.9'] }, 'CNAME links wrong 198.51.100.9'],
    ['one more address', { a: ['192.0.2.1', '198.51.100.9'] }, 'CNAME links wrong 192.0.2.1 198.51.100.9'],
    ['nothing', {}, 'CNAME links missing'],
  ])('a subdomain with %s', (_, seen, expected) => {
    expect(checks(domainRecords(below, target, { ...nothing, ...seen }))[0]).toBe(expected);
  });

  // Holds host-222.
  it.each<[string, Partial<SeenRecords>, readonly string[]]>([
    ['both addresses', { a: ['192.0.2.1'], aaaa: ['2001:db8::1'] }, ['A @ right', 'AAAA @ right']],
    ['the older kind alone', { a: ['192.0.2.1'] }, ['A @ right', 'AAAA @ right']],
    [
      'a wrong newer one',
      { a: ['192.0.2.1'], aaaa: ['2001:db8::9'] },
      ['A @ right', 'AAAA @ wrong 2001:db8::9'],
    ],
    ['a wrong older one', { a: ['198.51.100.9'] }, ['A @ wrong 198.51.100.9', 'AAAA @ right']],
  ])('a registered domain with %s', (_, seen, expected) => {
    expect(checks(domainRecords(apex, target, { ...nothing, ...seen })).slice(0, 2)).toEqual(expected);
  });

  it('an address of the newer kind must go where the installation has none', () => {
    const [, aaaa] = domainRecords(apex, { ...target, aaaa: [] }, { ...nothing, aaaa: ['2001:db8::9'] });
    expect(aaaa).toMatchObject({ type: 'AAAA', values: [], check: 'wrong', seen: ['2001:db8::9'] });
  });

  // Holds host-222.
  it('the proof is right beside other texts, and wrong with the text of another owner', () => {
    const proofOf = (texts: readonly string[]) =>
      domainRecords(below, target, { ...nothing, proof: [...texts] });
    expect(isProved(proofOf(proof))).toBe(true);
    expect(checks(proofOf(['busker=eve', 'spf']))[1]).toBe('TXT _busker.links wrong busker=eve');
    expect(checks(proofOf(['spf']))[1]).toBe('TXT _busker.links missing');
    expect(isSet(domainRecords(below, target, { ...nothing, cname: 'busker.example', proof }))).toBe(true);
  });

  // Holds host-242.
  it('of an answer of any size a little is kept, by which each record is judged as before', () => {
    const many = (of: (index: number) => string) => Array.from({ length: 500 }, (_, index) => of(index));
    const hosted = { ...target, apexText: 'hosting-site=pages' };
    const seen: SeenRecords = {
      cname: 'x'.repeat(70_000),
      a: ['192.0.2.1', ...many((index) => `198.51.100.${index}`)],
      aaaa: many((index) => `2001:db8::${index}`),
      text: [...many((index) => `${index}`.padEnd(60_000, 'x')), 'hosting-site=pages'],
      proof: [...many((index) => `busker=${index}`.padEnd(60_000, 'x')), 'busker=t'],
    };
    for (const claimed of [below, apex]) {
      const records = domainRecords(claimed, hosted, seen);
      const kept = keptOf(claimed, hosted, seen);
      expect(JSON.stringify(kept).length).toBeLessThan(10_000);
      const verdicts = (of: readonly DomainRecord[]) => of.map(({ check }) => check);
      expect(verdicts(domainRecords(claimed, hosted, kept))).toEqual(verdicts(records));
      expect(kept.a).toHaveLength(10);
    }
    const small = { cname: null, a: ['192.0.2.1'], aaaa: ['2001:db8::1'], text: [], proof: ['busker=t'] };
    expect(keptOf(apex, target, { ...small, text: ['spf'], proof: ['spf', 'busker=t'] })).toEqual(small);
    // The wrong one is kept, of however many.
    const last = { ...small, a: [...Array<string>(12).fill('192.0.2.1'), '198.51.100.9'] };
    expect(keptOf(apex, target, last).a).toContain('198.51.100.9');
  });
});

const row = (type: 'CNAME' | 'TXT', check: RecordCheck): DomainRecord => ({
  type,
  name: type === 'TXT' ? '_busker.links.ada.example' : 'links.ada.example',
  label: '',
  values: [],
  check,
  seen: [],
});
const look = (
  leads: RecordCheck,
  proves: RecordCheck,
  hasCertificate = false,
  isTaken = false,
): DomainLook => ({
  records: [row('CNAME', leads), row('TXT', proves)],
  hasCertificate,
  isTaken,
});
const day = 24 * 60 * 60_000;
const well = look('right', 'right', true);
const at = (progress: DomainProgress, seen: DomainLook, now = 0) => domainStep(progress, seen, now);
const live = at(newProgress, well).progress;

describe('the states of a domain', () => {
  // Holds host-223.
  it.each<[string, DomainLook]>([
    ['waiting', look('missing', 'missing')],
    ['waiting', look('missing', 'right')],
    ['wrong', look('wrong', 'missing')],
    ['wrong', look('right', 'wrong')],
    ['proving', look('right', 'missing')],
    ['taken', look('right', 'right', true, true)],
    ['certificate', look('right', 'right')],
    ['live', well],
  ])('is %s', (state, seen) => {
    expect(at(newProgress, seen)).toMatchObject({ progress: { state }, letter: null });
  });

  // Holds host-224.
  it('a live domain whose record is gone is broken, warns after a day and a week, and is released after two weeks', () => {
    const gone = look('missing', 'right');
    let { progress } = at(live, gone, day);
    expect(progress).toMatchObject({ state: 'broken', brokenSince: day });
    const letters: unknown[] = [];
    for (let hour = 1; hour <= 15 * 24; hour += 1) {
      const step = at(progress, gone, day + hour * 60 * 60_000);
      if (step.letter !== null) letters.push([hour / 24, step.letter, step.progress.state]);
      progress = step.progress;
    }
    expect(letters).toEqual([
      [1, 1, 'broken'],
      [7, 7, 'broken'],
      [14, 14, 'released'],
    ]);
    expect(at(progress, well, 99 * day).progress.state).toBe('released');
  });

  it('is live again as soon as the record is back, and the days begin anew', () => {
    const broken = at(
      at(live, look('missing', 'right'), 0).progress,
      look('missing', 'right'),
      8 * day,
    ).progress;
    expect(broken.warned).toBe(7);
    expect(at(broken, well, 9 * day).progress).toEqual({ ...live, liveAt: 0 });
  });

  it('a proof that is gone before the page was ever live is given up after two weeks too', () => {
    const proved = at(newProgress, look('missing', 'right')).progress;
    expect(at(proved, look('right', 'missing'), day).progress).toMatchObject({
      state: 'proving',
      brokenSince: day,
    });
    const waiting = at(proved, look('missing', 'missing'), day).progress;
    expect(waiting).toMatchObject({ state: 'waiting', brokenSince: day });
    const warned = at(waiting, look('missing', 'missing'), 8 * day).progress;
    expect(at(warned, look('missing', 'missing'), 15 * day)).toMatchObject({
      letter: 14,
      progress: { state: 'released' },
    });
  });

  // Holds host-241.
  it('nobody loses a domain unwarned: when nobody looked for weeks, the next look warns, and a week later it is free', () => {
    const gone = look('missing', 'right');
    const first = at(live, gone, 0).progress;
    expect(endOf(first)).toBe(14 * day);
    const late = at(first, gone, 30 * day);
    expect(late).toMatchObject({ letter: 7, progress: { state: 'broken', warnedAt: 30 * day } });
    expect(endOf(late.progress)).toBe(37 * day);
    expect(at(late.progress, gone, 37 * day - 1)).toMatchObject({
      letter: null,
      progress: { state: 'broken' },
    });
    expect(at(late.progress, gone, 37 * day)).toMatchObject({ letter: 14, progress: { state: 'released' } });
    expect(endOf(live)).toBeNull();
  });

  // Holds host-241.
  it('a warning of which an earlier release did not store the day counts from the next look', () => {
    const gone = look('missing', 'right');
    const earlier = { ...at(live, gone, 0).progress, warned: 7 as const };
    expect(endOf(earlier)).toBe(14 * day);
    const next = at(earlier, gone, 20 * day);
    expect(next).toMatchObject({ letter: null, progress: { state: 'broken', warnedAt: 20 * day } });
    expect(at(next.progress, gone, 27 * day).progress.state).toBe('released');
  });

  const anyLook = fc.record({
    leads: fc.constantFrom<RecordCheck>('right', 'missing', 'wrong'),
    proves: fc.constantFrom<RecordCheck>('right', 'missing', 'wrong'),
    certificate: fc.boolean(),
    taken: fc.constantFrom(false, false, false, true),
    after: fc.integer({ min: 0, max: 20 * day }),
  });

  test('whatever is seen, and however seldom', () => {
    fc.assert(
      fc.property(fc.array(anyLook, { maxLength: 60 }), (looks) => {
        let progress: DomainProgress = newProgress;
        let now = 0;
        let lastWell = 0;
        let letters: number[] = [];
        let warnedLast = Infinity;
        for (const { leads, proves, certificate, taken, after } of looks) {
          now += after;
          const step = at(progress, look(leads, proves, certificate, taken), now);
          const isWhole = leads === 'right' && proves === 'right' && !taken;
          const wasReleased = progress.state === 'released';
          progress = step.progress;
          if (wasReleased) return;
          const { state, liveAt, brokenSince } = progress;
          // A page that was never there misses only its proof.
          if (brokenSince === null && state !== 'released') [lastWell, letters] = [now, []];
          if (step.letter !== null) letters.push(step.letter);
          if (step.letter === 7) warnedLast = now;
          expect(state === 'released' && !(letters.includes(7) && now - warnedLast >= 7 * day)).toBe(false);
          expect(domainStates).toContain(state);
          expect(state === 'live').toBe(isWhole && certificate);
          expect(isWhole && brokenSince !== null).toBe(false);
          expect(liveAt !== null && !isWhole && brokenSince === null).toBe(false);
          expect(state === 'broken' && liveAt === null).toBe(false);
          expect(state === 'released' && now - lastWell < keptWithoutRecord).toBe(false);
          // In their order, and each once for one outage.
          expect(letters).toEqual([...new Set(letters)].toSorted((a, b) => a - b));
        }
      }),
      { numRuns: runs(1000) },
    );
  });
});

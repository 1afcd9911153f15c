import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { currencyCodes } from '@busker/core/money/money';
import { fonts, layouts, themes, tipButtonPlaces } from '@busker/core/profile/draft';
import { parsePublicProfile, type PublicProfile } from '@busker/core/profile/profile';
import { newerAnswer } from '@busker/core/testing/fakes';
import { runs } from '@busker/core/testing/runs';
import type { Answer, SeenTip } from '../data/backend';
import { httpTips, readTipCreated, readTipSession, readTipStatus } from '../server/http-tips';
import { refundFailureOf } from '../sheet/thanks-screen';
import { sampleProfile } from '../testing/sample-profile';
import { readWall } from '../wall/read-wall';
import { httpProfiles, readFile } from './http-profiles';
import { readProfile } from './read-profile';

const host = 'https://busker.example';

describe('the card’s profile parser', () => {
  const hex = (length: number) =>
    fc.string({
      unit: fc.constantFrom(...'0123456789abcdef'.split('')),
      minLength: length,
      maxLength: length,
    });
  const minorUnits = fc.nat({ max: 99_999_999 });
  const address = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.emailAddress().map((email) => `mailto:${encodeURIComponent(email)}`),
    fc.constant('tel:+4512345678'),
  );
  const link = fc.record(
    {
      id: fc.string({ minLength: 1 }),
      label: fc.string({ minLength: 1 }),
      url: address,
      group: fc.option(fc.string({ minLength: 1 })),
      verified: fc.boolean(),
      icon: fc.option(fc.constantFrom('github', '500px', 'mail-box')),
      picture: fc.option(hex(64).map((hash) => `/img/${hash}`)),
      platform: fc.option(
        fc.string({
          unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'.split('')),
          minLength: 1,
        }),
      ),
    },
    { requiredKeys: ['id', 'label', 'url', 'group', 'verified', 'icon', 'picture'] },
  );

  /** Every profile that the server may send. */
  const sent: fc.Arbitrary<PublicProfile> = fc.record({
    v: fc.constant(1 as const),
    handle: fc.string(),
    name: fc.string(),
    bio: fc.string(),
    picture: fc.option(hex(64).map((hash) => `/img/${hash}`)),
    links: fc.array(link),
    look: fc.record({
      layout: fc.constantFrom(...layouts),
      theme: fc.constantFrom(...themes),
      accent: hex(6).map((digits) => `#${digits}`),
      radius: fc.integer({ min: 0, max: 32 }),
      font: fc.constantFrom(...fonts),
    }),
    blocks: fc.array(
      fc.record({
        kind: fc.constant('text'),
        id: fc.string(),
        label: fc.string(),
        before: fc.option(fc.string()),
        text: fc.string(),
      }),
    ),
    language: fc.string(),
    tips: fc.record({
      state: fc.constantFrom('on', 'off', 'not-ready'),
      currency: fc.option(fc.constantFrom(...currencyCodes)),
      presets: fc.array(minorUnits),
      min: minorUnits,
      max: minorUnits,
      button: fc.constantFrom(...tipButtonPlaces),
      goal: fc.boolean(),
      wall: fc.nat({ max: 50 }),
    }),
    url: fc.webUrl(),
    tipUrl: fc.webUrl(),
    publishedAt: minorUnits,
  });

  it('reads every profile of the server as core’s parser does', () => {
    fc.assert(
      fc.property(sent, (profile) => {
        const json: unknown = JSON.parse(JSON.stringify(profile));
        const parsed = parsePublicProfile(json);
        expect(parsed).toMatchObject({ ok: true });
        expect(readProfile(json)).toEqual(parsed.ok && parsed.value);
      }),
      { numRuns: runs(300) },
    );
  });

  it('returns a whole profile or null for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.record({ name: fc.string(), links: fc.array(fc.jsonValue()) })),
        (json) => {
          const read = readProfile(json);
          expect(read === null || Object.keys(read).toSorted()).toEqual(
            read === null || [...Object.keys(sampleProfile()), 'blocks'].toSorted(),
          );
        },
      ),
    );
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'https://a@evil.example',
    42,
    null,
  ])('drops a link to %o', (url) => {
    expect(readProfile({ name: 'Ada', links: [{ url, label: 'x' }] })?.links).toEqual([]);
  });

  it.each(['../../evil', 'Spotify', 'a b', '', 42, {}])(
    'treats %o as no platform, because the name becomes part of an address',
    (platform) => {
      const read = readProfile({ name: 'Ada', links: [{ url: 'https://ada.example', platform }] });
      expect(read?.links).toMatchObject([{ platform: null }]);
    },
  );

  it.each(['https://elsewhere.example/a.png', '//elsewhere.example/a.png', '/\\elsewhere.example', 'a.png'])(
    'drops a picture of another origin: %s',
    (picture) => {
      expect(readProfile({ ...sampleProfile(), picture })?.picture).toBeNull();
    },
  );

  it('reads a hand-written file, and ignores unknown keys', () => {
    const file = { name: 'Ada', links: [{ url: 'https://ada.example' }], colour: 'red' };
    expect(readProfile(file)).toMatchObject({
      name: 'Ada',
      links: [{ id: '0', label: 'https://ada.example', url: 'https://ada.example' }],
      look: { layout: 'card', theme: 'auto' },
      tips: { state: 'off' },
    });
  });
});

describe('profiles of a server', () => {
  const asked: string[] = [];
  let answer: (url: URL) => Response | Promise<Response> = () => Response.json({});

  const profileOf = (handle: string) => sampleProfile({ handle });
  const good = (url: URL): Response => {
    const handles = url.searchParams.get('handles')?.split(',');
    if (!handles) return Response.json(profileOf(url.pathname.split('/').at(-1) ?? ''));
    const known = handles.filter((handle) => handle !== 'nobody');
    return Response.json({
      profiles: Object.fromEntries(known.map((handle) => [handle, profileOf(handle)])),
    });
  };

  beforeEach(() => {
    asked.length = 0;
    answer = good;
    vi.stubGlobal('fetch', (input: string) => {
      asked.push(input.replace(host, ''));
      return Promise.resolve(answer(new URL(input)));
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    document.head.replaceChildren();
  });

  function preload(handle: string): void {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', href: `${host}/v1/profiles/${handle}` });
    document.head.append(link);
  }

  it('are requested once per page and handle', async () => {
    const { read } = httpProfiles(host);
    const [one, two] = await Promise.all([read('ada'), read('ada')]);
    await read('ada');
    expect(asked).toEqual(['/v1/profiles/ada']);
    expect(one).toBe(two);
    expect(one).toMatchObject({ ok: true, value: { handle: 'ada' } });
  });

  // Holds tag-035.
  it('are one request for several handles of one turn, sorted', async () => {
    const { read } = httpProfiles(host);
    const answers = await Promise.all(['grace', 'ada', 'charles'].map((handle) => read(handle)));
    expect(asked).toEqual(['/v1/profiles?handles=ada,charles,grace']);
    expect(answers.map((one) => one.ok && one.value.handle)).toEqual(['grace', 'ada', 'charles']);
  });

  // Holds tag-007.
  it('are requested at their own address when the page has a hint for it', async () => {
    preload('ada');
    const { read } = httpProfiles(host);
    await Promise.all(['ada', 'grace', 'charles'].map((handle) => read(handle)));
    expect(asked.toSorted()).toEqual(['/v1/profiles/ada', '/v1/profiles?handles=charles,grace']);
  });

  it('are two requests when there are more handles than the limit', async () => {
    const { read } = httpProfiles(host);
    const handles = Array.from({ length: 60 }, (_, at) => `fan${at}`);
    const answers = await Promise.all(handles.map((handle) => read(handle)));
    expect(asked).toHaveLength(2);
    expect(answers.every((one) => one.ok)).toBe(true);
  });

  it('report the missing one and return the others', async () => {
    const { read } = httpProfiles(host);
    const [ada, nobody] = await Promise.all([read('ada'), read('nobody')]);
    expect(ada?.ok).toBe(true);
    expect(nobody).toMatchObject({ ok: false, problem: { kind: 'refused', code: 'profile-not-found' } });
  });

  it.each([
    ['no network', () => Promise.reject(new Error('offline'))],
    ['a captive portal', () => new Response('<html>Sign in to the Wi-Fi</html>')],
    ['something else that is JSON', () => Response.json({ hello: 1 })],
  ])('are requested again after %s', async (_name, broken) => {
    answer = broken;
    const { read } = httpProfiles(host);
    expect(await read('ada')).toMatchObject({ ok: false, problem: { kind: 'unreachable' } });
    answer = good;
    expect((await read('ada')).ok).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('are requested again when `fresh`, and later cards get the new answer', async () => {
    const { read } = httpProfiles(host);
    await read('ada');
    answer = () => Response.json(sampleProfile({ handle: 'ada', name: 'Ada King' }));
    expect(await read('ada', true)).toMatchObject({ value: { name: 'Ada King' } });
    expect(await read('ada')).toMatchObject({ value: { name: 'Ada King' } });
    expect(asked).toHaveLength(2);
  });
});

describe('an embed of an earlier release', () => {
  const key = { tipId: 'tip-1', tipToken: 'token-1' };
  const money = { tipAmount: 500, coverAmount: 20, amount: 520, currency: 'usd' };

  const session = {
    session: 'signed',
    expiresAt: 2,
    name: 'Ada',
    currency: 'usd',
    limits: { min: 100, max: 50_000, step: 1 },
    presets: [300, 500],
    fees: { bps: 290, fixed: 30, platformBps: 0 },
    paymentMode: 'connect',
    publishableKey: 'pk_test_1',
    stripeAccount: 'acct_1',
    stripeJs: 'https://js.stripe.com/endive/stripe.js',
    link: true,
    ways: ['card', 'link', 'ideal'],
    thanks: 'Thank you!',
    undo: true,
    challenge: { kind: 'turnstile', siteKey: 'site-1' },
  };
  const created = { ...key, ...money, clientSecret: 'pi_1_secret_1' };
  const hosted = { ...key, ...money, url: 'https://checkout.stripe.com/c/pay/1' };
  const status = {
    tipId: 'tip-1',
    status: 'refunded',
    ...money,
    undoUntil: 600_000,
    now: 500_000,
    receiptUrl: `${host}/t/tip-1`,
    refundFailure: { amount: 100, why: 'bank-refused' },
  };
  const wall = {
    v: 1,
    goal: { label: 'A new bow', amount: 5000, reached: 500, currency: 'usd' },
    supporters: [{ name: 'Zoe', message: 'Bravo', amount: 500, currency: 'usd', at: 1, every: 'month' }],
  };
  const profile = sampleProfile({
    picture: '/p/1.webp',
    tips: { ...sampleProfile().tips, presets: [300, 500] },
  });

  /** A tip as the sheet shows it. */
  async function shownOf(answer: Promise<Answer<SeenTip>>): Promise<Answer<SeenTip>> {
    const given = await answer;
    return given.ok
      ? { ok: true, value: { ...given.value, refundFailure: refundFailureOf(given.value) } }
      : given;
  }

  /** The calls of the embed, each with an answer of the server. A fresh object asks each time, because profiles are kept per page. */
  const calls = [
    { call: 'a profile', answer: profile, ask: () => httpProfiles(host).read('ada') },
    { call: 'a profile, asked again', answer: profile, ask: () => httpProfiles(host).read('ada', true) },
    {
      call: 'several profiles',
      answer: { profiles: { ada: profile, zoe: { ...profile, handle: 'zoe' } } },
      ask: async () => {
        const { read } = httpProfiles(host);
        const [one, two] = await Promise.all([read('ada'), read('zoe')]);
        return one.ok ? two : one;
      },
    },
    { call: 'a profile file', answer: profile, ask: () => readFile('/profile.json', true) },
    {
      call: 'a tip session',
      answer: session,
      ask: () => httpTips(host).startSession('ada', 'in-page', 'en'),
    },
    { call: 'a new tip', answer: created, ask: () => httpTips(host).createTip({} as never) },
    {
      call: 'a new tip on Stripe’s page',
      answer: hosted,
      ask: () => httpTips(host).createTip({} as never),
    },
    { call: 'another amount', answer: created, ask: () => httpTips(host).changeAmount(key, {} as never) },
    { call: 'a tip', answer: status, ask: () => shownOf(httpTips(host).readTip(key)) },
    { call: 'another text', answer: status, ask: () => shownOf(httpTips(host).editTip(key, {} as never)) },
    { call: 'end', answer: status, ask: () => shownOf(httpTips(host).endTip(key)) },
    { call: 'undo', answer: status, ask: () => shownOf(httpTips(host).undoTip(key)) },
  ] as const;

  const answer = (json: unknown, code = 200) =>
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(json, { status: code })));

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  // Holds tag-076.
  test.each(calls)('reads the answer to $call of newer functions as before', async (given) => {
    vi.useFakeTimers({ now: 500_000 });
    answer(given.answer);
    const now = await given.ask();
    expect(now).toMatchObject({ ok: true });
    answer(newerAnswer(given.answer));
    expect(await given.ask()).toEqual(now);
  });

  test('reads the wall of newer functions as before', () => {
    expect(readWall(wall)).toEqual(wall);
    expect(readWall(newerAnswer(wall))).toEqual(wall);
  });

  test('shows a newer problem with its sentence', async () => {
    const problem = { code: 'code-of-next-year', detail: 'Come back tomorrow.', status: 403, title: 'No' };
    answer(newerAnswer(problem), 403);
    expect(await httpTips(host).startSession('ada', 'in-page', 'en')).toEqual({
      ok: false,
      problem: { kind: 'refused', code: 'code-of-next-year', detail: 'Come back tomorrow.' },
    });
  });

  test('keeps asking about a tip in a state that it does not know', () => {
    expect(readTipStatus({ ...status, status: 'state-of-next-year' })).toMatchObject({ status: 'pending' });
  });

  test('shows a profile with links, a look and a state of tips that it does not know, and offers no tips', () => {
    const newer = {
      ...profile,
      v: 2,
      links: [...profile.links, { kind: 'event-of-next-year', at: 1 }],
      look: { ...profile.look, layout: 'ring', theme: 'sepia' },
      tips: { ...profile.tips, state: 'on-fridays' },
    };
    expect(readProfile(newer)).toEqual({
      ...profile,
      look: { ...profile.look, layout: 'card', theme: 'auto' },
      tips: { ...profile.tips, state: 'off' },
    });
  });

  test('still refuses an answer without an amount, a currency or a secret', () => {
    expect(readTipSession(newerAnswer({ ...session, limits: {} }))).toBeNull();
    expect(readTipSession(newerAnswer({ ...session, session: '' }))).toBeNull();
    expect(readTipCreated(newerAnswer({ ...created, clientSecret: '' }))).toBeNull();
    expect(readTipStatus(newerAnswer({ ...status, currency: 'shells' }))).toBeNull();
  });

  test('reads any profile with more fields, at whatever depth, as without them', () => {
    const any = fc.jsonValue({ maxDepth: 1 });
    const link = fc.record({ id: fc.string(), label: fc.string(), url: fc.webUrl(), icon: any, group: any });
    const given = fc.record({
      name: fc.string(),
      links: fc.array(link, { maxLength: 3 }),
      look: any,
      tips: any,
      picture: any,
    });
    fc.assert(
      fc.property(given, (value) => {
        expect(readProfile(newerAnswer(value))).toEqual(readProfile(value));
      }),
    );
  });
});

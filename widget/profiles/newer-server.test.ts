import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newerAnswer } from '../../core/testing/newer-answer';
import { readWall } from '../wall/read-wall';
import { readFile, httpProfiles } from './http-profiles';
import { httpTips, readTipCreated, readTipSession, readTipStatus } from '../server/http-tips';
import { readProfile } from './read-profile';
import { refundFailureOf } from '../sheet/thanks-screen';
import type { Answer, SeenTip } from '../data/backend';
import { sampleProfile } from '../testing/sample-profile';

// A page pastes the embed once. It then meets the functions of every later release, whose answers may have more fields.

const host = 'https://busker.example';
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
  { call: 'a tip session', answer: session, ask: () => httpTips(host).startSession('ada', 'in-page', 'en') },
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

describe('an embed of an earlier release', () => {
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

import { describe, expect, it } from 'vitest';
import { decodeMonthly } from '../../core/documents/monthly-document';
import { paths } from '../../core/documents/documents';
import { wordsVersion } from '../../core/monthly/monthly-words';
import type { MonthlyOffer } from '../../core/profile/draft';
import type { TipRequest } from '../../core/api/tip-api';
import { runSweeps } from '../jobs/run-sweep';
import { readable, stored } from '../store/stored';
import { atBilling } from '../testing/in-memory-billing';
import {
  adaDraft,
  adasStage,
  adaUid,
  fanOrigin,
  goodTip,
  refusedFields,
  sendEvent,
  storedTips,
  word,
  type Stage,
} from '../testing/ada';

const offer: MonthlyOffer = { on: true, intervals: ['month', 'year'], presets: { month: null, year: null } };

/** Ada offers monthly and yearly tips. */
const offering = (given: Partial<MonthlyOffer> = {}, config: Parameters<typeof adasStage>[0] = {}) =>
  adasStage(config, { draft: { tips: { ...adaDraft.tips, monthly: { ...offer, ...given } } } });

const monthlyTip = async (stage: Stage, change: Partial<TipRequest> = {}) =>
  goodTip(stage, { every: 'month', surface: 'hosted', wordsVersion, language: 'en', ...change });

const monthlies = ({ deps }: Stage) =>
  Object.entries(deps.store.dump()).flatMap(([path, data]) =>
    /^profiles\/[^/]+\/monthly\/[^/]+$/.test(path) ? [readable(path, decodeMonthly(data))] : [],
  );

const session = (stage: Stage, query = '') =>
  stage.call('POST', `/v1/tip-sessions${query}`, { handle: 'ada' }, { origin: fanOrigin });

interface Terms {
  readonly monthly: {
    readonly wordsVersion: number;
    readonly fees: { readonly bps: number };
    readonly offers: readonly {
      readonly every: string;
      readonly presets: readonly number[];
      readonly words: { readonly terms: readonly string[]; readonly button: readonly string[] };
    }[];
  } | null;
  readonly fees: { readonly bps: number };
}

describe('POST /v1/tip-sessions', () => {
  // Holds pay-267.
  it('has the offers with the words in the fan’s language, between whose parts the amount belongs', async () => {
    const stage = await offering({ presets: { month: [300], year: null } });
    const english = (await session(stage)).json as unknown as Terms;
    expect(english.monthly?.offers.map(({ every, presets }) => [every, presets[0]])).toEqual([
      ['month', 300],
      ['year', 3600],
    ]);
    const [month] = english.monthly?.offers ?? [];
    expect(month?.words.terms.join('$5.00')).toMatch(
      /^\W?\$5\.00\W? today, then \W?\$5\.00\W? every month on the /,
    );
    expect(month?.words.button.join('$5.00')).toContain('$5.00');
    const german = (await session(stage, '?language=de-AT')).json as unknown as Terms;
    expect(german.monthly?.offers[0]?.words.terms.join('5,00 $')).toContain('jeden Monat');
  });

  // Holds pay-268.
  it('adds Stripe’s fee for recurring payments to the estimate', async () => {
    const { monthly, fees } = (await session(await offering())).json as unknown as Terms;
    expect(monthly?.fees.bps).toBe(fees.bps + 70);
  });

  it('has none when the owner does not offer it', async () => {
    expect((await session(await adasStage())).json['monthly']).toBeNull();
  });
});

describe('POST /v1/tips with `every`', () => {
  // Holds pay-269.
  it('opens one page of Stripe for the product of the owner, and stores the first tip and the monthly tip', async () => {
    const stage = await offering();
    const answer = await stage.call('POST', '/v1/tips', await monthlyTip(stage, { name: 'Zoe' }));
    expect(answer.status).toBe(201);
    expect(word(answer, 'url')).toContain('/c/pay/');
    expect(word(answer, 'nextChargeOn')).toMatch(/^\d{4}-\d\d-\d\d$/);
    const [monthly] = monthlies(stage);
    const [tipPath = ''] = storedTips(stage);
    expect(stage.deps.store.dump()[tipPath]).toMatchObject({
      payment: { status: 'awaiting' },
      ways: ['card', 'link'],
      cycle: { number: 1, monthlyId: monthly?.monthlyId },
    });
    expect(monthly).toMatchObject({ state: 'starting', every: 'month', amount: 500, fan: { name: 'Zoe' } });
    const [order] = [...stage.deps.subscriptions.orders.values()];
    expect(order).toMatchObject({ every: 'month', amount: 500, account: 'acct_ada', shareBps: 0 });
    expect(order?.message.startsWith(monthly?.consent.words ?? 'none')).toBe(true);
    expect(order?.footer).toContain('/@ada/monthly');
    expect([...stage.deps.subscriptions.products.values()]).toEqual([
      { account: 'acct_ada', uid: adaUid, name: 'Monthly tip for @ada' },
    ]);
  });

  // Holds pay-269.
  it('is one page and one monthly tip however often it is sent, and after an answer that was lost', async () => {
    const stage = await offering();
    const request = await monthlyTip(stage);
    stage.deps.subscriptions.failNext('openPage', { kind: 'unavailable', error: new Error('cut') }, 'after');
    expect((await stage.call('POST', '/v1/tips', request)).status).toBe(503);
    const first = await stage.call('POST', '/v1/tips', request);
    const again = await stage.call('POST', '/v1/tips', request);
    expect([first.status, again.json]).toEqual([201, first.json]);
    expect([monthlies(stage).length, stage.deps.payments.sessions.size]).toEqual([1, 1]);
  });

  // Holds pay-270.
  it('becomes active with the payment, and its first tip is paid', async () => {
    const stage = await offering();
    await stage.call('POST', '/v1/tips', await monthlyTip(stage, { coverCosts: true, total: 550 }));
    const [sessionId = ''] = stage.deps.payments.sessions.keys();
    const [begun] = monthlies(stage);
    atBilling(stage.deps.subscriptions, stage.deps.payments, stage.deps.clock.now).subscribe(sessionId);
    const reference = { uid: adaUid, tipId: begun?.monthlyId ?? '' };
    await sendEvent(stage, 'checkout.session.completed', { reference });
    expect(monthlies(stage)).toMatchObject([
      { state: 'active', paidCycles: 1, tipAmount: 500, coverAmount: 50, contrib: { perYear: 6600 } },
    ]);
    expect(stage.deps.store.dump()[paths.tip(adaUid, reference.tipId)]).toMatchObject({ state: 'paid' });
  });

  // Holds pay-275.
  it('whose page has run out never began, and another request makes another one', async () => {
    const stage = await offering();
    await stage.call('POST', '/v1/tips', await monthlyTip(stage));
    await stage.deps.payments.expireCheckout('acct_ada', [...stage.deps.payments.sessions.keys()][0] ?? '');
    stage.deps.clock.advance(3_600_000);
    expect(await runSweeps(stage.deps, ['follow-monthlies'])).toMatchObject([{ changed: 1 }]);
    await stage.call('POST', '/v1/tips', await monthlyTip(stage));
    expect(new Set(monthlies(stage).map(({ state }) => state))).toEqual(new Set(['never-began', 'starting']));
  });

  // Holds pay-271.
  it.each([
    ['is off', { on: false }],
    ['has another interval', { intervals: ['year'] }],
  ] as const)('is refused when the offer %s, and nothing is made', async (_, given) => {
    const stage = await offering(given as Partial<MonthlyOffer>);
    const answer = await stage.call('POST', '/v1/tips', await monthlyTip(stage));
    expect([answer.status, answer.json['code']]).toEqual([409, 'monthly-unavailable']);
    expect(storedTips(stage)).toEqual([]);
    expect(stage.deps.subscriptions.calls).toEqual([]);
  });

  // Holds pay-272.
  it.each([undefined, wordsVersion + 1])(
    'with words of version %j gets the words, and no page',
    async (version) => {
      const stage = await offering();
      const { wordsVersion: _, ...request } = await monthlyTip(stage, { language: 'de' });
      const answer = await stage.call('POST', '/v1/tips', {
        ...request,
        ...(version !== undefined && { wordsVersion: version }),
      });
      expect([answer.status, answer.json['code']]).toEqual([409, 'words-changed']);
      expect(answer.json['figures']).toMatchObject({
        wordsVersion,
        terms: expect.stringContaining('jeden Monat'),
      });
      expect(storedTips(stage)).toEqual([]);
    },
  );

  it('is refused in the page’s own form, which cannot renew, by name of the field', async () => {
    const stage = await offering();
    const answer = await stage.call('POST', '/v1/tips', await monthlyTip(stage, { surface: 'elements' }));
    expect(refusedFields(answer)).toEqual(['surface']);
  });

  it('may be twelve times as much for a year, and no more', async () => {
    const stage = await offering();
    const yearly = { every: 'year', tipAmount: 100_000_00, total: 100_000_00 } as const;
    const answer = await stage.call('POST', '/v1/tips', await monthlyTip(stage, yearly));
    expect(answer.json['code']).toBe('amount-too-large');
    const within = { every: 'year', tipAmount: 60_00, total: 60_00 } as const;
    expect((await stage.call('POST', '/v1/tips', await monthlyTip(stage, within))).status).toBe(201);
  });

  it('keeps the host’s share of the beginning', async () => {
    const stage = await offering({}, { mode: 'connect', platformFeeBps: 500 });
    await stage.call('POST', '/v1/tips', await monthlyTip(stage));
    expect(monthlies(stage)).toMatchObject([{ shareBps: 500 }]);
    expect([...stage.deps.subscriptions.orders.values()]).toMatchObject([{ shareBps: 500 }]);
  });

  // Holds pay-421.
  it('takes no share of a Mexican account, which Stripe would refuse to a host elsewhere', async () => {
    const stage = await offering({}, { mode: 'connect', platformFeeBps: 500 });
    const payments = await stage.deps.store.read(stored.payments(adaUid));
    if (payments === undefined) throw new Error('Ada has no payments');
    await stage.deps.store.transaction(async (tx) => {
      tx.write(stored.payments(adaUid), { ...payments, country: 'MX', feesCountry: 'MX' });
      return Promise.resolve();
    });
    await stage.call('POST', '/v1/tips', await monthlyTip(stage));
    expect(monthlies(stage)).toMatchObject([{ shareBps: 0 }]);
    expect([...stage.deps.subscriptions.orders.values()]).toMatchObject([{ shareBps: 0 }]);
  });

  it.each([
    [{ kind: 'unavailable', error: new Error('away') }, 503, 'service-unavailable'],
    [{ kind: 'gone' }, 409, 'payments-not-ready'],
    [{ kind: 'refused', code: 'parameter_unknown', requestId: 'req_1' }, 409, 'monthly-unavailable'],
  ] as const)('stores nothing while there is no product: %j', async (failure, status, code) => {
    const stage = await offering();
    stage.deps.subscriptions.failNext('makeProduct', failure);
    const request = await monthlyTip(stage);
    const answer = await stage.call('POST', '/v1/tips', request);
    expect([answer.status, answer.json['code']]).toEqual([status, code]);
    expect(storedTips(stage)).toEqual([]);
    expect((await stage.call('POST', '/v1/tips', request)).status).toBe(201);
  });

  it('counts an address that opens many', async () => {
    const stage = await offering({}, { limitFactor: 1 });
    const from = { origin: fanOrigin, 'x-forwarded-for': '203.0.113.9' };
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await stage.call('POST', '/v1/tips', await monthlyTip(stage), from)).status);
      stage.deps.clock.advance(11 * 60_000);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });
});

describe('a monthly tip without a page', () => {
  // Holds pay-273.
  it('never began once its first tip has ended, and is not looked at again', async () => {
    const stage = await offering();
    stage.deps.subscriptions.failNext('openPage', { kind: 'unavailable', error: new Error('away') });
    const request = await monthlyTip(stage);
    await stage.call('POST', '/v1/tips', request);
    expect(monthlies(stage)).toMatchObject([{ state: 'starting' }]);
    stage.deps.clock.advance(5 * 60_000);
    await runSweeps(stage.deps, ['follow-open-tips', 'follow-monthlies']);
    expect(monthlies(stage)).toMatchObject([{ state: 'never-began' }]);
    stage.deps.clock.advance(60 * 60_000);
    expect(await runSweeps(stage.deps, ['follow-monthlies'])).toMatchObject([{ checked: 0 }]);
  });

  // Holds pay-273.
  it('begins again when the fan repeats the request within the hour', async () => {
    const stage = await offering();
    stage.deps.subscriptions.failNext('openPage', { kind: 'unavailable', error: new Error('away') });
    const request = await monthlyTip(stage);
    await stage.call('POST', '/v1/tips', request);
    stage.deps.clock.advance(5 * 60_000);
    await runSweeps(stage.deps, ['follow-open-tips', 'follow-monthlies']);
    expect((await stage.call('POST', '/v1/tips', request)).status).toBe(201);
    expect(monthlies(stage)).toMatchObject([{ state: 'starting' }]);
  });
});

import { describe, expect, it } from 'vitest';
import { monthlyDocument } from '../../core/money-documents/monthly-document';
import { paths } from '../../core/documents/documents';
import { wordsVersion } from '../../core/monthly/monthly-words';
import type { MonthlyOffer } from '../../core/profile/draft';
import type { TipRequest } from '../../core/fan-api/tip-api';
import { runSweeps } from '../jobs/run-sweep';
import { readable, stored } from '../store/store';
import { atBilling } from '../testing/in-memory-billing';
import {
  adaDraft,
  adasScenario,
  adaUid,
  fanOrigin,
  goodTip,
  refusedFields,
  sendEvent,
  storedTips,
  word,
  type Scenario,
} from '../testing/ada';

const offer: MonthlyOffer = { on: true, intervals: ['month', 'year'], presets: { month: null, year: null } };

/** Ada offers monthly and yearly tips. */
const offering = (given: Partial<MonthlyOffer> = {}, config: Parameters<typeof adasScenario>[0] = {}) =>
  adasScenario(config, { draft: { tips: { ...adaDraft.tips, monthly: { ...offer, ...given } } } });

const monthlyTip = async (scenario: Scenario, change: Partial<TipRequest> = {}) =>
  goodTip(scenario, { every: 'month', surface: 'hosted', wordsVersion, language: 'en', ...change });

const monthlies = ({ deps }: Scenario) =>
  Object.entries(deps.store.dump()).flatMap(([path, data]) =>
    /^profiles\/[^/]+\/monthly\/[^/]+$/.test(path) ? [readable(path, monthlyDocument.decode(data))] : [],
  );

const session = (scenario: Scenario, query = '') =>
  scenario.call('POST', `/v1/tip-sessions${query}`, { handle: 'ada' }, { origin: fanOrigin });

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
    const scenario = await offering({ presets: { month: [300], year: null } });
    const english = (await session(scenario)).json as unknown as Terms;
    expect(english.monthly?.offers.map(({ every, presets }) => [every, presets[0]])).toEqual([
      ['month', 300],
      ['year', 3600],
    ]);
    const [month] = english.monthly?.offers ?? [];
    expect(month?.words.terms.join('$5.00')).toMatch(
      /^\W?\$5\.00\W? today, then \W?\$5\.00\W? every month on the /,
    );
    expect(month?.words.button.join('$5.00')).toContain('$5.00');
    const german = (await session(scenario, '?language=de-AT')).json as unknown as Terms;
    expect(german.monthly?.offers[0]?.words.terms.join('5,00 $')).toContain('jeden Monat');
  });

  // Holds pay-268.
  it('adds Stripe’s fee for recurring payments to the estimate', async () => {
    const { monthly, fees } = (await session(await offering())).json as unknown as Terms;
    expect(monthly?.fees.bps).toBe(fees.bps + 70);
  });

  it('has none when the owner does not offer it', async () => {
    expect((await session(await adasScenario())).json['monthly']).toBeNull();
  });
});

describe('POST /v1/tips with `every`', () => {
  // Holds pay-269.
  it('opens one page of Stripe for the product of the owner, and stores the first tip and the monthly tip', async () => {
    const scenario = await offering();
    const answer = await scenario.call('POST', '/v1/tips', await monthlyTip(scenario, { name: 'Zoe' }));
    expect(answer.status).toBe(201);
    expect(word(answer, 'url')).toContain('/c/pay/');
    expect(word(answer, 'nextChargeOn')).toMatch(/^\d{4}-\d\d-\d\d$/);
    const [monthly] = monthlies(scenario);
    const [tipPath = ''] = storedTips(scenario);
    expect(scenario.deps.store.dump()[tipPath]).toMatchObject({
      payment: { status: 'awaiting' },
      ways: ['card', 'link'],
      cycle: { number: 1, monthlyId: monthly?.monthlyId },
    });
    expect(monthly).toMatchObject({ state: 'starting', every: 'month', amount: 500, fan: { name: 'Zoe' } });
    const [order] = [...scenario.deps.subscriptions.orders.values()];
    expect(order).toMatchObject({ every: 'month', amount: 500, account: 'acct_ada', shareBps: 0 });
    expect(order?.message.startsWith(monthly?.consent.words ?? 'none')).toBe(true);
    expect(order?.footer).toContain('/@ada/monthly');
    expect([...scenario.deps.subscriptions.products.values()]).toEqual([
      { account: 'acct_ada', uid: adaUid, name: 'Monthly tip for @ada' },
    ]);
  });

  // Holds pay-269.
  it('is one page and one monthly tip however often it is sent, and after an answer that was lost', async () => {
    const scenario = await offering();
    const request = await monthlyTip(scenario);
    scenario.deps.subscriptions.failNext(
      'openPage',
      { kind: 'unavailable', error: new Error('cut') },
      'after',
    );
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(503);
    const first = await scenario.call('POST', '/v1/tips', request);
    const again = await scenario.call('POST', '/v1/tips', request);
    expect([first.status, again.json]).toEqual([201, first.json]);
    expect([monthlies(scenario).length, scenario.deps.payments.sessions.size]).toEqual([1, 1]);
  });

  // Holds pay-270.
  it('becomes active with the payment, and its first tip is paid', async () => {
    const scenario = await offering();
    await scenario.call('POST', '/v1/tips', await monthlyTip(scenario, { coverCosts: true, total: 550 }));
    const [sessionId = ''] = scenario.deps.payments.sessions.keys();
    const [begun] = monthlies(scenario);
    atBilling(scenario.deps.subscriptions, scenario.deps.payments, scenario.deps.clock.now).subscribe(
      sessionId,
    );
    const reference = { uid: adaUid, tipId: begun?.monthlyId ?? '' };
    await sendEvent(scenario, 'checkout.session.completed', { reference });
    expect(monthlies(scenario)).toMatchObject([
      { state: 'active', paidCycles: 1, tipAmount: 500, coverAmount: 50, contrib: { perYear: 6600 } },
    ]);
    expect(scenario.deps.store.dump()[paths.tip(adaUid, reference.tipId)]).toMatchObject({ state: 'paid' });
  });

  // Holds pay-275.
  it('whose page has run out never began, and another request makes another one', async () => {
    const scenario = await offering();
    await scenario.call('POST', '/v1/tips', await monthlyTip(scenario));
    await scenario.deps.payments.expireCheckout(
      'acct_ada',
      [...scenario.deps.payments.sessions.keys()][0] ?? '',
    );
    scenario.deps.clock.advance(3_600_000);
    expect(await runSweeps(scenario.deps, ['follow-monthlies'])).toMatchObject([{ changed: 1 }]);
    await scenario.call('POST', '/v1/tips', await monthlyTip(scenario));
    expect(new Set(monthlies(scenario).map(({ state }) => state))).toEqual(
      new Set(['never-began', 'starting']),
    );
  });

  // Holds pay-271.
  it.each([
    ['is off', { on: false }],
    ['has another interval', { intervals: ['year'] }],
  ] as const)('is refused when the offer %s, and nothing is made', async (_, given) => {
    const scenario = await offering(given as Partial<MonthlyOffer>);
    const answer = await scenario.call('POST', '/v1/tips', await monthlyTip(scenario));
    expect([answer.status, answer.json['code']]).toEqual([409, 'monthly-unavailable']);
    expect(storedTips(scenario)).toEqual([]);
    expect(scenario.deps.subscriptions.calls).toEqual([]);
  });

  // Holds pay-272.
  it.each([undefined, wordsVersion + 1])(
    'with words of version %j gets the words, and no page',
    async (version) => {
      const scenario = await offering();
      const { wordsVersion: _, ...request } = await monthlyTip(scenario, { language: 'de' });
      const answer = await scenario.call('POST', '/v1/tips', {
        ...request,
        ...(version !== undefined && { wordsVersion: version }),
      });
      expect([answer.status, answer.json['code']]).toEqual([409, 'words-changed']);
      expect(answer.json['figures']).toMatchObject({
        wordsVersion,
        terms: expect.stringContaining('jeden Monat'),
      });
      expect(storedTips(scenario)).toEqual([]);
    },
  );

  it('is refused in the page’s own form, which cannot renew, by name of the field', async () => {
    const scenario = await offering();
    const answer = await scenario.call(
      'POST',
      '/v1/tips',
      await monthlyTip(scenario, { surface: 'elements' }),
    );
    expect(refusedFields(answer)).toEqual(['surface']);
  });

  it('may be twelve times as much for a year, and no more', async () => {
    const scenario = await offering();
    const yearly = { every: 'year', tipAmount: 100_000_00, total: 100_000_00 } as const;
    const answer = await scenario.call('POST', '/v1/tips', await monthlyTip(scenario, yearly));
    expect(answer.json['code']).toBe('amount-too-large');
    const within = { every: 'year', tipAmount: 60_00, total: 60_00 } as const;
    expect((await scenario.call('POST', '/v1/tips', await monthlyTip(scenario, within))).status).toBe(201);
  });

  it('keeps the host’s share of the beginning', async () => {
    const scenario = await offering({}, { mode: 'connect', platformFeeBps: 500 });
    await scenario.call('POST', '/v1/tips', await monthlyTip(scenario));
    expect(monthlies(scenario)).toMatchObject([{ shareBps: 500 }]);
    expect([...scenario.deps.subscriptions.orders.values()]).toMatchObject([{ shareBps: 500 }]);
  });

  // Holds pay-421.
  it('takes no share of a Mexican account, which Stripe would refuse to a host elsewhere', async () => {
    const scenario = await offering({}, { mode: 'connect', platformFeeBps: 500 });
    const payments = await scenario.deps.store.read(stored.payments(adaUid));
    if (payments === undefined) throw new Error('Ada has no payments');
    await scenario.deps.store.transaction(async (tx) => {
      tx.write(stored.payments(adaUid), { ...payments, country: 'MX', feesCountry: 'MX' });
      return Promise.resolve();
    });
    await scenario.call('POST', '/v1/tips', await monthlyTip(scenario));
    expect(monthlies(scenario)).toMatchObject([{ shareBps: 0 }]);
    expect([...scenario.deps.subscriptions.orders.values()]).toMatchObject([{ shareBps: 0 }]);
  });

  it.each([
    [{ kind: 'unavailable', error: new Error('away') }, 503, 'service-unavailable'],
    [{ kind: 'gone' }, 409, 'payments-not-ready'],
    [{ kind: 'refused', code: 'parameter_unknown', requestId: 'req_1' }, 409, 'monthly-unavailable'],
  ] as const)('stores nothing while there is no product: %j', async (failure, status, code) => {
    const scenario = await offering();
    scenario.deps.subscriptions.failNext('makeProduct', failure);
    const request = await monthlyTip(scenario);
    const answer = await scenario.call('POST', '/v1/tips', request);
    expect([answer.status, answer.json['code']]).toEqual([status, code]);
    expect(storedTips(scenario)).toEqual([]);
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(201);
  });

  it('counts an address that opens many', async () => {
    const scenario = await offering({}, { limitFactor: 1 });
    const from = { origin: fanOrigin, 'x-forwarded-for': '203.0.113.9' };
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await scenario.call('POST', '/v1/tips', await monthlyTip(scenario), from)).status);
      scenario.deps.clock.advance(11 * 60_000);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });
});

describe('a monthly tip without a page', () => {
  // Holds pay-273.
  it('never began once its first tip has ended, and is not looked at again', async () => {
    const scenario = await offering();
    scenario.deps.subscriptions.failNext('openPage', { kind: 'unavailable', error: new Error('away') });
    const request = await monthlyTip(scenario);
    await scenario.call('POST', '/v1/tips', request);
    expect(monthlies(scenario)).toMatchObject([{ state: 'starting' }]);
    scenario.deps.clock.advance(5 * 60_000);
    await runSweeps(scenario.deps, ['follow-open-tips', 'follow-monthlies']);
    expect(monthlies(scenario)).toMatchObject([{ state: 'never-began' }]);
    scenario.deps.clock.advance(60 * 60_000);
    expect(await runSweeps(scenario.deps, ['follow-monthlies'])).toMatchObject([{ checked: 0 }]);
  });

  // Holds pay-273.
  it('begins again when the fan repeats the request within the hour', async () => {
    const scenario = await offering();
    scenario.deps.subscriptions.failNext('openPage', { kind: 'unavailable', error: new Error('away') });
    const request = await monthlyTip(scenario);
    await scenario.call('POST', '/v1/tips', request);
    scenario.deps.clock.advance(5 * 60_000);
    await runSweeps(scenario.deps, ['follow-open-tips', 'follow-monthlies']);
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(201);
    expect(monthlies(scenario)).toMatchObject([{ state: 'starting' }]);
  });
});

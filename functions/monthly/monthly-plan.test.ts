import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import type { TipRequest } from '@busker/core/fan-api/tip-api';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import { wordsVersion } from '@busker/core/monthly/monthly-words';
import { defaultTipSettings, type MonthlyOffer } from '@busker/core/profile/draft';
import { runSweeps } from '../jobs/run-sweep';
import { readable, stored } from '../store/store';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  fanOrigin,
  goodTip,
  putDraft,
  refusedFields,
  sendEvent,
  storedTips,
  word,
  type Scenario,
} from '../testing/ada';
import { atBilling } from '../testing/in-memory-billing';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-scenario';

describe('follow handle', () => {
  const away = { kind: 'unavailable', error: new Error('away') } as const;
  const monthly = { on: true, intervals: ['month'], presets: { month: null, year: null } } as const;
  const tips = { ...defaultTipSettings, monthly: { ...monthly, intervals: [...monthly.intervals] } };

  let scenario: Scenario;
  let revision = 1;
  beforeEach(async () => {
    scenario = await adasScenario({}, { draft: { tips } });
    revision = 1;
    await beginMonthly();
  });

  async function beginMonthly(): Promise<number> {
    const more = { every: 'month', surface: 'hosted', wordsVersion } as const;
    return (await scenario.call('POST', '/v1/tips', await goodTip(scenario, more))).status;
  }

  async function publishAs(name: string, language = adaDraft.language): Promise<number> {
    revision += 1;
    putDraft(scenario.deps, adaUid, { ...adaDraft, tips, name, language, revision });
    return (await scenario.call('POST', '/v1/me/publish', { revision }, bearerOf(adaToken))).status;
  }

  const names = () => [...scenario.deps.subscriptions.products.values()].map(({ name }) => name);
  const renamings = () => scenario.deps.subscriptions.calls.filter((call) => call === 'renameProduct').length;

  describe('the product of an owner’s monthly tips at Stripe', () => {
    it('is renamed when the owner publishes another name, and only then', async () => {
      await publishAs('Ada Lovelace');
      expect([names(), renamings()]).toEqual([['Monthly tip for Ada Lovelace'], 0]);
      expect(await publishAs('Countess')).toBe(200);
      await publishAs('Countess');
      expect([names(), renamings()]).toEqual([['Monthly tip for Countess'], 1]);
    });

    // Holds pay-960.
    it('is named in the language of the owner’s page, also when only that has changed', async () => {
      expect(await publishAs('Ada Lovelace', 'de')).toBe(200);
      expect(names()).toEqual(['Monatliches Trinkgeld für Ada Lovelace']);
      expect(await publishAs('Ada Lovelace', 'ar')).toBe(200);
      expect(names()).toEqual(['إكرامية شهرية إلى \u2068Ada Lovelace\u2069']);
    });

    it.each([
      ['does not answer', away],
      ['refuses', { kind: 'refused', code: 'x', requestId: 'req_1' }],
      ['does not show the account any more', { kind: 'gone' }],
    ] as const)('is renamed by the next publication when Stripe %s', async (_, failure) => {
      scenario.deps.subscriptions.failNext('renameProduct', failure);
      expect(await publishAs('Countess')).toBe(200);
      expect(names()).toEqual(['Monthly tip for Ada Lovelace']);
      expect(await publishAs('Countess')).toBe(200);
      expect(names()).toEqual(['Monthly tip for Countess']);
    });

    it('is renamed when the next monthly tip begins, and a failure does not keep the fan from giving', async () => {
      scenario.deps.subscriptions.failNext('renameProduct', away);
      await publishAs('Countess');
      scenario.deps.subscriptions.failNext('renameProduct', away);
      expect([await beginMonthly(), names()]).toEqual([201, ['Monthly tip for Ada Lovelace']]);
      expect([await beginMonthly(), names()]).toEqual([201, ['Monthly tip for Countess']]);
    });

    it('whose name was not kept is named once', async () => {
      const { deps } = scenario;
      const setup = await deps.store.read(stored.monthlySetup(adaUid));
      if (setup === undefined) throw new Error('There is no product');
      const { productName: _, ...older } = stored.monthlySetup(adaUid).encode(setup);
      deps.store.put(stored.monthlySetup(adaUid).path, older);
      for (let count = 0; count < 2; count += 1) await publishAs('Ada Lovelace');
      expect(renamings()).toBe(1);
    });

    it('is not asked about for an owner whose monthly tips never began', async () => {
      scenario = await adasScenario({}, { draft: { tips } });
      await publishAs('Countess');
      expect(scenario.deps.subscriptions.calls).toEqual([]);
    });
  });
});

describe('open portal', () => {
  let fan: MonthlyFan;
  beforeEach(async () => {
    fan = await monthlyFan();
  });

  const portal = (flow: 'card' | 'all' = 'card') => fan.call('POST', '/portal', { flow });
  const setup = () => fan.scenario.deps.store.read(stored.monthlySetup(adaUid));

  describe('POST /v1/monthly/{id}/portal', () => {
    // Holds pay-290.
    it('opens Stripe’s portal for this fan, made once for the owner', async () => {
      const answer = await portal();
      expect(answer.json['url']).toMatch(/^https:\/\/portal\.test\/bpc_.*_1\/cus_.*\/card$/);
      expect((await portal('all')).json['url']).toMatch(/\/all$/);
      expect(fan.scenario.deps.subscriptions.calls.filter((call) => call === 'makePortal')).toHaveLength(1);
      expect(JSON.stringify(fan.scenario.deps.store.dump())).not.toContain('/cus_');
    });

    // Holds pay-292.
    it('makes another one when the owner has removed it at Stripe', async () => {
      await portal();
      fan.scenario.deps.subscriptions.portals.clear();
      expect((await portal()).json['url']).toMatch(/bpc_.*_2\//);
      expect(await setup()).toMatchObject({ portal: { version: 2 } });
    });

    // Holds pay-291.
    it('names the page of Stripe once the owner has left', async () => {
      await portal();
      fan.scenario.deps.subscriptions.outage = { kind: 'gone' };
      const answer = await portal();
      expect([answer.status, answer.json['code']]).toEqual([409, 'monthly-elsewhere']);
      expect(answer.json['figures']).toMatchObject({ loginUrl: expect.stringContaining('/login/') });
    });

    it.each(['makePortal', 'makeProduct', 'openPortal'] as const)(
      'says so while Stripe does not answer %s, and works when it does',
      async (call) => {
        fan.scenario.deps.subscriptions.failNext(call, { kind: 'unavailable', error: new Error('away') });
        expect((await portal()).status).toBe(503);
        expect((await portal()).status).toBe(200);
      },
    );

    it('is refused where the key may not make a portal, which stops nobody from giving', async () => {
      const refused = { kind: 'refused', code: 'x', requestId: null } as const;
      for (let count = 0; count < 2; count += 1)
        fan.scenario.deps.subscriptions.failNext('makePortal', refused);
      expect((await portal()).json['code']).toBe('monthly-unavailable');
      expect(await setup()).toMatchObject({ portal: null });
    });

    it('opens ten times an hour', async () => {
      fan = await monthlyFan({ limitFactor: 1 });
      const statuses: number[] = [];
      for (let count = 0; count < 11; count += 1) statuses.push((await portal()).status);
      expect(statuses.slice(-2)).toEqual([200, 429]);
    });
  });
});

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
    expect([order?.footer.includes('/@ada/monthly'), order?.description]).toEqual([
      true,
      'Monthly tip for Ada Lovelace',
    ]);
    expect([...scenario.deps.subscriptions.products.values()]).toEqual([
      { account: 'acct_ada', uid: adaUid, name: 'Monthly tip for Ada Lovelace' },
    ]);
  });

  // Holds pay-960, dash-1352.
  it('names the monthly tip on Stripe’s page in the fan’s language', async () => {
    const scenario = await offering();
    const request = await monthlyTip(scenario, { language: 'ja' });
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(201);
    const [order] = [...scenario.deps.subscriptions.orders.values()];
    expect(order?.description).toBe('Ada Lovelace への毎月のチップ');
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

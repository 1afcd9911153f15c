import { beforeEach, describe, expect, it } from 'vitest';
import { wordsVersion } from '../../core/monthly/monthly-words';
import { defaultTipSettings } from '../../core/profile/draft';
import { stored } from '../store/store';
import {
  adaDraft,
  adaToken,
  adaUid,
  adasScenario,
  bearerOf,
  goodTip,
  putDraft,
  type Scenario,
} from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';

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

  async function publishAs(handle: string): Promise<number> {
    revision += 1;
    putDraft(scenario.deps, adaUid, { ...adaDraft, tips, handle, revision });
    return (await scenario.call('POST', '/v1/me/publish', { revision }, bearerOf(adaToken))).status;
  }

  const names = () => [...scenario.deps.subscriptions.products.values()].map(({ name }) => name);
  const renamings = () => scenario.deps.subscriptions.calls.filter((call) => call === 'renameProduct').length;

  describe('the product of an owner’s monthly tips at Stripe', () => {
    it('is renamed when the owner publishes another handle, and only then', async () => {
      await publishAs('ada');
      expect([names(), renamings()]).toEqual([['Monthly tip for @ada'], 0]);
      expect(await publishAs('countess')).toBe(200);
      await publishAs('countess');
      expect([names(), renamings()]).toEqual([['Monthly tip for @countess'], 1]);
    });

    it.each([
      ['does not answer', away],
      ['refuses', { kind: 'refused', code: 'x', requestId: 'req_1' }],
      ['does not show the account any more', { kind: 'gone' }],
    ] as const)('is renamed by the next publication when Stripe %s', async (_, failure) => {
      scenario.deps.subscriptions.failNext('renameProduct', failure);
      expect(await publishAs('countess')).toBe(200);
      expect(names()).toEqual(['Monthly tip for @ada']);
      expect(await publishAs('countess')).toBe(200);
      expect(names()).toEqual(['Monthly tip for @countess']);
    });

    it('is renamed when the next monthly tip begins, and a failure does not keep the fan from giving', async () => {
      scenario.deps.subscriptions.failNext('renameProduct', away);
      await publishAs('countess');
      scenario.deps.subscriptions.failNext('renameProduct', away);
      expect([await beginMonthly(), names()]).toEqual([201, ['Monthly tip for @ada']]);
      expect([await beginMonthly(), names()]).toEqual([201, ['Monthly tip for @countess']]);
    });

    it('whose name was not kept is named once', async () => {
      const { deps } = scenario;
      const setup = await deps.store.read(stored.monthlySetup(adaUid));
      if (setup === undefined) throw new Error('There is no product');
      const { productName: _, ...older } = stored.monthlySetup(adaUid).encode(setup);
      deps.store.put(stored.monthlySetup(adaUid).path, older);
      for (let count = 0; count < 2; count += 1) await publishAs('ada');
      expect(renamings()).toBe(1);
    });

    it('is not asked about for an owner whose monthly tips never began', async () => {
      scenario = await adasScenario({}, { draft: { tips } });
      await publishAs('countess');
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

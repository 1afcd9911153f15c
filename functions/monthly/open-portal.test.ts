import { beforeEach, describe, expect, it } from 'vitest';
import { adaUid } from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { stored } from '../store/stored';

let fan: MonthlyFan;
beforeEach(async () => {
  fan = await monthlyFan();
});

const portal = (flow: 'card' | 'all' = 'card') => fan.call('POST', '/portal', { flow });
const setup = () => fan.stage.deps.store.read(stored.monthlySetup(adaUid));

describe('POST /v1/monthly/{id}/portal', () => {
  // Holds pay-290.
  it('opens Stripe’s portal for this fan, made once for the owner', async () => {
    const answer = await portal();
    expect(answer.json['url']).toMatch(/^https:\/\/portal\.test\/bpc_.*_1\/cus_.*\/card$/);
    expect((await portal('all')).json['url']).toMatch(/\/all$/);
    expect(fan.stage.deps.subscriptions.calls.filter((call) => call === 'makePortal')).toHaveLength(1);
    expect(JSON.stringify(fan.stage.deps.store.dump())).not.toContain('/cus_');
  });

  // Holds pay-292.
  it('makes another one when the owner has removed it at Stripe', async () => {
    await portal();
    fan.stage.deps.subscriptions.portals.clear();
    expect((await portal()).json['url']).toMatch(/bpc_.*_2\//);
    expect(await setup()).toMatchObject({ portal: { version: 2 } });
  });

  // Holds pay-291.
  it('names the page of Stripe once the owner has left', async () => {
    await portal();
    fan.stage.deps.subscriptions.outage = { kind: 'gone' };
    const answer = await portal();
    expect([answer.status, answer.json['code']]).toEqual([409, 'monthly-elsewhere']);
    expect(answer.json['figures']).toMatchObject({ loginUrl: expect.stringContaining('/login/') });
  });

  it.each(['makePortal', 'makeProduct', 'openPortal'] as const)(
    'says so while Stripe does not answer %s, and works when it does',
    async (call) => {
      fan.stage.deps.subscriptions.failNext(call, { kind: 'unavailable', error: new Error('away') });
      expect((await portal()).status).toBe(503);
      expect((await portal()).status).toBe(200);
    },
  );

  it('is refused where the key may not make a portal, which stops nobody from giving', async () => {
    const refused = { kind: 'refused', code: 'x', requestId: null } as const;
    for (let count = 0; count < 2; count += 1) fan.stage.deps.subscriptions.failNext('makePortal', refused);
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

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MonthlyView } from '../../core/fan-api/monthly-api';
import { paths } from '../../core/documents/documents';
import { wordsVersion } from '../../core/monthly/monthly-words';
import { runSweeps } from '../../functions/jobs/run-sweep';
import { stopAll } from '../../functions/monthly-pages/manage-monthly';
import { monthlyTipsOn, type Subscribed } from './monthly-tips';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';

const day = 24 * 60 * 60_000;

let api: OpenApi;
let tips: Awaited<ReturnType<typeof monthlyTipsOn>>;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' }, { hasSandboxClock: true });
  tips = await monthlyTipsOn(api);
});
afterAll(() => api.close());

const sweep = () => runSweeps(api.deps, ['follow-monthlies']);
const viewOf = async ({ monthlyId, token }: Subscribed) =>
  (await api.call('GET', `/v1/monthly/${monthlyId}`, undefined, token)).json as unknown as MonthlyView;
const manage = ({ monthlyId, token }: Subscribed, path: string, body: object) =>
  api.call('POST', `/v1/monthly/${monthlyId}/${path}`, body, token);
/** The fields of the stored document: what a reader leaves out shows only here. */
const fieldsOf = async ({ monthlyId }: Subscribed) => {
  const from = paths.monthlies(adaUid);
  const found = await api.deps.store.find({ from, limit: 50 }, (data) => data as Record<string, unknown>);
  return Object.keys(found.find(({ path }) => path.endsWith(monthlyId))?.value ?? {});
};

describe('an account that was disconnected for two renewals and is connected again', () => {
  // Holds pay-393, pay-418.
  it('has monthly tips of which everything can be done as before', async () => {
    const [stopped, changed, third] = [
      await tips.subscribe(),
      await tips.subscribe(),
      await tips.subscribe(),
    ];
    await api.control('accounts/deauthorize', { account: adaAccount });
    await api.stripe.webhooksIdle();
    expect(await viewOf(changed)).toMatchObject({ elsewhere: true, limits: null });
    expect((await manage(changed, 'stop', { when: 'period-end' })).status).toBe(409);
    expect((await manage(changed, 'keep', {})).status).toBe(409);
    await tips.advance(2);
    expect(await tips.monthlyOf(changed.monthlyId)).toMatchObject({ paidCycles: 1 });
    await api.control('accounts/reconnect', { account: adaAccount });
    await api.stripe.webhooksIdle();
    await api.control('clock/advance', { milliseconds: day });
    await sweep();
    await api.stripe.webhooksIdle();
    for (const begun of [stopped, changed, third]) {
      expect(await fieldsOf(begun)).not.toContain('elsewhere');
      expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ paidCycles: 3, contrib: { active: 1 } });
    }
    const view = await viewOf(changed);
    expect(view).toMatchObject({ elsewhere: false, portalLogin: null, state: 'active' });
    const total = { tipAmount: 800, coverCosts: false, total: 800, wordsVersion };
    expect((await manage(changed, 'amount', total)).json).toMatchObject({ amount: 800 });
    expect((await manage(stopped, 'stop', { when: 'period-end' })).json).toMatchObject({ state: 'ending' });
    const all = await stopAll(api.deps, { uid: adaUid }, { when: 'now', handle: 'ada' });
    expect(all).toEqual({ ok: true, value: { count: 3 } });
    const page = await (await fetch(`${api.url}/@ada/monthly`)).text();
    expect(page).not.toContain('disconnected');
  });
});

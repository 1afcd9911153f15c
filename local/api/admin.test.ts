import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Decider } from '../../core/moderation/standing';
import { parseAdminCall } from '../../functions/moderation/admin-call';
import { runAdmin } from '../../functions/moderation/run-admin';
import { adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const who: Decider = { name: 'local', role: 'admin' };

async function run(...words: string[]) {
  const read = parseAdminCall(words);
  if (!read.ok) throw new Error(read.problem);
  return runAdmin(api.deps, who, read.value.call);
}

it('an admin finds an owner by the number of a tip, suspends and restores them, on real servers', async () => {
  const paid = await api.sendTip();
  await api.pay(paid.paymentIntentId, 'pm_card_visa');
  await api.stripe.webhooksIdle();
  const open = await api.sendTip();
  expect((await run('find', paid.tipId)).data).toMatchObject({ uid: adaUid, openPayments: 1 });

  const suspended = await run('suspend', 'ada', '--reason', 'Not your picture.', '--yes');
  expect(suspended).toMatchObject({ done: true, data: { payments: { ended: 1, missed: 0 } } });
  const intent = await api.atStripe('GET', `/v1/payment_intents/${open.paymentIntentId}`);
  expect(intent).toMatchObject({ status: 'canceled' });
  expect((await fetch(`${api.url}/@ada`)).status).toBe(410);
  expect((await api.call('POST', '/v1/tip-sessions', { handle: 'ada' })).json).toMatchObject({
    code: 'payments-not-ready',
  });
  const undone = await api.call('POST', `/v1/tips/${paid.tipId}/undo`, undefined, paid.tipToken);
  expect(undone.json).toMatchObject({ status: 'refunded' });

  expect((await run('look', 'acct_ada', '--reason', 'A fan asks.', '--yes')).done).toBe(true);
  expect((await run('restore', adaUid, '--reason', 'It was hers.', '--yes')).done).toBe(true);
  expect((await fetch(`${api.url}/@ada`)).status).toBe(200);
  expect((await run('audit', 'ada')).data).toMatchObject([
    { verb: 'restore', who: 'local', before: { state: 'suspended' }, after: { state: 'good' } },
    { verb: 'suspend', before: null, after: { state: 'suspended', reason: 'Not your picture.' } },
  ]);
  expect((await run('audit')).lines).toHaveLength(3);
});

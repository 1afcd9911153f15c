import { expect, it } from 'vitest';
import { eventRecord } from './event-record';
import type { WebhookEvent } from '../stripe/payments';
import { commitWith } from '../store/piggybacked-write';
import { StoreUnavailable } from '../store/store';
import { stored } from '../store/stored';
import { adasStage, adaUid, ring, sendTip, type Stage } from '../testing/ada';
import { tipIn } from '../testing/look';

const bell: WebhookEvent = {
  id: 'evt_1',
  type: 'payment_intent.succeeded',
  account: 'acct_ada',
  livemode: false,
  objectId: 'pi_1',
  paymentIntentId: 'pi_1',
  reference: null,
};

async function delivery({ deps }: Stage) {
  const [event] = await deps.store.readVersioned([stored.stripeEvent(bell.id)]);
  return eventRecord(deps, bell, event);
}

const recordIn = ({ deps }: Stage, id = bell.id) => deps.store.read(stored.stripeEvent(id));

it('counts each delivery once, and is done with the first that was worked through', async () => {
  const stage = await adasStage();
  await (await delivery(stage)).failed();
  expect(await recordIn(stage)).toMatchObject({ attempts: 1, doneAt: null });
  await (await delivery(stage)).done();
  const now = stage.deps.clock.now();
  expect(await recordIn(stage)).toMatchObject({ attempts: 2, doneAt: now, receivedAt: now });
});

it('writes nothing more when it has landed with somebody else’s commit', async () => {
  const stage = await adasStage();
  const record = await delivery(stage);
  expect(await commitWith(stage.deps.store, record.piggyback, [], () => undefined)).toBe(true);
  const { requests } = stage.deps.store;
  await record.done();
  expect(stage.deps.store.requests).toBe(requests);
  expect(await recordIn(stage)).toMatchObject({ attempts: 1, doneAt: stage.deps.clock.now() });
});

it('does not ride over what another delivery has written since it looked, and counts after it', async () => {
  const stage = await adasStage();
  const [one, other] = [await delivery(stage), await delivery(stage)];
  await one.failed();
  expect(await commitWith(stage.deps.store, other.piggyback, [], () => undefined)).toBe(false);
  await other.done();
  expect(await recordIn(stage)).toMatchObject({ attempts: 2, doneAt: stage.deps.clock.now() });
});

it('stays done when another delivery at the same time could not be worked through, and the other way round', async () => {
  for (const last of ['done', 'failed'] as const) {
    const stage = await adasStage();
    const [one, other] = [await delivery(stage), await delivery(stage)];
    await (last === 'done' ? one.failed() : one.done());
    await other[last]();
    expect((await recordIn(stage))?.doneAt, last).not.toBeNull();
  }
});

it('is not done while something that follows from the tip is not: the delivery after it cancels what was tried with too many cards', async () => {
  const stage = await adasStage();
  const { store, payments } = stage.deps;
  const tip = await sendTip(stage);
  const about = { paymentIntentId: tip.paymentIntentId, reference: { uid: adaUid, tipId: tip.tipId } };
  for (let card = 1; card <= 4; card += 1) stage.stripe.decline(tip.paymentIntentId);
  const deliver = () => ring(stage, 'payment_intent.payment_failed', { id: 'evt_cut', ...about });
  let commits = 0;
  store.fault = (step) => {
    if (step === 'commit') commits += 1;
    if (step === 'commit' && commits === 2) throw new StoreUnavailable(new Error('14'));
  };
  expect((await deliver()).status).toBe(503);
  expect(tipIn(stage, tip.tipId).payment.attempts).toBe(4);
  expect(await recordIn(stage, 'evt_cut')).toMatchObject({ attempts: 1, doneAt: null });
  expect(payments.calls).not.toContain('cancelIntent');
  expect((await deliver()).status).toBe(200);
  expect(payments.calls).toContain('cancelIntent');
  expect(tipIn(stage, tip.tipId).payment.status).toBe('canceled');
  expect((await recordIn(stage, 'evt_cut'))?.doneAt).not.toBeNull();
});

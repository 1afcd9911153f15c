import { expect, it } from 'vitest';
import { eventRecord } from './event-record';
import type { WebhookEvent } from '../stripe/payments';
import { commitTogether } from '../store/conditional-writes';
import { StoreUnavailable } from '../store/store';
import { stored } from '../store/stored';
import { adasStage, adaUid, sendEvent, sendTip, type Stage } from '../testing/ada';
import { tipIn } from '../testing/stored-state';

const event: WebhookEvent = {
  id: 'evt_1',
  type: 'payment_intent.succeeded',
  account: 'acct_ada',
  livemode: false,
  objectId: 'pi_1',
  paymentIntentId: 'pi_1',
  reference: null,
};

async function delivery({ deps }: Stage) {
  const [before] = await deps.store.readVersioned([stored.stripeEvent(event.id)]);
  return eventRecord(deps, event, before);
}

const recordIn = ({ deps }: Stage, id = event.id) => deps.store.read(stored.stripeEvent(id));

it('counts each delivery once, and is done after the first that was handled', async () => {
  const stage = await adasStage();
  await (await delivery(stage)).writeFailed();
  expect(await recordIn(stage)).toMatchObject({ attempts: 1, doneAt: null });
  await (await delivery(stage)).writeHandled();
  const now = stage.deps.clock.now();
  expect(await recordIn(stage)).toMatchObject({ attempts: 2, doneAt: now, receivedAt: now });
});

// Holds pay-077.
it('does not overwrite a delivery that was recorded since it was read, and counts after it', async () => {
  const stage = await adasStage();
  const [one, other] = [await delivery(stage), await delivery(stage)];
  await one.writeFailed();
  expect(await commitTogether(stage.deps.store, [other.handled])).toBe(false);
  await other.writeHandled();
  expect(await recordIn(stage)).toMatchObject({ attempts: 2, doneAt: stage.deps.clock.now() });
});

it('stays done when another concurrent delivery failed, in either order', async () => {
  for (const last of ['writeHandled', 'writeFailed'] as const) {
    const stage = await adasStage();
    const [one, other] = [await delivery(stage), await delivery(stage)];
    await (last === 'writeHandled' ? one.writeFailed() : one.writeHandled());
    await other[last]();
    expect((await recordIn(stage))?.doneAt, last).not.toBeNull();
  }
});

// Holds pay-078.
it("is not done before the tip's follow-up: the next delivery cancels an intent after too many cards", async () => {
  const stage = await adasStage();
  const { store, payments } = stage.deps;
  const tip = await sendTip(stage);
  const about = { paymentIntentId: tip.paymentIntentId, reference: { uid: adaUid, tipId: tip.tipId } };
  for (let card = 1; card <= 4; card += 1) stage.stripe.decline(tip.paymentIntentId);
  const deliver = () => sendEvent(stage, 'payment_intent.payment_failed', { id: 'evt_cut', ...about });
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

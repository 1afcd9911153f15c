import { describe, expect, it } from 'vitest';
import { paths } from '../../../core/documents/documents';
import { adaToken, adaUid, bearerOf, paidTip, sendEvent, sendTip } from '../../testing/ada';
import { callOverlay, newOverlay, shownBy } from '../../testing/overlay-calls';
import { outboxStage } from '../../testing/outbox-stage';
import { alertsIn, overlayIn } from '../../testing/put-overlay';
import { relay } from '../relay';

async function withOverlay() {
  const stage = await outboxStage({});
  const key = await newOverlay(stage);
  return { stage, key };
}

const moderate = (stage: Awaited<ReturnType<typeof outboxStage>>, tipId: string, state: string) =>
  stage.call('POST', `/v1/me/tips/${tipId}/moderation`, { state }, bearerOf(adaToken));

describe('a paid tip', () => {
  // Holds out-075.
  it('is an alert with what the public wall would show, before Stripe has its answer', async () => {
    const { stage, key } = await withOverlay();
    const now = stage.deps.clock.now();
    const { tipId } = await paidTip(stage, { name: 'Kim', message: 'Lovely!' });
    expect(alertsIn(stage.deps, key)).toMatchObject([
      { id: tipId, kind: 'tip', amount: 500, currency: 'usd', name: 'Kim', message: 'Lovely!', at: now },
    ]);
    expect(JSON.stringify(alertsIn(stage.deps, key))).not.toContain(adaUid);
  });

  // Holds out-024.
  it('of a fan who hides their name is from somebody', async () => {
    const { stage, key } = await withOverlay();
    await paidTip(stage, { name: 'Kim', message: 'Lovely!', anonymous: true });
    expect(shownBy(stage, key)).toEqual([{ kind: 'tip', amount: 500, name: null, message: null }]);
  });

  // Holds out-022.
  it('whose words are held has none, and gets them when the owner shows them, without a new alert', async () => {
    const { stage, key } = await withOverlay();
    const { tipId } = await paidTip(stage, { name: 'Kim', message: 'See https://evil.example' });
    const [held] = alertsIn(stage.deps, key);
    expect(held).toMatchObject({ name: null, message: null });
    stage.deps.clock.advance(60_000);
    await moderate(stage, tipId, 'visible');
    await stage.answer();
    expect(alertsIn(stage.deps, key)).toEqual([
      { ...held, name: 'Kim', message: 'See https://evil.example' },
    ]);
  });

  it('loses its words when the owner hides them', async () => {
    const { stage, key } = await withOverlay();
    const { tipId } = await paidTip(stage, { name: 'Kim', message: 'Lovely!' });
    await moderate(stage, tipId, 'hidden');
    await stage.answer();
    expect(shownBy(stage, key)).toEqual([{ kind: 'tip', amount: 500, name: null, message: null }]);
  });

  // Holds out-025.
  it('loses its words at once when the fan erases them', async () => {
    const { stage, key } = await withOverlay();
    const { tipId, tipToken } = await paidTip(stage, { name: 'Kim', message: 'Lovely!' });
    await stage.call('PATCH', `/v1/tips/${tipId}`, { name: null, message: null }, bearerOf(tipToken));
    await stage.answer();
    expect(shownBy(stage, key)).toEqual([{ kind: 'tip', amount: 500, name: null, message: null }]);
  });

  // Holds out-076.
  it('is no alert any more when it was given back', async () => {
    const { stage, key } = await withOverlay();
    const { tipId, tipToken, paymentIntentId } = await paidTip(stage);
    await paidTip(stage, { tipAmount: 700, total: 700 });
    await stage.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(tipToken));
    await sendEvent(stage, 'charge.refunded', { paymentIntentId, reference: { uid: adaUid, tipId } });
    await stage.answer();
    expect(shownBy(stage, key).map(({ amount }) => amount)).toEqual([700]);
  });

  // Holds out-008.
  it('is one alert, whatever order its events are planned in and however often', async () => {
    const { stage, key } = await withOverlay();
    const { tipId, tipToken } = await paidTip(stage, { name: 'Kim' });
    await stage.call('PATCH', `/v1/tips/${tipId}`, { name: 'Kim K.' }, bearerOf(tipToken));
    const events = Object.keys(stage.deps.store.dump()).filter((path) =>
      path.startsWith(`${paths.events(adaUid)}/${tipId}`),
    );
    for (const path of [...events.toReversed(), ...events])
      await relay(stage.deps, adaUid, path.split('/').at(-1) ?? '');
    expect(shownBy(stage, key)).toEqual([{ kind: 'tip', amount: 500, name: 'Kim K.', message: null }]);
  });

  it('that was paid before the overlay was made has no alert when it changes', async () => {
    const stage = await outboxStage({});
    const { tipId } = await paidTip(stage, { name: 'Kim' });
    const key = await newOverlay(stage);
    await moderate(stage, tipId, 'hidden');
    await stage.answer();
    expect(shownBy(stage, key)).toEqual([]);
  });

  it('has no words when the owner wants none on the stream', async () => {
    const { stage, key } = await withOverlay();
    await callOverlay(stage, 'PATCH', '', { words: 'never' });
    await paidTip(stage, { name: 'Kim', message: 'Lovely!' });
    expect(shownBy(stage, key)).toEqual([{ kind: 'tip', amount: 500, name: null, message: null }]);
  });

  // Holds out-087.
  it('waits for the owner only if it came after they wished so', async () => {
    const { stage, key } = await withOverlay();
    const now = stage.deps.clock.now();
    await paidTip(stage, { name: 'Kim' });
    await callOverlay(stage, 'PATCH', '', { words: 'approved' });
    await paidTip(stage, { name: 'Noor' });
    const approved = Object.fromEntries(
      alertsIn(stage.deps, key).map(({ name, approvedAt }) => [name, approvedAt]),
    );
    expect(approved).toEqual({ Kim: now, Noor: null });
  });

  it('of an owner without an overlay costs no further request', async () => {
    const stage = await outboxStage({});
    const tip = await sendTip(stage);
    stage.stripe.pay(tip.paymentIntentId);
    const before = stage.deps.store.requests;
    const reference = { uid: adaUid, tipId: tip.tipId };
    await sendEvent(stage, 'payment_intent.succeeded', { paymentIntentId: tip.paymentIntentId, reference });
    expect(stage.deps.store.requests - before).toBe(4);
  });
});

it('a renamed profile renames goal and code of the overlay', async () => {
  const { stage, key } = await withOverlay();
  const draft = stage.deps.store.dump()[paths.draft(adaUid)] as object;
  stage.deps.store.put(paths.draft(adaUid), { ...draft, handle: 'ada_l', revision: 2 });
  await stage.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
  await stage.answer();
  expect(overlayIn(stage.deps, adaUid)?.handle).toBe('ada_l');
  expect(stage.deps.store.dump()[paths.overlay(key)]).toMatchObject({ handle: 'ada_l' });
});

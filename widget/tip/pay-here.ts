import { unreachable } from '../../core/base/result';
import type { PaymentLook, PaymentSurface } from '../payment/payment-surface';
import { finish } from './after-paying';
import { checkLostAnswer } from './check-lost-answer';
import { tellFailure } from './tell-failure';
import { starterOf } from './start-tip';
import type { TipStore } from './tip-store';
import type { StartedTip } from './tip-flow';

/** The tap on Pay, with the card form in this page. A second tap finds the flow elsewhere and does nothing. */
export async function payHere(store: TipStore): Promise<void> {
  const { flow, send, options, surface } = store;
  const read = store.amount();
  const form = surface.current;
  const { stage, session, challenge } = flow();
  if (stage.at !== 'paying' || read.at !== 'good' || !form || !session) return;
  if (challenge && !challenge.answer) return send({ type: 'noticed', notice: { kind: 'challenge' } });
  if (!form.isUsable()) return send({ type: 'must-pay-elsewhere', why: 'deformed' });
  send({ type: 'pay-pressed' });
  // Before any other waiting: wallets open only from the tap itself.
  if ((await form.submit()) === 'incomplete') return send({ type: 'not-paid', notice: null, intent: 'open' });
  const wish = { flow: flow(), figures: read.figures, rules: store.rules(), surface: 'elements' as const };
  const started = await starterOf(store)(wish, () => store.session(true));
  if (!started.ok) return tellFailure(store, started.problem);
  const tip = started.value;
  if (!('clientSecret' in tip.payment))
    return send({ type: 'not-paid', notice: { kind: 'not-charged' }, intent: 'open' });
  send({ type: 'tip-started', tip });
  options.emit('busker-tip-start', { tipId: tip.tipId, amount: tip.figures.total, currency: tip.currency });
  return confirm(store, form, tip, tip.payment.clientSecret);
}

async function confirm(
  store: TipStore,
  form: PaymentSurface,
  tip: StartedTip,
  secret: string,
): Promise<void> {
  const { send, options } = store;
  const outcome = await form.confirm(secret, options.returnUrl());
  switch (outcome.kind) {
    case 'succeeded':
    case 'processing':
      return finish(store, tip);
    case 'incomplete':
      return send({ type: 'not-paid', notice: null, intent: 'open' });
    case 'declined':
      options.memory.forget();
      options.emit('busker-tip-error', { code: outcome.decline });
      return send({
        type: 'not-paid',
        notice: { kind: 'declined', decline: outcome.decline },
        intent: 'open',
      });
    case 'refused':
      // Another payment, and before it the server's word on whether tips can be taken here.
      store.forgetTip();
      options.emit('busker-tip-error', { code: 'payment-refused' });
      return send({ type: 'not-paid', notice: { kind: 'not-charged' }, intent: 'closed' });
    case 'unknown':
      return findOut(store, form, tip, secret);
    default:
      return unreachable(outcome);
  }
}

/** The answer was lost: nothing is said about the money until Stripe or the server has said what became of it. */
async function findOut(
  store: TipStore,
  form: PaymentSurface,
  tip: StartedTip,
  secret: string,
): Promise<void> {
  store.send({ type: 'answer-lost' });
  let isClosed = false;
  const lookUp = async () => {
    const look = await form.lookUp(secret);
    isClosed = look === 'closed';
    return look === null || look === 'refused' ? ((await askServer(store, tip)) ?? look) : look;
  };
  const truth = await checkLostAnswer(lookUp, store.options.pause, store.stopped);
  if (truth === 'paid') return finish(store, tip);
  if (truth === 'unsure') {
    store.surface.current?.destroy();
    store.surface.current = null;
    return store.send({ type: 'outcome-unknown', tip });
  }
  if (truth === 'closed') store.forgetTip();
  else store.options.memory.forget();
  const notice = { kind: isClosed ? 'payment-closed' : 'not-charged' } as const;
  store.send({ type: 'not-paid', notice, intent: truth });
}

/** How the server sees the tip; null while it waits for the payment as well. */
async function askServer(store: TipStore, tip: StartedTip): Promise<PaymentLook> {
  const answer = await store.options.backend.readTip(tip);
  if (!answer.ok || answer.value.status === 'pending') return null;
  const { status } = answer.value;
  return status === 'failed' || status === 'expired' ? 'closed' : 'succeeded';
}

import { unreachable } from '@busker/core/base/result';
import { isInApp } from '../browser/in-app';
import type { PaymentLook, PaymentSurface } from '../payment/payment-surface';
import { awaitBank, finish } from '../outcome/after-paying';
import { returnMark } from '../pending/came-back';
import { type TipController, type TipOptions, checkLostAnswer } from '../tip/tip-controller';
import { bankLeft, payElsewhere, type PayTab } from './pay-elsewhere';
import { startTip } from './start-tip';
import type { StartedTip } from '../tip/tip-flow';
import type { Figures } from '../tip/tip-form';

/** Stripe and the bank add to it, and some servers refuse longer ones. */
const longest = 1_500;

/**
 * Where a bank's own page sends the fan back to: this page, whose card opens by itself, or the server's receipt where this page cannot be returned
 * to. The mark names the card that is meant, so that a payment of the page itself is left alone, also in another browser than the one that left.
 */
export function returnUrl({
  host,
  profile,
  returnsToReceipt,
}: Pick<TipOptions, 'host' | 'profile' | 'returnsToReceipt'>): string {
  const { href, protocol } = location;
  const page = href.replace(/#.*/, '');
  const marked = `${page}${page.includes('?') ? '&' : '?'}${returnMark}=${encodeURIComponent(profile.handle)}`;
  const isOrdinary = /^https?:$/.test(protocol) && window.top === window && !isInApp();
  return isOrdinary && !returnsToReceipt && marked.length <= longest ? marked : `${host}/t/back`;
}

/** The fan pressed Pay. A second press does nothing, because the stage has changed. */
export async function payHere(controller: TipController): Promise<void> {
  const { state, send, cardForm } = controller;
  const read = controller.amount();
  const form = cardForm.current;
  const { stage, session, challenge } = state();
  if (stage.at !== 'paying' || read.at !== 'good' || !form || !session) return;
  if (challenge && !challenge.answer) return send({ type: 'noticed', notice: { kind: 'challenge' } });
  if (!form.isUsable()) return send({ type: 'must-pay-elsewhere', why: 'deformed' });
  await charge(controller, form, read.figures);
}

/** From the press on Pay, or the fan's consent in a wallet, to the outcome. */
export async function charge(
  controller: TipController,
  form: PaymentSurface,
  figures: Figures,
): Promise<void> {
  const { send } = controller;
  send({ type: 'pay-pressed' });
  // Before any other waiting, because wallets open only during the tap.
  if ((await form.submit()) === 'incomplete') return send({ type: 'not-paid', notice: null, intent: 'open' });
  const tip = await startTip(controller, figures, 'elements');
  if (tip && 'clientSecret' in tip.payment) await confirm(controller, form, tip, tip.payment.clientSecret);
}

/** The challenge was solved, or its answer (null) has expired. Goes on with a payment that waited for it. */
export async function answerChallenge(controller: TipController, answer: string | null): Promise<void> {
  const { state, send } = controller;
  // Every edit removes the notice: the fan has then not pressed Pay for the new amount.
  const { notice } = state();
  send({ type: 'challenge-answered', answer });
  if (answer === null || notice?.kind !== 'challenge') return;
  // Without the notice the form is as before the wallet.
  if (notice.by === 'wallet') return controller.edit({});
  await payHere(controller);
}

async function confirm(
  controller: TipController,
  form: PaymentSurface,
  tip: StartedTip,
  secret: string,
): Promise<void> {
  const { send, options } = controller;
  const outcome = await Promise.race([form.confirm(secret, returnUrl(options)), bankLeft(controller)]);
  switch (outcome.kind) {
    case 'succeeded':
      return finish(controller, tip);
    case 'processing':
      return awaitBank(controller, tip);
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
      // The next attempt is a new payment, and asks the server first whether tips are accepted.
      controller.forgetTip();
      options.emit('busker-tip-error', { code: 'payment-refused' });
      return send({ type: 'not-paid', notice: { kind: 'not-charged' }, intent: 'closed' });
    case 'elsewhere':
      return goOnElsewhere(controller, form, tip, secret, outcome.tab);
    case 'unknown':
    case 'left':
      return findOut(controller, form, tip, secret, outcome.kind);
    default:
      return unreachable(outcome);
  }
}

/**
 * The fan does not see the bank's question here. The payment ends first, so that an answer in the bank's app cannot charge them beside Stripe's page.
 */
async function goOnElsewhere(
  controller: TipController,
  form: PaymentSurface,
  tip: StartedTip,
  secret: string,
  tab: PayTab,
): Promise<void> {
  const { send, options } = controller;
  const ended = await options.backend.endTip(tip);
  const status = ended.ok ? ended.value.status : 'pending';
  if (status === 'expired' || status === 'failed') {
    controller.forgetTip();
    controller.removeCardForm();
    send({ type: 'not-paid', notice: null, intent: 'closed' });
    send({ type: 'must-pay-elsewhere', why: 'covered' });
    return payElsewhere(controller, tab);
  }
  tab.close();
  // Nobody knows whether it has ended.
  if (status === 'pending') return findOut(controller, form, tip, secret, 'left');
  return status === 'processing' ? awaitBank(controller, tip) : finish(controller, tip);
}

/** The answer was lost: the sheet says nothing about the charge until Stripe or the server does. */
async function findOut(
  controller: TipController,
  form: PaymentSurface,
  tip: StartedTip,
  secret: string,
  why: 'unknown' | 'left',
): Promise<void> {
  controller.send({ type: 'answer-lost' });
  let isClosed = false;
  const lookUp = async () => {
    const look = await form.lookUp(secret);
    isClosed = look === 'closed';
    return look === null || look === 'refused' ? ((await askServer(controller, tip)) ?? look) : look;
  };
  const truth = await checkLostAnswer(lookUp, controller.options.pause, controller.stopped);
  if (truth === 'paid') return finish(controller, tip);
  if (truth === 'processing') return awaitBank(controller, tip);
  if (truth === 'unsure') {
    controller.removeCardForm();
    return controller.send({ type: 'outcome-unknown', tip });
  }
  if (truth === 'closed') controller.forgetTip();
  else controller.options.memory.forget();
  const open = why === 'left' ? 'not-paid' : 'not-charged';
  const notice = { kind: isClosed ? 'payment-closed' : open } as const;
  controller.send({ type: 'not-paid', notice, intent: truth });
}

/** The state at the server; null while the server waits too. */
async function askServer(controller: TipController, tip: StartedTip): Promise<PaymentLook> {
  const answer = await controller.options.backend.readTip(tip);
  if (!answer.ok || answer.value.status === 'pending') return null;
  const { status } = answer.value;
  if (status === 'processing') return status;
  return status === 'failed' || status === 'expired' ? 'closed' : 'succeeded';
}

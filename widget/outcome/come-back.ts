import type { TipByPayment } from '@busker/core/fan-api/tip-api';
import { unreachable } from '@busker/core/base/result';
import { currencies } from '@busker/core/money/money';
import type { SeenTip } from '../data/backend';
import type { ChargedPayment } from '../payment/payment-surface';
import { lookUpStripePayment } from '../payment/stripe-surface';
import { awaitBank, finish } from './after-paying';
import { type TipController, checkLostAnswer } from '../tip/tip-controller';
import type { StartedTip } from '../tip/tip-flow';
import { wishedAmount, type TipForm } from '../tip/tip-form';
import type { PendingTip } from '../pending/came-back';

/** Pauses before another request for the tip, in milliseconds. The fan has just come from another page, or another app: networks fail then. */
const waits = [500, 1_500, 4_000];

/**
 * A bank's own page or app has sent the fan back here. The payment's secret in the address proves who they are, so the server gives them their tip
 * again: amount, receipt and undo. Stripe says whether it was charged; `redirect_status` in the address is never believed.
 */
export async function comeBack(
  controller: TipController,
  clientSecret: string,
  pending: PendingTip | null,
): Promise<void> {
  const { send, options } = controller;
  const lookUp = options.lookUpPayment ?? lookUpStripePayment;
  const [session, returned] = await Promise.all([
    controller.session(),
    readReturned(controller, clientSecret),
  ]);
  const tip = returned && startedTip(returned, clientSecret);
  let payment: ChargedPayment | null = null;
  const truth = await checkLostAnswer(
    async () => {
      if (!session) return null;
      const seen = await lookUp({ ...session, locale: options.locale }, clientSecret);
      payment = seen.payment;
      return seen.look;
    },
    options.pause,
    controller.stopped,
  );
  if (!returned || !tip) {
    if (truth === 'paid') return thankWithoutTip(controller, payment, pending);
    const kind = truth === 'open' || truth === 'closed' ? 'not-paid' : 'left-open';
    return send({ type: 'not-paid', notice: { kind }, intent: 'closed' });
  }
  switch (truth) {
    case 'open':
      return offerAgain(controller, returned, tip, pending);
    case 'closed':
      return offerAgain(controller, returned, null, pending);
    case 'paid':
    case 'processing':
    case 'unsure':
      break;
    default:
      return unreachable(truth);
  }
  send({ type: 'tip-started', tip });
  if (truth === 'paid') return finish(controller, tip);
  return truth === 'processing' ? awaitBank(controller, tip) : send({ type: 'outcome-unknown', tip });
}

interface Returned {
  readonly key: TipByPayment;
  readonly status: SeenTip;
}

/** The tip of this payment; null if the server does not know it or cannot be reached. */
async function readReturned(controller: TipController, clientSecret: string): Promise<Returned | null> {
  const { backend, pause } = controller.options;
  const [paymentIntent = ''] = clientSecret.split('_secret_');
  for (const wait of [0, ...waits]) {
    if (wait) await pause(wait, controller.stopped);
    const key = await backend.byPayment({ paymentIntent, clientSecret });
    if (!key.ok && key.problem.kind === 'refused') return null;
    const status = key.ok ? await backend.readTip(key.value) : null;
    if (key.ok && status?.ok) return { key: key.value, status: status.value };
  }
  return null;
}

const startedTip = ({ key: { tipId, tipToken }, status }: Returned, clientSecret: string): StartedTip => ({
  tipId,
  tipToken,
  currency: status.currency,
  figures: { tipAmount: status.tipAmount, coverAmount: status.coverAmount, total: status.amount },
  payment: { clientSecret },
  // Only single tips are paid with ways that leave the page.
  every: 'once',
});

/** Paid, but the server did not give the tip: no receipt and no undo here. The event names the true tip and amount, or is not sent. */
function thankWithoutTip(
  { send, options }: TipController,
  payment: ChargedPayment | null,
  pending: PendingTip | null,
): void {
  send({ type: 'paid' });
  const { tipId } = pending ?? {};
  const { amount, currency } = { ...payment };
  if (tipId && amount && currency)
    options.emit('busker-tip-success', { tipId, amount, currency, every: 'once' });
}

/** Not paid: the form shows what the fan had entered, and Pay goes on with the same tip, if Stripe still allows it. */
function offerAgain(
  controller: TipController,
  { status }: Returned,
  tip: StartedTip | null,
  pending: PendingTip | null,
): void {
  const { send, sent } = controller;
  const notice = { kind: 'not-paid' } as const;
  send({ type: 'not-paid', notice, intent: 'closed' });
  controller.edit(formOf(controller, status));
  if (!tip) return send({ type: 'noticed', notice });
  const { name = null, message = null } = status.fan ?? {};
  const id = pending?.clientRequestId ?? controller.options.newId();
  sent.current = { id, body: '', texts: JSON.stringify([name, message]), changes: null, isUnsure: false };
  send({ type: 'noticed', notice, tip });
}

function formOf({ rules }: TipController, { tipAmount, coverAmount, fan }: SeenTip): Partial<TipForm> {
  const now = rules();
  const { exponent } = currencies[now.currency];
  return {
    amount: wishedAmount((tipAmount / 10 ** exponent).toFixed(exponent), now),
    coverCosts: coverAmount > 0,
    name: fan?.name ?? '',
    message: fan?.message ?? '',
  };
}

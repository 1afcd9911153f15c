import { performBilling } from '../billing/perform-billing';
import { bookCharge, bookOwnFee } from '../payments/booking';
import { behaviourOf } from '../payments/behaviour-of';
import { finishChallenge, settlePayment } from '../payments/confirm';
import type { Aftereffect } from '../payments/card-behaviour';
import { expireSession } from '../payments/checkout';
import { openDispute, warnOfFraud } from '../payments/disputes';
import { payOut, reconcilePayout, settlePayout } from '../payments/payouts';
import { failRefund, settleRefund } from '../payments/refunds';
import type { Sandbox } from '../sandbox';
import type { JobEntity } from '../state/event-entities';
import type { ChargeEntity } from '../state/payment-entities';

function startAftereffect(sandbox: Sandbox, charge: ChargeEntity, effect: Aftereffect): void {
  switch (effect) {
    case 'fraud-dispute':
      return void openDispute(sandbox, charge, 'fraudulent');
    case 'not-received-dispute':
      return void openDispute(sandbox, charge, 'product_not_received');
    case 'inquiry':
      return void openDispute(sandbox, charge, 'inquiry');
    case 'early-fraud-warning':
      return void warnOfFraud(sandbox, charge);
    case 'refund-pending-first':
    case 'refund-fails-later':
    case 'nothing':
      return;
  }
}

function aftereffect(sandbox: Sandbox, id: string): void {
  const charge = sandbox.store.get('charge', id);
  const method = charge && sandbox.store.get('paymentMethod', charge.paymentMethod);
  const bank = method && behaviourOf(method).bank;
  if (charge && bank?.kind === 'approved') startAftereffect(sandbox, charge, bank.later);
}

export function perform(sandbox: Sandbox, task: JobEntity['task']): void {
  switch (task.kind) {
    case 'billing':
      return performBilling(sandbox, task);
    case 'book-charge':
      return bookCharge(sandbox, task.charge);
    case 'book-own-fee':
      return bookOwnFee(sandbox, task);
    case 'aftereffect':
      return aftereffect(sandbox, task.charge);
    case 'settle-payment': {
      const intent = sandbox.store.get('paymentIntent', task.paymentIntent);
      if (intent) settlePayment(sandbox, intent, 'pays');
      return;
    }
    case 'expire-attempt': {
      const intent = sandbox.store.get('paymentIntent', task.paymentIntent);
      if (intent?.challenge?.source === task.source) finishChallenge(sandbox, intent, 'expire');
      return;
    }
    case 'settle-refund':
    case 'fail-refund': {
      const refund = sandbox.store.get('refund', task.refund);
      if (refund) (task.kind === 'settle-refund' ? settleRefund : failRefund)(sandbox, refund);
      return;
    }
    case 'expire-session': {
      const session = sandbox.store.get('checkoutSession', task.session);
      if (session?.status === 'open') expireSession(sandbox, session);
      return;
    }
    case 'pay-out':
      return payOut(sandbox, task.account);
    case 'reconcile-payout':
    case 'settle-payout': {
      const payout = sandbox.store.get('payout', task.payout);
      if (payout) (task.kind === 'settle-payout' ? settlePayout : reconcilePayout)(sandbox, payout);
      return;
    }
  }
}

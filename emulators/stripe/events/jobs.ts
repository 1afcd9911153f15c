import { payOut, reconcilePayout, settlePayout } from '../accounts/balance';
import { openDispute, warnOfFraud } from '../money-back/disputes';
import { failRefund, settleRefund } from '../money-back/refunds';
import { expireSession } from '../paying/checkout';
import { finishChallenge, settlePayment } from '../paying/confirm';
import { bookCharge, bookOwnFee } from './fees';
import { behaviourOf } from '../payments/payment-methods';
import type { Aftereffect } from '../reference/method-types';
import { performBilling } from '../renewals/renew';
import type { ChargeEntity } from '../state/payment-entities';
import type { JobEntity, Sandbox } from '../state/sandbox';

interface JobRunner {
  schedule(): void;
  /** Moves the clock to each job in turn and runs it at its own time; resolves with the number of jobs. */
  advance(until: number, afterEach: () => Promise<void>): Promise<number>;
  stop(): void;
}

const LONGEST_TIMER = 2 ** 31 - 1;

/** Runs scheduled work when it is due: each job once, in order of time, each in its own transaction. */
export function createJobRunner(
  { store, clock }: Pick<Sandbox, 'store' | 'clock'>,
  perform: (task: JobEntity['task']) => void,
): JobRunner {
  let timer: NodeJS.Timeout | null = null;
  let soon: NodeJS.Immediate | null = null;
  let stopped = false;

  const due = (until: number): JobEntity | undefined =>
    store
      .all('job')
      .filter((job) => job.dueAt <= until && job.testClock === undefined)
      .sort((a, b) => a.dueAt - b.dueAt)[0];

  const runOne = ({ id, dueAt, task }: JobEntity): void =>
    store.transact(() => {
      if (dueAt > clock.now()) clock.advance(dueAt - clock.now());
      store.remove('job', id);
      perform(task);
    });

  const run = (): void => {
    soon = null;
    for (let job = due(clock.now()); job; job = due(clock.now())) runOne(job);
    if (timer) clearTimeout(timer);
    timer = null;
    const own = store.all('job').filter(({ testClock }) => testClock === undefined);
    const next = Math.min(...own.map(({ dueAt }) => dueAt));
    if (next < Number.POSITIVE_INFINITY)
      timer = setTimeout(run, Math.min(Math.max(next - clock.now(), 1), LONGEST_TIMER)).unref();
  };

  return {
    async advance(until, afterEach) {
      let steps = 0;
      for (let job = due(until); job && !stopped; job = due(until)) {
        runOne(job);
        steps += 1;
        await afterEach();
      }
      if (until > clock.now()) store.transact(() => clock.advance(until - clock.now()));
      return steps;
    },
    schedule: () => {
      if (!stopped) soon ??= setImmediate(run);
    },
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      if (soon) clearImmediate(soon);
    },
  };
}

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

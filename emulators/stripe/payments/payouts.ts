import { formatAccount } from '../format/account';
import { formatPayout } from '../format/payout';
import type { Sandbox } from '../sandbox';
import type { Metadata } from '../state/payment-entities';
import type { PayoutEntity, PayoutFailureCode } from '../state/payout-entities';
import { refused } from '../wire/refusal';
import { netOf, sumsByCurrency } from './balance';
import { book } from './ledger';
import { planPayout, unpaidLines } from './payout-schedule';

/** The time until Stripe says which lines a payout has, in milliseconds. */
const RECONCILING_TIME = 1500;
/** The time until a payout arrives at the bank, in seconds. */
const TRAVEL_TIME = 24 * 3600;

interface NewPayout {
  readonly account: string;
  readonly amount: number;
  readonly currency: string;
  readonly automatic: boolean;
  readonly description: string | null;
  readonly metadata: Metadata;
}

/** Creates a payout, books it, and plans its arrival. */
function makePayout(sandbox: Sandbox, given: NewPayout): PayoutEntity {
  const { store, ids, clock } = sandbox;
  const id = ids.next('po');
  const payout: PayoutEntity = {
    ...given,
    id,
    created: clock.seconds(),
    status: 'pending',
    reconciliation: given.automatic ? 'in_progress' : 'not_applicable',
    arrivalDate: clock.seconds() + TRAVEL_TIME,
    balanceTransaction: book(sandbox, {
      account: given.account,
      amount: -given.amount,
      currency: given.currency,
      source: id,
      type: 'payout',
      reportingCategory: 'payout',
      description: given.description,
    }),
    failure: null,
  };
  store.put('payout', payout);
  emitPayout(sandbox, 'payout.created', payout);
  store.put('job', {
    id: ids.next('job'),
    dueAt: payout.arrivalDate * 1000,
    task: { kind: 'settle-payout', payout: id },
  });
  return payout;
}

export function payManually(sandbox: Sandbox, given: Omit<NewPayout, 'automatic'>): PayoutEntity {
  const account = sandbox.store.get('account', given.account);
  if (account?.payoutsPaused === true)
    throw refused('Payouts are paused until the bank account is changed.', 'payouts_not_allowed');
  const available = sumsByCurrency(sandbox, given.account).get(given.currency)?.available ?? 0;
  if (given.amount > available)
    throw refused(
      'You have insufficient funds in your Stripe account for this transfer.',
      'balance_insufficient',
      'amount',
    );
  return makePayout(sandbox, { ...given, automatic: false });
}

/** Pays out what is available, one payout for each currency. A balance below zero waits for later tips. */
export function payOut(sandbox: Sandbox, account: string): void {
  const now = sandbox.clock.seconds();
  if (sandbox.store.get('account', account)?.payoutsPaused === true) return;
  const ready = unpaidLines(sandbox, account).filter(({ availableOn }) => availableOn <= now);
  for (const currency of new Set(ready.map((line) => line.currency))) {
    const lines = ready.filter((line) => line.currency === currency);
    const amount = lines.reduce((sum, line) => sum + netOf(line), 0);
    if (amount <= 0) continue;
    const description = 'STRIPE PAYOUT';
    const payout = makePayout(sandbox, {
      account,
      amount,
      currency,
      automatic: true,
      description,
      metadata: {},
    });
    const own = sandbox.store.get('balanceTransaction', payout.balanceTransaction);
    for (const line of own === undefined ? lines : [...lines, own])
      sandbox.store.put('balanceTransaction', { ...line, payout: payout.id });
    sandbox.store.put('job', {
      id: sandbox.ids.next('job'),
      dueAt: sandbox.clock.now() + RECONCILING_TIME,
      task: { kind: 'reconcile-payout', payout: payout.id },
    });
  }
  if (unpaidLines(sandbox, account).some(({ availableOn }) => availableOn > now))
    planPayout(sandbox, account);
}

export function reconcilePayout(sandbox: Sandbox, payout: PayoutEntity): void {
  if (payout.reconciliation !== 'in_progress') return;
  save(sandbox, 'payout.reconciliation_completed', { ...payout, reconciliation: 'completed' });
}

/** The payout arrives, unless the bank refuses it. */
export function settlePayout(sandbox: Sandbox, payout: PayoutEntity): PayoutEntity {
  if (payout.status !== 'pending' && payout.status !== 'in_transit') return payout;
  const code = sandbox.store.get('account', payout.account)?.bankRefuses ?? null;
  if (code !== null) return failPayout(sandbox, payout, code);
  return save(sandbox, 'payout.paid', { ...payout, status: 'paid' });
}

/** The bank returns a payout, which Stripe may report after it called the payout paid. Its amount is on the balance again. */
export function failPayout(sandbox: Sandbox, payout: PayoutEntity, code: PayoutFailureCode): PayoutEntity {
  if (payout.status === 'failed') return payout;
  const { store } = sandbox;
  // Before the money is booked, because booking plans the next payout.
  const account = store.get('account', payout.account);
  if (account) {
    const paused = { ...account, payoutsPaused: true };
    store.put('account', paused);
    sandbox.emit({ account: account.id, type: 'account.updated', object: formatAccount(paused) });
  }
  const balanceTransaction = book(sandbox, {
    account: payout.account,
    amount: payout.amount,
    currency: payout.currency,
    source: payout.id,
    type: 'payout_failure',
    reportingCategory: 'payout_reversal',
    description: 'PAYOUT FAILURE',
  });
  return save(sandbox, 'payout.failed', {
    ...payout,
    status: 'failed',
    failure: { code, balanceTransaction },
  });
}

function save(sandbox: Sandbox, type: string, payout: PayoutEntity): PayoutEntity {
  sandbox.store.put('payout', payout);
  emitPayout(sandbox, type, payout);
  return payout;
}

function emitPayout(sandbox: Sandbox, type: string, payout: PayoutEntity): void {
  sandbox.emit({ account: payout.account, type, object: formatPayout(payout) });
}

import type Stripe from 'stripe';
import type {
  AccountEntity,
  ApplicationFeeEntity,
  BalanceTransactionEntity,
  ChargeEntity,
  FeeRefundEntity,
  Metadata,
  PayoutEntity,
  PayoutFailureCode,
  PayoutSchedule,
} from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import { refused } from '../wire/refusal';
import { formatAccount } from './accounts';

const MESSAGES: Readonly<Record<PayoutFailureCode, string>> = {
  account_closed: 'The bank account has been closed.',
  no_account: 'No account with that number could be found.',
  insufficient_funds: 'Your Stripe account has insufficient funds to cover the payout.',
  debit_not_authorized: 'Debit transactions are not approved on your bank account.',
  invalid_currency: 'The bank was unable to process this payout because of its currency.',
};

export function formatPayout(payout: PayoutEntity): Stripe.Payout {
  const { failure } = payout;
  return {
    id: payout.id,
    object: 'payout',
    amount: payout.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: payout.arrivalDate,
    automatic: payout.automatic,
    balance_transaction: payout.balanceTransaction,
    created: payout.created,
    currency: payout.currency,
    description: payout.description,
    destination: 'ba_sandbox',
    failure_balance_transaction: failure?.balanceTransaction ?? null,
    failure_code: failure?.code ?? null,
    failure_message: failure === null ? null : MESSAGES[failure.code],
    livemode: false,
    metadata: { ...payout.metadata },
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: payout.reconciliation,
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: payout.status,
    trace_id: null,
    type: 'bank_account',
  } satisfies Stripe.Payout;
}

/** What a line adds to the balance, after its fees. */
const netOf = ({ amount, fees }: BalanceTransactionEntity): number =>
  amount - fees.reduce((sum, fee) => sum + fee.amount, 0);

interface CurrencySums {
  readonly available: number;
  readonly pending: number;
}

/** An account's balance by currency: the sum of its lines. */
function sumsByCurrency(
  { store, clock }: Pick<Sandbox, 'store' | 'clock'>,
  account: string,
): ReadonlyMap<string, CurrencySums> {
  const now = clock.seconds();
  const sums = new Map<string, CurrencySums>();
  for (const line of store.all('balanceTransaction')) {
    if (line.account !== account) continue;
    const { available, pending } = sums.get(line.currency) ?? { available: 0, pending: 0 };
    const net = netOf(line);
    const isAvailable = line.availableOn <= now;
    sums.set(line.currency, {
      available: available + (isAvailable ? net : 0),
      pending: pending + (isAvailable ? 0 : net),
    });
  }
  return sums;
}

const DAY = 24 * 3600;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const scheduleOf = (account: AccountEntity): PayoutSchedule =>
  account.payoutSchedule ?? { interval: 'daily' };

/** A day of payouts. In a short month, the last day stands for the days that it lacks. */
function isPayoutDay(schedule: PayoutSchedule, date: Date): boolean {
  switch (schedule.interval) {
    case 'manual':
      return false;
    case 'daily':
      return true;
    case 'weekly':
      return schedule.days.some((day) => day === WEEKDAYS[date.getUTCDay()]);
    case 'monthly': {
      const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
      return schedule.days.some((day) => Math.min(day, last) === date.getUTCDate());
    }
  }
}

/** The next start of a day of payouts in UTC, in seconds; null = there are no automatic payouts. */
function nextPayoutAt(schedule: PayoutSchedule, now: number): number | null {
  const today = now - (now % DAY);
  // A month has a day of each number within 62 days.
  for (let ahead = 1; ahead <= 62; ahead += 1) {
    const day = today + ahead * DAY;
    if (isPayoutDay(schedule, new Date(day * 1000))) return day;
  }
  return null;
}

/** The lines of a balance that no automatic payout has paid out. */
const unpaidLines = ({ store }: Pick<Sandbox, 'store'>, account: string): BalanceTransactionEntity[] =>
  store.all('balanceTransaction').filter((line) => line.account === account && line.payout === undefined);

const jobId = (account: string): string => `pay-out.${account}`;

/** Plans the next automatic payout of an account, if it has a schedule and none is planned. */
function planPayout({ store, clock }: Pick<Sandbox, 'store' | 'clock'>, id: string): void {
  const account = store.get('account', id);
  if (!account || account.payoutsPaused === true || store.get('job', jobId(id))) return;
  const next = nextPayoutAt(scheduleOf(account), clock.seconds());
  if (next !== null)
    store.put('job', { id: jobId(id), dueAt: next * 1000, task: { kind: 'pay-out', account: id } });
}

/** Forgets the planned payout and plans it by the account's present schedule. */
export function planAgain(sandbox: Pick<Sandbox, 'store' | 'clock'>, id: string): void {
  if (sandbox.store.get('job', jobId(id))) sandbox.store.remove('job', jobId(id));
  if (unpaidLines(sandbox, id).length > 0) planPayout(sandbox, id);
}

type Entry = Pick<
  BalanceTransactionEntity,
  'account' | 'amount' | 'currency' | 'source' | 'type' | 'reportingCategory' | 'description'
> & {
  readonly fees?: BalanceTransactionEntity['fees'];
  /** Seconds until the money is available; the default is 0. */
  readonly delay?: number;
};

/** Creates a balance transaction and returns its id. Money that comes in plans the next automatic payout. */
export function book(sandbox: Sandbox, { fees = [], delay = 0, ...entry }: Entry): string {
  const id = sandbox.ids.next('txn');
  const now = sandbox.clock.seconds();
  sandbox.store.put('balanceTransaction', { ...entry, id, fees, created: now, availableOn: now + delay });
  if (entry.amount > 0) planPayout(sandbox, entry.account);
  return id;
}

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

/** Stripe names the account's own currency also while there is no money in it. */
export function formatBalance(sandbox: Sandbox, account: AccountEntity): Stripe.Balance {
  const sums = sumsByCurrency(sandbox, account.id);
  const currencies = [...new Set([account.currency, ...sums.keys()])];
  const part = (which: 'available' | 'pending') =>
    currencies.map((currency) => {
      const amount = sums.get(currency)?.[which] ?? 0;
      return { amount, currency, source_types: { card: amount } };
    });
  return {
    object: 'balance',
    available: part('available'),
    livemode: false,
    pending: part('pending'),
  } satisfies Stripe.Balance;
}

function formatSchedule(account: AccountEntity): Stripe.BalanceSettings.Payments.Payouts.Schedule {
  const schedule = scheduleOf(account);
  const { interval } = schedule;
  if (interval === 'weekly') return { interval, weekly_payout_days: [...schedule.days] };
  if (interval === 'monthly') return { interval, monthly_payout_days: [...schedule.days] };
  return { interval };
}

export function formatBalanceSettings(account: AccountEntity): Stripe.BalanceSettings {
  return {
    object: 'balance_settings',
    payments: {
      debit_negative_balances: false,
      payouts: {
        automatic_transfer_rules_by_currency: null,
        minimum_balance_by_currency: null,
        schedule: formatSchedule(account),
        statement_descriptor: null,
        status: account.payoutsPaused === true ? 'disabled' : 'enabled',
      },
      settlement_timing: { delay_days: 2, start_of_day: null },
    },
  } satisfies Stripe.BalanceSettings;
}

export function formatBalanceTransaction(
  transaction: BalanceTransactionEntity,
  nowSeconds: number,
): Stripe.BalanceTransaction {
  const fee = transaction.fees.reduce((sum, detail) => sum + detail.amount, 0);
  return {
    id: transaction.id,
    object: 'balance_transaction',
    amount: transaction.amount,
    available_on: transaction.availableOn,
    balance_type: 'payments',
    created: transaction.created,
    currency: transaction.currency,
    description: transaction.description,
    exchange_rate: null,
    fee,
    fee_details: transaction.fees.map((detail) => ({
      amount: detail.amount,
      application: detail.type === 'application_fee' ? 'ca_sandbox' : null,
      currency: transaction.currency,
      description: detail.description,
      type: detail.type,
    })),
    net: transaction.amount - fee,
    reporting_category: transaction.reportingCategory,
    source: transaction.source,
    status: transaction.availableOn <= nowSeconds ? 'available' : 'pending',
    type: transaction.type,
  } satisfies Stripe.BalanceTransaction;
}

export function formatFeeRefund(fee: ApplicationFeeEntity, refund: FeeRefundEntity): Stripe.FeeRefund {
  return {
    id: refund.id,
    object: 'fee_refund',
    amount: refund.amount,
    balance_transaction: refund.balanceTransaction,
    created: refund.created,
    currency: fee.currency,
    fee: fee.id,
    metadata: {},
  } satisfies Stripe.FeeRefund;
}

export function formatApplicationFee(fee: ApplicationFeeEntity): Stripe.ApplicationFee {
  return {
    id: fee.id,
    object: 'application_fee',
    account: fee.chargeAccount,
    amount: fee.amount,
    amount_refunded: fee.amountRefunded,
    application: 'ca_sandbox',
    balance_transaction: fee.balanceTransaction,
    charge: fee.charge,
    created: fee.created,
    currency: fee.currency,
    fee_source: { charge: fee.charge, type: 'charge' },
    livemode: false,
    originating_transaction: null,
    refunded: fee.amountRefunded === fee.amount,
    refunds: {
      object: 'list',
      data: fee.refunds.map((refund) => formatFeeRefund(fee, refund)).reverse(),
      has_more: false,
      url: `/v1/application_fees/${fee.id}/refunds`,
    },
  } satisfies Stripe.ApplicationFee;
}

/** Books the platform's application fee for a direct charge and creates its event. */
export function takeApplicationFee(sandbox: Sandbox, charge: ChargeEntity): ChargeEntity {
  const amount = charge.applicationFeeAmount;
  if (amount === null || amount === 0 || charge.account === sandbox.platform) return charge;
  const id = sandbox.ids.next('fee');
  const { currency } = charge;
  const fee: ApplicationFeeEntity = {
    id,
    account: sandbox.platform,
    created: sandbox.clock.seconds(),
    charge: charge.id,
    chargeAccount: charge.account,
    amount,
    amountRefunded: 0,
    currency,
    balanceTransaction: book(sandbox, {
      account: sandbox.platform,
      amount,
      currency,
      source: id,
      type: 'application_fee',
      reportingCategory: 'platform_earning',
      description: null,
    }),
    refunds: [],
  };
  sandbox.store.put('applicationFee', fee);
  sandbox.emit({ account: fee.account, type: 'application_fee.created', object: formatApplicationFee(fee) });
  return { ...charge, applicationFee: id };
}

/** Refunds the application fee in proportion to the refunded amount; returns the refunded fee. */
export function refundFeeShare(sandbox: Sandbox, charge: ChargeEntity, refunded: number): number {
  const fee =
    charge.applicationFee === null ? undefined : sandbox.store.get('applicationFee', charge.applicationFee);
  if (!fee) return 0;
  const share = Math.floor((fee.amount * refunded) / charge.amount);
  const amount = Math.min(share, fee.amount - fee.amountRefunded);
  if (amount === 0) return 0;
  const refund = {
    id: sandbox.ids.next('fr'),
    created: sandbox.clock.seconds(),
    amount,
    balanceTransaction: book(sandbox, {
      account: fee.account,
      amount: -amount,
      currency: fee.currency,
      source: fee.id,
      type: 'application_fee_refund',
      reportingCategory: 'platform_earning_refund',
      description: null,
    }),
  };
  const after = { ...fee, amountRefunded: fee.amountRefunded + amount, refunds: [...fee.refunds, refund] };
  sandbox.store.put('applicationFee', after);
  sandbox.emit({
    account: fee.account,
    type: 'application_fee.refunded',
    object: formatApplicationFee(after),
  });
  return amount;
}

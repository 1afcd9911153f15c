import type { Sandbox } from '../sandbox';
import type { AccountEntity } from '../state/account-entities';
import type { BalanceTransactionEntity } from '../state/payment-entities';
import type { PayoutSchedule } from '../state/payout-entities';

const DAY = 24 * 3600;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

export const scheduleOf = (account: AccountEntity): PayoutSchedule =>
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
export function nextPayoutAt(schedule: PayoutSchedule, now: number): number | null {
  const today = now - (now % DAY);
  // A month has a day of each number within 62 days.
  for (let ahead = 1; ahead <= 62; ahead += 1) {
    const day = today + ahead * DAY;
    if (isPayoutDay(schedule, new Date(day * 1000))) return day;
  }
  return null;
}

/** The lines of a balance that no automatic payout has paid out. */
export const unpaidLines = ({ store }: Pick<Sandbox, 'store'>, account: string): BalanceTransactionEntity[] =>
  store.all('balanceTransaction').filter((line) => line.account === account && line.payout === undefined);

const jobId = (account: string): string => `pay-out.${account}`;

/** Plans the next automatic payout of an account, if it has a schedule and none is planned. */
export function planPayout({ store, clock }: Pick<Sandbox, 'store' | 'clock'>, id: string): void {
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

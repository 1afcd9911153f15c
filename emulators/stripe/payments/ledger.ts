import type { Sandbox } from '../sandbox';
import type { BalanceTransactionEntity } from '../state/payment-entities';
import { planPayout } from './payout-schedule';

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

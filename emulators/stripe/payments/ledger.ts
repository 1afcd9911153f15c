import type { Sandbox } from '../sandbox';
import type { BalanceTransactionEntity } from '../state/payment-entities';

type Entry = Pick<
  BalanceTransactionEntity,
  'account' | 'amount' | 'currency' | 'source' | 'type' | 'reportingCategory' | 'description'
> & {
  readonly fees?: BalanceTransactionEntity['fees'];
  /** Seconds until the money is available; the default is 0. */
  readonly delay?: number;
};

/** Creates a balance transaction and returns its id. */
export function book(sandbox: Sandbox, { fees = [], delay = 0, ...entry }: Entry): string {
  const id = sandbox.ids.next('txn');
  const now = sandbox.clock.seconds();
  sandbox.store.put('balanceTransaction', { ...entry, id, fees, created: now, availableOn: now + delay });
  return id;
}

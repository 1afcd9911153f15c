import type { Sandbox } from '../sandbox';
import type { BalanceTransactionEntity } from '../state/payment-entities';

/** What a line adds to the balance, after its fees. */
export const netOf = ({ amount, fees }: BalanceTransactionEntity): number =>
  amount - fees.reduce((sum, fee) => sum + fee.amount, 0);

interface CurrencySums {
  readonly available: number;
  readonly pending: number;
}

/** An account's balance by currency: the sum of its lines. */
export function sumsByCurrency(
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

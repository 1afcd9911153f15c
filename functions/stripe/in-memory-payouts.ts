import { fail, ok } from '../../core/base/result';
import type { Payout, PayoutLine, StripeBalance } from '../../core/money/payout';
import { InMemoryCalls } from './in-memory-calls';
import type { PaymentsResult } from './payments';
import type { Page, Payouts } from './payouts';

/** Payouts in memory, of every account. Tests fill `payouts` and `lines`, newest first; a page has `onAPage` entries. */
export class InMemoryPayouts extends InMemoryCalls<keyof Payouts> implements Payouts {
  balance: StripeBalance = { balances: [], schedule: { interval: 'daily' }, paused: false };
  readonly payouts: Payout[] = [];
  readonly lines = new Map<string, readonly PayoutLine[]>();
  onAPage = 20;
  /** The account of each call. */
  readonly accounts: (string | null)[] = [];

  readBalance(account: string | null): Promise<PaymentsResult<StripeBalance>> {
    this.accounts.push(account);
    return this.perform('readBalance', () => ok(this.balance));
  }

  listPayouts(account: string | null, after: string | null): Promise<PaymentsResult<Page<Payout>>> {
    this.accounts.push(account);
    return this.perform('listPayouts', () => this.pageOf(this.payouts, after));
  }

  readPayout(account: string | null, payoutId: string): Promise<PaymentsResult<Payout>> {
    this.accounts.push(account);
    return this.perform('readPayout', () => {
      const payout = this.payouts.find(({ id }) => id === payoutId);
      return payout === undefined ? fail({ kind: 'gone' }) : ok(payout);
    });
  }

  listLines(
    account: string | null,
    payoutId: string,
    after: string | null,
  ): Promise<PaymentsResult<Page<PayoutLine>>> {
    this.accounts.push(account);
    return this.perform('listLines', () => this.pageOf(this.lines.get(payoutId) ?? [], after));
  }

  private pageOf<T extends { readonly id: string }>(
    all: readonly T[],
    after: string | null,
  ): PaymentsResult<Page<T>> {
    const at = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    if (after !== null && at === 0) return fail({ kind: 'gone' });
    const items = all.slice(at, at + this.onAPage);
    return ok({ items, next: at + this.onAPage < all.length ? (items.at(-1)?.id ?? null) : null });
  }
}

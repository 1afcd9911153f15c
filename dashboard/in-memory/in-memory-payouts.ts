import type { AnsweredLine, BalanceAnswer, PayoutAnswer, PayoutsAnswer } from '../../core/api/books-api';
import { fail, ok, type Result } from '../../core/base/result';
import type { Payout } from '../../core/money/payout';
import type { Failure } from '../data/failure';

/** The balance and the payouts of a world, newest first; a page has `onAPage` entries. */
export class InMemoryPayouts {
  balance: BalanceAnswer = {
    balances: [{ currency: 'usd', available: 0, pending: 0 }],
    schedule: { interval: 'daily' },
    paused: false,
  };
  readonly payouts: Payout[] = [];
  readonly lines = new Map<string, readonly AnsweredLine[]>();
  onAPage = 20;

  listed(after: string | null): PayoutsAnswer {
    const { items, next } = this.page(this.payouts, after);
    return { payouts: items, next };
  }

  one(payoutId: string, after: string | null): Result<PayoutAnswer, Failure> {
    const payout = this.payouts.find(({ id }) => id === payoutId);
    if (payout === undefined) return fail({ code: 'api/payout-not-found' });
    const { items, next } = this.page(this.lines.get(payoutId) ?? [], after);
    return ok({ payout, lines: items, next });
  }

  private page<T extends { readonly id: string }>(all: readonly T[], after: string | null) {
    const at = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const items = all.slice(at, at + this.onAPage);
    return { items, next: at + this.onAPage < all.length ? (items.at(-1)?.id ?? null) : null };
  }
}

import { describe, expect, it } from 'vitest';
import { fakePayments, fakeTip, noon } from '../testing/fakes';
import type { PaymentStatus, Tip } from '../tip/tip';
import { goneTip, hasLostAccount } from './payment-projection';

describe('gone payment', () => {
  const tipAt = (status: PaymentStatus, given: Partial<Tip> = {}): Tip => {
    const tip = fakeTip(given);
    return { ...tip, payment: { ...tip.payment, status } };
  };

  describe('a tip whose account is gone', () => {
    it.each(['draft', 'awaiting'] as const)(
      'fails, and nothing was charged, while its payment is %s',
      (status) => {
        const gone = goneTip(tipAt(status, { surface: 'elements' }), { succeeded: false }, noon);
        expect(gone).toMatchObject({
          state: 'failed',
          payment: { status: 'failed', lastError: { code: 'account-gone', at: noon } },
          syncedAt: noon,
        });
      },
    );

    it("is unchanged while 3-D Secure or Stripe's own page may still take the money", () => {
      expect(
        goneTip(tipAt('requires_action', { surface: 'elements' }), { succeeded: false }, noon),
      ).toBeNull();
      expect(goneTip(tipAt('awaiting', { surface: 'hosted' }), { succeeded: false }, noon)).toBeNull();
    });

    it('is paid when a signed event says that its payment succeeded', () => {
      const tip = tipAt('requires_action');
      expect(goneTip(tip, { succeeded: true }, noon)).toMatchObject({
        state: 'paid',
        payment: { status: 'succeeded', succeededAt: noon },
        contrib: { count: 1, gross: tip.amount, refunded: 0, disputed: 0 },
      });
      expect(goneTip(tipAt('succeeded'), { succeeded: true }, noon)).toBeNull();
    });
  });

  describe('the account of an unpaid tip', () => {
    const { stripe } = fakeTip();
    const here = fakePayments({ accountId: stripe.accountId, disconnectedAt: null });

    it('is lost when it was disconnected, replaced or never registered', () => {
      expect(hasLostAccount(tipAt('awaiting'), here)).toBe(false);
      expect(hasLostAccount(tipAt('awaiting'), { ...here, disconnectedAt: noon })).toBe(true);
      expect(hasLostAccount(tipAt('draft'), { ...here, accountId: 'acct_another' })).toBe(true);
      expect(hasLostAccount(tipAt('draft'), null)).toBe(true);
    });

    it('is not checked once the payment has progressed', () => {
      expect(hasLostAccount(tipAt('succeeded'), null)).toBe(false);
    });

    it('stays lost when the tip ended for it, but not when it failed for another reason', () => {
      const ended = goneTip(tipAt('draft'), { succeeded: false }, noon) ?? fakeTip();
      expect(hasLostAccount(ended, here)).toBe(true);
      const declined = { code: 'card_declined', declineCode: null, at: noon };
      expect(hasLostAccount({ ...ended, payment: { ...ended.payment, lastError: declined } }, here)).toBe(
        false,
      );
      expect(hasLostAccount({ ...ended, payment: { ...ended.payment, lastError: null } }, here)).toBe(false);
    });
  });
});

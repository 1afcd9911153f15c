import { describe, expect, it, test } from 'vitest';
import {
  noon,
  fakeInvoice,
  fakeMonthly,
  fakeMonthlySnapshot,
  fakeSubscription,
  monthLater,
  openInvoice,
} from '../testing/fakes';
import type { EndReason, Monthly } from './monthly';
import {
  isBilled,
  isGivenUp,
  nextLookAt,
  projectMonthly,
  type InvoiceSnapshot,
  type SubscriptionSnapshot,
} from './monthly-projection';

describe('how a commitment ends', () => {
  const active = projectMonthly(fakeMonthly(), fakeMonthlySnapshot());
  const after = (
    known: Monthly,
    given: Partial<SubscriptionSnapshot>,
    invoices: readonly InvoiceSnapshot[] = [fakeInvoice()],
  ) => projectMonthly(known, fakeMonthlySnapshot({ subscription: fakeSubscription(given), invoices }));

  describe('the reason of an end', () => {
    test.each<[string | null, EndReason]>([
      ['payment_failed', 'payment_failed'],
      ['payment_disputed', 'disputed'],
      ['cancellation_requested', 'stripe'],
      [null, 'stripe'],
    ])('at Stripe is %s: %s', (cancelReason, reason) => {
      expect(after(active, { status: 'canceled', cancelReason }).endReason).toBe(reason);
    });

    // Holds pay-245.
    it('is that of our request, once Stripe has done what was asked', () => {
      const stopping: Monthly = { ...active, asked: { what: 'stop', reason: 'fan', at: noon } };
      expect(after(stopping, {})).toMatchObject({ asked: stopping.asked, endReason: null });
      const ending = after(stopping, { cancelAtPeriodEnd: true });
      expect(ending).toMatchObject({ asked: null, endReason: 'fan', state: 'ending' });
      expect(after(ending, { status: 'canceled' })).toMatchObject({ endReason: 'fan', state: 'ended' });
      expect(after(stopping, { status: 'canceled' })).toMatchObject({ asked: null, endReason: 'fan' });
    });

    it('stays that of the first stop when a second one follows, and is the end’s when that comes sooner', () => {
      const stopped: Monthly = { ...active, state: 'ending', endReason: 'fan' };
      const again: Monthly = { ...stopped, asked: { what: 'stop', reason: 'owner', at: noon } };
      expect(after(again, { cancelAtPeriodEnd: true })).toMatchObject({ asked: null, endReason: 'fan' });
      const ended: Monthly = { ...stopped, asked: { what: 'end', reason: 'owner', at: noon } };
      expect(after(ended, { status: 'canceled' })).toMatchObject({ asked: ended.asked, endReason: 'owner' });
    });

    // Holds pay-324.
    it('of a request to end now waits until it has ended, and stays noted for what is open', () => {
      const ending: Monthly = { ...active, asked: { what: 'end', reason: 'overdue', at: noon } };
      const stopped = after(ending, { cancelAtPeriodEnd: true });
      expect(stopped).toMatchObject({ asked: ending.asked, endReason: 'stripe' });
      const ended = after(stopped, { status: 'canceled' });
      expect(ended).toMatchObject({ asked: ending.asked, endReason: 'overdue' });
      expect(nextLookAt(ended)).not.toBeNull();
    });

    // Holds pay-281.
    it('of a withdrawal stays noted after the end, for the money that goes back', () => {
      const withdrawing: Monthly = { ...active, asked: { what: 'end', reason: 'withdrawn', at: noon } };
      const ended = after(withdrawing, { status: 'canceled' });
      expect(ended).toMatchObject({ state: 'ended', asked: withdrawing.asked, endReason: 'withdrawn' });
      expect(nextLookAt(ended)).not.toBeNull();
      expect(nextLookAt({ ...ended, asked: null })).toBeNull();
    });

    it('goes when the fan keeps it after all', () => {
      const stopped = after({ ...active, endReason: 'fan' }, { cancelAtPeriodEnd: true });
      expect(after(stopped, {})).toMatchObject({ state: 'active', endReason: null, endingAt: null });
    });
  });

  describe('a stop before a charge that did not go through', () => {
    const unpaid = { status: 'past_due', cancelAtPeriodEnd: true } as const;
    const stoppedBy = (endReason: EndReason) =>
      after({ ...active, state: 'ending', endReason }, unpaid, [fakeInvoice(), openInvoice()]);

    // Holds pay-322.
    it.each(['fan', 'owner'] as const)(
      'through Busker by the %s is made once more, which ends what is unpaid then',
      (reason) => {
        expect(stoppedBy(reason)).toMatchObject({
          state: 'overdue',
          endReason: null,
          asked: { what: 'stop', reason, at: fakeMonthlySnapshot().askedAt },
        });
      },
    );

    it('at Stripe stays with Stripe', () => {
      expect(stoppedBy('stripe')).toMatchObject({ state: 'overdue', endReason: null, asked: null });
    });

    it('does not change what is asked for already', () => {
      const asked = { what: 'end', reason: 'withdrawn', at: noon } as const;
      const known: Monthly = { ...active, endReason: 'fan', asked };
      expect(after(known, unpaid, [openInvoice()]).asked).toBe(asked);
    });
  });

  describe('a charge that did not go through', () => {
    const overdue = after(active, { status: 'past_due' }, [fakeInvoice(), openInvoice()]);

    it('is counted from the start of its period, with the next try as the next charge', () => {
      const nextAttemptAt = openInvoice().nextAttemptAt;
      expect(overdue).toMatchObject({
        failing: { since: monthLater, attempts: 1, nextAttemptAt, needsAction: false },
        nextChargeAt: nextAttemptAt,
      });
    });

    it('keeps its start while Stripe retries, also when only later invoices are listed', () => {
      const later = openInvoice({ id: 'in_3', from: monthLater + 99, attempts: 4, nextAttemptAt: null });
      const known = after(overdue, { status: 'unpaid' }, [later]);
      expect(known.failing).toEqual({
        since: monthLater,
        attempts: 4,
        nextAttemptAt: null,
        needsAction: false,
      });
      expect(after(overdue, { status: 'unpaid' }, []).failing).toEqual(overdue.failing);
    });

    it('of two periods begins with the older one and is retried as the younger one', () => {
      const later = openInvoice({ id: 'in_3', from: monthLater + 99, attempts: 2 });
      const both = after(active, { status: 'past_due' }, [later, openInvoice()]);
      expect(both.failing).toMatchObject({ since: monthLater, attempts: 2 });
    });

    it('without an invoice in the list begins with the current period', () => {
      expect(after(active, { status: 'unpaid' }, []).failing).toMatchObject({ since: noon, attempts: 0 });
      expect(after(active, { status: 'unpaid', item: null }, []).failing).toMatchObject({
        since: noon + 60_000,
      });
    });

    it('is over once a retry succeeds, and the period counts as paid', () => {
      const paid = openInvoice({
        status: 'paid',
        paidAt: monthLater + 5,
        payments: [{ paymentIntentId: 'pi_2', isPaid: true }],
      });
      const again = after(overdue, {}, [paid, fakeInvoice()]);
      expect(again).toMatchObject({ state: 'active', failing: null, paidCycles: 2 });
      expect(again).toMatchObject({ lastPaidAt: monthLater + 5, lastInvoiceAt: monthLater });
    });
  });

  // Holds pay-246.
  describe('an invoice is a tip', () => {
    const unpaid = [{ paymentIntentId: 'pi_2', isPaid: false }];
    test.each<[string, Partial<InvoiceSnapshot>, boolean]>([
      ['paid through Stripe', {}, true],
      ['of nothing, after a discount', { payments: [], amountPaid: 0 }, false],
      ['paid outside Stripe', { payments: unpaid }, false],
      ['open, with a card that was tried', { status: 'open', payments: unpaid }, true],
      ['open, before the first try', { status: 'open', payments: unpaid, attempted: false }, false],
      ['open, without a payment', { status: 'open', payments: [] }, false],
      ['a draft', { status: 'draft', payments: unpaid }, false],
      ['void', { status: 'void', payments: unpaid }, false],
      ['given up', { status: 'uncollectible', payments: unpaid }, false],
    ])('when it is %s: %o', (_name, given, expected) => {
      expect(isBilled(fakeInvoice(given))).toBe(expected);
    });

    it('and one of nothing does not count as a paid period', () => {
      expect(after(active, {}, [fakeInvoice({ payments: [], paidAt: monthLater })]).paidCycles).toBe(1);
      expect(after(active, {}, [fakeInvoice({ paidAt: null })]).paidCycles).toBe(1);
    });
  });
});

describe('an invoice that Stripe has given up', () => {
  const declined = { attempted: true, payments: [{ paymentIntentId: 'pi_1', isPaid: false }] };

  // Holds pay-367.
  it.each([
    ['void', declined, true],
    ['uncollectible', declined, true],
    ['void', { ...declined, attempted: false }, false],
    ['void', { ...declined, payments: [] }, false],
    ['open', declined, false],
    ['paid', { attempted: true, payments: [{ paymentIntentId: 'pi_1', isPaid: true }] }, false],
  ] as const)(
    'a %s invoice was given up only after its card was tried (%o): %s',
    (status, given, expected) => {
      const invoice = fakeInvoice({ status, ...given });
      expect(isGivenUp(invoice)).toBe(expected);
      expect(isBilled(invoice) && isGivenUp(invoice)).toBe(false);
    },
  );
});

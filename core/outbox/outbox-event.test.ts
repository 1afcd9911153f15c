import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addContribution, noContribution, type TipContribution } from '../money/money';
import { FakeStripe, type FakeStripeEvent } from '../testing/fake-stripe';
import {
  fakeIntent,
  fakePayments,
  fakeSnapshot,
  fakeTip,
  noon,
  fakeChannel,
  fakeChannels,
  fakeEvent,
  fakeEventTip,
  fakeMonthly,
} from '../testing/fakes';
import { runs } from '../testing/runs';
import { projectTip, isNews } from '../tip-state/tip-projection';
import type { Tip } from '../tip/tip';
import { eventsOf, isUrgent, monthlyEvent, paymentsEvent, planDeliveries } from './outbox-event';

describe('outbox event', () => {
  describe('a message that waits', () => {
    const words = { name: 'Kim', message: 'x.example', anonymous: false, country: null };
    const counts = { ...noContribution, count: 1 as const, gross: 500 };
    const tip = fakeTip({ state: 'paid', contrib: counts, fan: words });
    const held = { ...tip, moderation: { state: 'held', reasons: ['web-address'] } } as const;
    const types = (before: Tip | undefined, after: Tip) =>
      eventsOf(before, after).map(({ fact }) => fact.type);

    // Holds out-2044.
    it('is told when it begins to wait: with a new tip, and after an edit', () => {
      expect(types(undefined, held)).toEqual(['tip.paid', 'tip.needs_review']);
      expect(types(tip, held)).toEqual(['tip.updated', 'tip.needs_review']);
    });

    it('is not told again while it waits, nor when it is decided', () => {
      expect(types(held, { ...held, rev: held.rev + 1 })).toEqual([]);
      expect(types(held, { ...held, moderation: { state: 'hidden', reasons: [] } })).toEqual(['tip.updated']);
    });
  });

  describe('monthly event', () => {
    const begun = fakeMonthly({ state: 'active', startedAt: noon, endingAt: null, endReason: null });
    const fact = {
      monthlyId: begun.monthlyId,
      currency: begun.currency,
      amount: begun.amount,
      every: begun.every,
    };

    // Holds out-2045.
    it('tells of the first payment, a charge that fails, and the end, each once', () => {
      expect(monthlyEvent(undefined, { ...begun, state: 'starting', startedAt: null })).toBeNull();
      expect(monthlyEvent({ ...begun, state: 'starting', startedAt: null }, begun)).toEqual({
        type: 'monthly.started',
        ...fact,
      });
      expect(monthlyEvent(begun, begun)).toBeNull();
      const hiding = { ...begun, fan: { ...begun.fan, hidesAmount: true as const } };
      expect(monthlyEvent(undefined, hiding)).toMatchObject({ type: 'monthly.started', hidesAmount: true });
      const failing = { since: noon, attempts: 1, nextAttemptAt: noon + 5, needsAction: false };
      const overdue = { ...begun, state: 'overdue', failing } as const;
      expect(monthlyEvent(begun, overdue)).toEqual({ type: 'monthly.failing', nextAt: noon + 5, ...fact });
      expect(monthlyEvent(begun, { ...overdue, failing: null })).toMatchObject({ nextAt: null });
      expect(monthlyEvent(overdue, { ...overdue, state: 'needs-action' })).toBeNull();
      expect(monthlyEvent(undefined, { ...overdue, startedAt: null })).toMatchObject({
        type: 'monthly.failing',
      });
      const ending = { ...begun, state: 'ending', endingAt: noon + 9, endReason: 'fan' } as const;
      expect(monthlyEvent(begun, ending)).toEqual({
        type: 'monthly.ended',
        paidUntil: noon + 9,
        reason: 'fan',
        ...fact,
      });
      const ended = { ...ending, state: 'ended', endingAt: null } as const;
      expect(monthlyEvent(ending, ended)).toBeNull();
      expect(monthlyEvent(undefined, ended)).toMatchObject({ type: 'monthly.ended', paidUntil: null });
    });

    it('tells nothing of one that was never paid', () => {
      const unpaid = { ...begun, state: 'starting', startedAt: null } as const;
      expect(monthlyEvent(unpaid, { ...unpaid, state: 'never-began' })).toBeNull();
      expect(monthlyEvent(unpaid, { ...unpaid, state: 'ended' })).toBeNull();
    });
  });

  describe('payments event', () => {
    const active = fakePayments({ cardPayments: 'active', requirements: [], requirementsDueAt: null });

    it('an owner hears when payments stop, and when they work again', () => {
      const restricted = {
        ...active,
        cardPayments: 'restricted',
        requirements: ['x'],
        requirementsDueAt: noon,
      } as const;
      expect(paymentsEvent(active, restricted, noon)).toEqual({
        type: 'payments.state_changed',
        from: 'active',
        to: 'restricted',
        dueAt: noon,
        needsData: true,
      });
      expect(paymentsEvent(restricted, active, noon)).toMatchObject({
        from: 'restricted',
        to: 'active',
        needsData: false,
      });
      const gone = { ...active, cardPayments: 'none', disconnectedAt: noon } as const;
      expect(paymentsEvent(active, gone, noon)).toMatchObject({ to: 'disconnected' });
      expect(paymentsEvent(active, { ...active, pausedUntil: noon + 1 }, noon)).toMatchObject({
        to: 'paused',
      });
      expect(paymentsEvent(active, { ...active, pausedUntil: noon }, noon)).toBeNull();
    });

    it('an owner hears when Stripe begins to want more data, once', () => {
      const wants = {
        ...active,
        requirements: ['individual.verification.document'],
        requirementsDueAt: noon,
      };
      expect(paymentsEvent(active, wants, noon)).toMatchObject({
        from: 'active',
        to: 'active',
        dueAt: noon,
        needsData: true,
      });
      expect(paymentsEvent(wants, wants, noon)).toBeNull();
    });

    it('an owner who connects an account for the first time hears only that it works', () => {
      const none = { ...active, cardPayments: 'none', requirements: [] } as const;
      const pending = { ...active, cardPayments: 'pending', requirements: ['x'] } as const;
      expect(paymentsEvent(none, pending, noon)).toBeNull();
      expect(paymentsEvent(none, none, noon)).toBeNull();
      expect(paymentsEvent(pending, active, noon)).toMatchObject({ from: 'pending', to: 'active' });
    });
  });

  describe('tip events', () => {
    const typesOf = (before: Tip | undefined, after: Tip) =>
      eventsOf(before, after).map(({ fact }) => fact.type);
    const paidTip = (given: Partial<Tip> = {}): Tip => ({
      ...projectTip(fakeTip(), fakeSnapshot()),
      rev: 2,
      ...given,
    });
    const paid = paidTip();
    const next = (change: Partial<Tip>): Tip => ({ ...paid, rev: 3, ...change });

    describe('what an owner hears of when a tip changes', () => {
      it('is a paid tip, with its figures and an id that stays the same', () => {
        expect(eventsOf(fakeTip(), paid)).toEqual([
          {
            id: 'tip1-2-tip.paid',
            fact: { type: 'tip.paid' },
            tip: {
              tipId: 'tip1',
              rev: 2,
              currency: 'usd',
              amount: 546,
              tipAmount: 500,
              delta: { count: 1, gross: 546, refunded: 0, disputed: 0 },
            },
          },
        ]);
      });

      // Holds tag-183.
      it('says that the fan hid the amount', () => {
        const fan = { ...paid.fan, hidesAmount: true as const };
        expect(eventsOf(fakeTip(), { ...paid, fan })).toMatchObject([{ tip: { hidesAmount: true } }]);
        expect(typesOf(paid, next({ fan }))).toEqual(['tip.updated']);
      });

      it('is nothing for drafts, declines and expired payments', () => {
        const declined = fakeTip({
          payment: {
            status: 'awaiting',
            attempts: 1,
            lastError: { code: 'x', declineCode: null, at: noon },
            succeededAt: null,
          },
        });
        expect(typesOf(undefined, fakeTip())).toEqual([]);
        expect(typesOf(fakeTip(), declined)).toEqual([]);
        expect(typesOf(declined, fakeTip({ state: 'expired' }))).toEqual([]);
      });

      it('is a payment that differs from its tip, which takes back what was counted', () => {
        const held = next(projectTip(paid, fakeSnapshot({ intent: fakeIntent({ amount: 999 }) })));
        const [event, ...others] = eventsOf(paid, { ...held, rev: 3 });
        expect(others).toEqual([]);
        expect(event?.fact).toEqual({ type: 'tip.held', reason: 'payment-mismatch:amount' });
        expect(event?.tip.delta).toEqual({ count: -1, gross: -546, refunded: 0, disputed: 0 });
        expect(typesOf(held, { ...held, rev: 4 })).toEqual([]);
        const uncounted = { ...held, contrib: noContribution };
        expect(eventsOf(fakeTip(), uncounted)[0]?.tip.delta).toEqual(noContribution);
      });

      it('is a refund with who made it, and one that failed', () => {
        const contrib = { ...paid.contrib, refunded: 200 };
        const refunded = next({ contrib });
        expect(eventsOf(paid, refunded, 'owner')[0]?.fact).toEqual({
          type: 'tip.refunded',
          refunded: 200,
          change: 200,
          by: 'owner',
        });
        expect(eventsOf(refunded, { ...paid, rev: 4 })[0]?.fact).toEqual({
          type: 'tip.refund_failed',
          refunded: 0,
          change: -200,
        });
      });

      it('is a dispute when it opens and when it ends', () => {
        const dispute = { status: 'open', amount: 546, disputeId: 'dp_1', dueBy: noon } as const;
        const disputed = next({ dispute, contrib: { ...paid.contrib, disputed: 546 } });
        expect(eventsOf(paid, disputed)[0]).toMatchObject({
          fact: { type: 'tip.disputed', status: 'open', amount: 546, dueBy: noon },
          tip: { delta: { count: 0, gross: 0, refunded: 0, disputed: 546 } },
        });
        const won = { ...paid, rev: 4, dispute: { ...dispute, status: 'won' } as const };
        expect(eventsOf(disputed, won)[0]).toMatchObject({
          fact: { type: 'tip.dispute_closed', status: 'won' },
          tip: { delta: { disputed: -546 } },
        });
        expect(typesOf(won, { ...won, rev: 5 })).toEqual([]);
        const inquiry = next({ dispute: { ...dispute, status: 'inquiry', dueBy: null } });
        expect(typesOf(paid, inquiry)).toEqual(['tip.disputed']);
        const none = next({ dispute: { ...dispute, status: 'none', dueBy: null } });
        expect(typesOf(inquiry, none)).toEqual(['tip.dispute_closed']);
        expect(typesOf(won, none)).toEqual([]);
        const uncounted = fakeTip({ dispute });
        expect(typesOf(undefined, uncounted)).toEqual(['tip.disputed']);
      });

      it('is a warning, and the end of the time in which it can be acted on', () => {
        const warned = next({ warning: { type: 'fraud', actionable: true, at: noon } });
        expect(eventsOf(paid, warned)[0]?.fact).toEqual({
          type: 'tip.warning',
          warning: 'fraud',
          actionable: true,
        });
        expect(typesOf(warned, { ...warned, rev: 4 })).toEqual([]);
        const late = { ...warned, rev: 4, warning: { type: 'fraud', actionable: false, at: noon } };
        expect(typesOf(warned, late)).toEqual(['tip.warning']);
      });

      it('is a changed name, message or moderation of a tip that counted before', () => {
        const hidden = next({ moderation: { state: 'hidden', reasons: [] } });
        expect(typesOf(paid, hidden)).toEqual(['tip.updated']);
        const erased = next({ fan: { ...paid.fan, message: null } });
        expect(typesOf(paid, erased)).toEqual(['tip.updated']);
        expect(typesOf(fakeTip(), fakeTip({ fan: { ...paid.fan, message: null } }))).toEqual([]);
      });

      it("is the owner's reply, when its text is new", () => {
        const replied = next({ reply: { text: 'Thank you!', at: noon } });
        expect(typesOf(paid, replied)).toEqual(['tip.replied']);
        expect(typesOf(undefined, replied)).toContain('tip.replied');
        expect(typesOf(replied, { ...replied, rev: 4 })).toEqual([]);
        expect(typesOf(replied, { ...replied, rev: 4, reply: null })).toEqual([]);
      });

      it('never holds a name, a message or a reply', () => {
        const fan = { name: 'Zaphod Beeblebrox', message: 'forty-two', anonymous: false, country: null };
        const notified = eventsOf(
          undefined,
          paidTip({
            fan,
            reply: { text: 'seventy-seven', at: noon },
            contrib: { ...paid.contrib, refunded: 1 },
          }),
        );
        expect(notified.length).toBe(3);
        expect(JSON.stringify(notified)).not.toMatch(/Zaphod|forty|seventy/);
      });
    });

    const stripeEvent = fc.oneof(
      fc.constantFrom<FakeStripeEvent>({ kind: 'declined' }, { kind: 'processing' }, { kind: 'succeeded' }),
      fc.record({
        kind: fc.constant('refunded' as const),
        amount: fc.constantFrom(1, 200, 546),
        status: fc.constantFrom('pending' as const, 'succeeded' as const),
      }),
      fc.record({
        kind: fc.constant('refund-settled' as const),
        status: fc.constantFrom('succeeded' as const, 'failed' as const),
      }),
      fc.record({
        kind: fc.constant('disputed' as const),
        status: fc.constantFrom('warning_needs_response' as const, 'needs_response' as const),
      }),
      fc.record({
        kind: fc.constant('dispute-moved' as const),
        status: fc.constantFrom('warning_closed' as const, 'won' as const, 'lost' as const),
      }),
    );

    describe('for every history of a payment', () => {
      // Holds out-011.
      it("the deltas of a tip's events add up to what it contributes, and a replay tells nothing", () => {
        const history = fc.array(fc.record({ event: stripeEvent, differs: fc.boolean() }), { maxLength: 20 });
        fc.assert(
          fc.property(history, (happened) => {
            const stripe = new FakeStripe();
            let tip = fakeTip();
            let sum: TipContribution = noContribution;
            const ids: string[] = [];
            let replayed = 0;
            for (const { event, differs } of happened) {
              stripe.happens(event);
              const seen = stripe.snapshot();
              const intent =
                seen.intent !== null && differs ? { ...seen.intent, currency: 'eur' } : seen.intent;
              const projected = projectTip(tip, { ...seen, intent });
              const isReplay = !isNews(tip, projected);
              const after = { ...projected, rev: tip.rev + 1 };
              const all = eventsOf(tip, after);
              if (isReplay) replayed += all.length;
              for (const notified of all) {
                sum = addContribution(sum, notified.tip.delta);
                ids.push(notified.id);
              }
              if (!isReplay) tip = after;
            }
            expect(replayed).toBe(0);
            expect(sum).toEqual(tip.contrib);
            expect(new Set(ids).size).toBe(ids.length);
          }),
          { numRuns: runs(300) },
        );
      });
    });
  });
});

describe('plan deliveries', () => {
  const all = fakeChannels({
    mail: fakeChannel(),
    hook: fakeChannel({ kind: 'webhook' }),
    chat: fakeChannel({ kind: 'discord', audience: 'public' }),
  });

  describe('an event', () => {
    it('goes to a webhook by itself and to the others together', () => {
      expect(planDeliveries(fakeEvent(), all)).toEqual({ each: ['hook'], collecting: ['mail', 'chat'] });
    });

    it('goes only to channels that work and that chose its type', () => {
      const channels = fakeChannels({
        new: fakeChannel({ state: 'unverified' }),
        off: fakeChannel({ state: 'off' }),
        refused: fakeChannel({ state: 'refused' }),
        failing: fakeChannel({ state: 'failing' }),
        other: fakeChannel({ events: ['link.dead'] }),
      });
      expect(planDeliveries(fakeEvent(), channels).collecting).toEqual(['failing']);
    });

    it('goes nowhere when the tip is below the minimum of its currency, unless it is more than a paid tip', () => {
      const channels = fakeChannels({ mail: fakeChannel({ minimum: { usd: 600 } }) });
      expect(planDeliveries(fakeEvent(), channels).collecting).toEqual([]);
      const inYen = fakeEvent({ type: 'tip.paid' }, { tip: fakeEventTip({ currency: 'jpy' }) });
      expect(planDeliveries(inYen, channels).collecting).toEqual(['mail']);
      const refund = fakeEvent({ type: 'tip.refunded', refunded: 546, change: 546, by: 'fan' });
      expect(planDeliveries(refund, channels).collecting).toEqual(['mail']);
      expect(planDeliveries(fakeEvent({ type: 'tip.paid' }, { tip: null }), channels).collecting).toEqual([
        'mail',
      ]);
    });

    it('about a channel goes to every other one that only the owner reads', () => {
      const added = fakeEvent({ type: 'channel.added', channelId: 'mail', kind: 'mail', label: 'My mail' });
      const channels = fakeChannels({ ...all.channels, phone: fakeChannel({ kind: 'push', events: [] }) });
      expect(planDeliveries(added, channels)).toEqual({ each: [], collecting: ['phone'] });
      expect(planDeliveries(fakeEvent({ type: 'test.ping' }), channels)).toEqual({
        each: [],
        collecting: [],
      });
    });
  });

  it('a channel that somebody added, and a loss of money, do not wait', () => {
    expect(isUrgent(fakeEvent({ type: 'channel.added', channelId: 'x', kind: 'mail', label: 'x' }))).toBe(
      true,
    );
    expect(isUrgent(fakeEvent({ type: 'tip.warning', warning: 'fraud', actionable: true }))).toBe(true);
    expect(isUrgent(fakeEvent())).toBe(false);
  });
});

import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { currencyCodes } from '../money/money';
import { cardPaymentStatuses } from '../payments/payments-state';
import { channelEnds, channelKinds, eventTypes } from '../outbox/channel';
import { endReasons } from '../monthly/monthly';
import type { EventFact } from '../outbox/outbox-event';
import { tipStates, tipTextLimits } from '../tip/tip';
import type { NotifiedEvent, NotifiedTip } from './notified-event';
import { webhookBody, webhookSchemas } from './webhook-body';

describe('webhook body', () => {
  describe('webhook body', () => {
    const time = fc.integer({ min: 0, max: Date.parse('2100-01-01') });
    const words = (maxLength: number) => fc.string({ maxLength, unit: 'binary' });
    const id = fc.string({ minLength: 1, maxLength: 60 });
    const url = fc.webUrl().map((each) => each.slice(0, 2000));
    const payments = fc.constantFrom(...cardPaymentStatuses, 'disconnected' as const, 'paused' as const);
    const channel = { channelId: id, kind: fc.constantFrom(...channelKinds), label: words(60) };

    const monthly = {
      monthlyId: id,
      currency: fc.constantFrom(...currencyCodes),
      amount: fc.nat(),
      every: fc.constantFrom('month' as const, 'year' as const),
    };
    const payout = { payoutId: id, currency: fc.constantFrom('usd', 'bhd'), amount: fc.integer() };

    const facts: {
      readonly [T in EventFact['type']]: fc.Arbitrary<Extract<EventFact, { readonly type: T }>>;
    } = {
      'tip.paid': fc.record({ type: fc.constant('tip.paid') }),
      'tip.held': fc.record({ type: fc.constant('tip.held'), reason: words(100) }),
      'tip.refunded': fc.record({
        type: fc.constant('tip.refunded'),
        refunded: fc.nat(),
        change: fc.nat(),
        by: fc.constantFrom('owner', 'fan', 'stripe'),
      }),
      'tip.refund_failed': fc.record({
        type: fc.constant('tip.refund_failed'),
        refunded: fc.nat(),
        change: fc.nat(),
      }),
      'tip.disputed': fc.record({
        type: fc.constant('tip.disputed'),
        status: fc.constantFrom('inquiry', 'open'),
        amount: fc.nat(),
        dueBy: fc.option(time),
      }),
      'tip.dispute_closed': fc.record({
        type: fc.constant('tip.dispute_closed'),
        status: fc.constantFrom('won', 'lost', 'prevented', 'none'),
        amount: fc.nat(),
      }),
      'tip.warning': fc.record({
        type: fc.constant('tip.warning'),
        warning: words(60),
        actionable: fc.boolean(),
      }),
      'tip.updated': fc.record({ type: fc.constant('tip.updated') }),
      'tip.replied': fc.record({ type: fc.constant('tip.replied') }),
      'tip.needs_review': fc.record({ type: fc.constant('tip.needs_review') }),
      'monthly.started': fc.record({ type: fc.constant('monthly.started'), ...monthly }),
      'monthly.failing': fc.record({
        type: fc.constant('monthly.failing'),
        ...monthly,
        nextAt: fc.option(time),
      }),
      'monthly.ended': fc.record({
        type: fc.constant('monthly.ended'),
        ...monthly,
        paidUntil: fc.option(time),
        reason: fc.option(fc.constantFrom(...endReasons)),
      }),
      'payout.paid': fc.record({ type: fc.constant('payout.paid'), ...payout }),
      'payout.failed': fc.record({ type: fc.constant('payout.failed'), ...payout }),
      'payments.state_changed': fc.record({
        type: fc.constant('payments.state_changed'),
        from: payments,
        to: payments,
        dueAt: fc.option(time),
        needsData: fc.boolean(),
      }),
      'link.dead': fc.record({
        type: fc.constant('link.dead'),
        linkId: id,
        url,
        state: fc.constantFrom('gone', 'unreachable'),
        since: time,
      }),
      'link.back': fc.record({ type: fc.constant('link.back'), linkId: id, url }),
      'profile.published': fc.record({
        type: fc.constant('profile.published'),
        revision: fc.nat(),
        handle: id,
      }),
      'channel.added': fc.record({ type: fc.constant('channel.added'), ...channel }),
      'channel.failing': fc.record({ type: fc.constant('channel.failing'), ...channel, since: time }),
      'channel.disabled': fc.record({
        type: fc.constant('channel.disabled'),
        ...channel,
        why: fc.constantFrom(...channelEnds),
      }),
      'test.ping': fc.record({ type: fc.constant('test.ping') }),
    };

    const anyTip: fc.Arbitrary<NotifiedTip> = fc.record({
      tipId: id,
      rev: fc.nat(),
      state: fc.constantFrom(...tipStates),
      livemode: fc.boolean(),
      currency: fc.constantFrom(...currencyCodes),
      amount: fc.nat(),
      tipAmount: fc.nat(),
      coverAmount: fc.nat(),
      refunded: fc.nat(),
      disputed: fc.nat(),
      fees: fc.option(fc.nat()),
      paidAt: fc.option(time),
      anonymous: fc.boolean(),
      privateMessage: fc.boolean(),
      hidesAmount: fc.boolean(),
      words: fc.constantFrom('none', 'visible', 'held', 'hidden', 'untold'),
      name: fc.option(words(tipTextLimits.name)),
      message: fc.option(words(tipTextLimits.message)),
      for: fc.option(words(tipTextLimits.for)),
      placement: fc.option(words(tipTextLimits.placement)),
      site: fc.option(url),
    });

    const anyEvent: fc.Arbitrary<NotifiedEvent> = fc.record({
      id,
      at: time,
      livemode: fc.boolean(),
      fact: fc.oneof(...Object.values<fc.Arbitrary<EventFact>>(facts)),
      tip: fc.option(anyTip),
    });

    const bytes = (body: object) => new TextEncoder().encode(JSON.stringify(body)).length;

    const adasTip: NotifiedTip = {
      tipId: 't1',
      rev: 3,
      state: 'paid',
      livemode: true,
      currency: 'usd',
      amount: 500,
      tipAmount: 480,
      coverAmount: 20,
      refunded: 0,
      disputed: 0,
      fees: 45,
      paidAt: Date.parse('2026-11-22T20:14:59Z'),
      anonymous: false,
      privateMessage: false,
      hidesAmount: false,
      words: 'visible',
      name: 'Kim',
      message: 'Lovely!',
      for: null,
      placement: 'hat',
      site: 'https://ada.example',
    };
    const at = Date.parse('2026-11-22T20:15:00Z');
    const told = (fact: EventFact, tip: NotifiedTip | null = null): NotifiedEvent => ({
      id: 'e1',
      at,
      livemode: true,
      fact,
      tip,
    });

    describe('the body of a webhook', () => {
      it('satisfies the schema of its type, has no other fields, and is small', () => {
        fc.assert(
          fc.property(anyEvent, fc.option(id), (event, handle) => {
            const body = webhookBody(event, { handle });
            expect(body.type).toBe(event.fact.type);
            const parsed = v.parse(webhookSchemas[body.type], body);
            expect(parsed).toEqual(body);
            expect(bytes(body)).toBeLessThanOrEqual(20_000);
          }),
        );
      });

      it('is small even with the longest words, escaped', () => {
        const long = (length: number) => '\u2028\u0000'.repeat(length / 2);
        const tip = { ...adasTip, name: long(40), message: long(200), for: long(120), placement: long(60) };
        expect(bytes(webhookBody(told({ type: 'tip.paid' }, tip), { handle: 'ada' }))).toBeLessThan(20_000);
      });

      // Holds tag-183.
      it('marks the amount of a monthly tip that its fan hides', () => {
        const monthly = { monthlyId: 'm1', currency: 'usd', amount: 500, every: 'month' } as const;
        const bodyOf = (given: { readonly hidesAmount?: true }) =>
          webhookBody(told({ type: 'monthly.started', ...monthly, ...given }), { handle: 'ada' });
        expect(bodyOf({ hidesAmount: true })).toMatchObject({ data: { monthly: { amount_hidden: true } } });
        expect(bodyOf({})).toMatchObject({ data: { monthly: { amount: 500, amount_hidden: false } } });
      });

      it('of a paid tip is what docs/developers/webhooks.md shows', () => {
        expect(webhookBody(told({ type: 'tip.paid' }, adasTip), { handle: 'ada' })).toEqual({
          type: 'tip.paid',
          timestamp: '2026-11-22T20:15:00.000Z',
          data: {
            schema: 1,
            livemode: true,
            profile: { handle: 'ada' },
            tip: {
              id: 't1',
              rev: 3,
              state: 'paid',
              currency: 'usd',
              amount: 500,
              tip_amount: 480,
              cover_amount: 20,
              amount_decimal: '5.00',
              refunded: 0,
              disputed: 0,
              paid_at: '2026-11-22T20:14:59.000Z',
              anonymous: false,
              private_message: false,
              amount_hidden: false,
              words: 'visible',
              name: 'Kim',
              message: 'Lovely!',
              for: null,
              placement: 'hat',
              site: 'https://ada.example',
            },
          },
        });
      });

      it.each(['none', 'held', 'hidden', 'untold'] as const)(
        'has no name and message when words are %s',
        (state) => {
          const body = webhookBody(told({ type: 'tip.paid' }, { ...adasTip, words: state }), {
            handle: null,
          });
          expect(body.data).toMatchObject({ tip: { words: state, name: null, message: null } });
        },
      );

      it('of a tip that is gone has no tip', () => {
        expect(webhookBody(told({ type: 'tip.updated' }), { handle: 'ada' }).data).toMatchObject({
          tip: null,
        });
      });

      it.each<[EventFact, object]>([
        [
          { type: 'tip.disputed', status: 'open', amount: 500, dueBy: at },
          { dispute: { status: 'open', amount: 500, due_by: '2026-11-22T20:15:00.000Z' } },
        ],
        [
          { type: 'payments.state_changed', from: 'active', to: 'paused', dueAt: null, needsData: false },
          { payments: { from: 'active', to: 'paused', due_at: null, needs_data: false } },
        ],
        [
          { type: 'link.dead', linkId: 'l1', url: 'https://x.example', state: 'gone', since: at },
          { link: { id: 'l1', url: 'https://x.example', state: 'gone', since: '2026-11-22T20:15:00.000Z' } },
        ],
        [
          { type: 'profile.published', revision: 2, handle: 'ada2' },
          { profile: { handle: 'ada2', revision: 2 } },
        ],
        [
          { type: 'channel.failing', channelId: 'c1', kind: 'ntfy', label: 'Phone', since: at },
          { channel: { id: 'c1', since: '2026-11-22T20:15:00.000Z' } },
        ],
        [
          { type: 'channel.disabled', channelId: 'c1', kind: 'ntfy', label: 'Phone', why: 'gone' },
          { channel: { id: 'c1', kind: 'ntfy', label: 'Phone', why: 'gone' } },
        ],
      ])('of %j has its facts', (fact, data) => {
        expect(webhookBody(told(fact), { handle: 'ada' }).data).toMatchObject(data);
      });

      it('exists for every type', () => {
        expect(Object.keys(webhookSchemas)).toEqual([...eventTypes]);
      });

      it('of an unknown type is a bug', () => {
        const fact = { type: 'tip.odd' } as never;
        expect(() => webhookBody(told(fact), { handle: null })).toThrow('Unexpected value');
      });
    });
  });
});

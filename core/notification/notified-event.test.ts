import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import * as v from 'valibot';
import type { EventFact, OutboxEvent } from '../outbox/outbox-event';
import { fakeTip, noon, fakeEvent, fakeEventTip } from '../testing/fakes';
import { tipStates, type Tip, tipTextLimits } from '../tip/tip';
import { currencyCodes } from '../money/money';
import { cardPaymentStatuses } from '../payments/payments-state';
import { channelEnds, channelKinds, eventTypes } from '../outbox/channel';
import { endReasons } from '../monthly/monthly';
import {
  groupEvents,
  notifiedTip,
  pushUser,
  pushUserText,
  type NotifiedEvent,
  type NotifiedTip,
} from './notified-event';
import { webhookBody, webhookSchemas } from './webhook-body';

describe('told event', () => {
  describe('told tip', () => {
    const paid = fakeTip({
      state: 'paid',
      payment: { ...fakeTip().payment, status: 'succeeded', succeededAt: noon },
    });
    const withFan = (fan: Partial<Tip['fan']>): Tip => ({ ...paid, fan: { ...paid.fan, ...fan } });
    const moderated = (state: Tip['moderation']['state']): Tip => ({
      ...paid,
      moderation: { state, reasons: [] },
    });

    test('visible words are told in private and in public', () => {
      const words = { words: 'visible', name: 'Grace', message: 'Thank you' };
      expect(notifiedTip(paid, 'private', true)).toMatchObject(words);
      expect(notifiedTip(paid, 'public', true)).toMatchObject(words);
    });

    test('who asked not to be shown is told in private and marked, and is nobody in public', () => {
      const tip = withFan({ anonymous: true });
      expect(notifiedTip(tip, 'private', true)).toMatchObject({
        anonymous: true,
        name: 'Grace',
        words: 'visible',
      });
      expect(notifiedTip(tip, 'public', true)).toMatchObject({ name: null, message: null, words: 'untold' });
    });

    // Holds tag-180.
    test('a message for the owner alone is told in private and marked, and in public only the name is', () => {
      const tip = withFan({ privateMessage: true });
      const told = notifiedTip(tip, 'private', true);
      expect(told).toMatchObject({ privateMessage: true, message: 'Thank you', words: 'visible' });
      expect(notifiedTip(tip, 'public', true)).toMatchObject({ name: 'Grace', message: null });
      const nameless = withFan({ privateMessage: true, name: null });
      expect(notifiedTip(nameless, 'public', true)).toMatchObject({ message: null, words: 'untold' });
    });

    // Holds tag-183.
    test('an amount that the fan hides is told in private and marked, and no amount is in public', () => {
      const tip = withFan({ hidesAmount: true });
      const told = notifiedTip(tip, 'private', true);
      expect(told).toMatchObject({ hidesAmount: true, amount: tip.amount, tipAmount: tip.tipAmount });
      const shown = notifiedTip(tip, 'public', true);
      expect(shown).toMatchObject({ hidesAmount: true, name: 'Grace', amount: 0, tipAmount: 0, fees: null });
      expect(shown).toMatchObject({ coverAmount: 0, refunded: 0, disputed: 0 });
    });

    test('a tip that was refunded has no words in public', () => {
      expect(notifiedTip({ ...paid, state: 'refunded' }, 'public', true)).toMatchObject({
        name: null,
        message: null,
      });
    });

    test('a channel without words has none, and a fan without words left none', () => {
      expect(notifiedTip(paid, 'private', false)).toMatchObject({
        words: 'untold',
        name: null,
        message: null,
      });
      expect(notifiedTip(withFan({ name: null, message: null }), 'private', true).words).toBe('none');
    });

    test('held and hidden words are said to be so', () => {
      expect(notifiedTip(moderated('held'), 'private', true).words).toBe('held');
      expect(notifiedTip(moderated('hidden'), 'private', true).words).toBe('hidden');
    });

    test('no held or hidden tip tells a word of its fan, to nobody', () => {
      const word = fc.stringMatching(/^[A-Z]{12,40}$/);
      fc.assert(
        fc.property(
          fc.record({ name: word, message: word, anonymous: fc.boolean(), country: fc.constant(null) }),
          fc.constantFrom('held' as const, 'hidden' as const),
          fc.constantFrom(...tipStates),
          fc.constantFrom('private' as const, 'public' as const),
          fc.boolean(),
          (fan, moderation, state, audience, words) => {
            const tip: Tip = { ...moderated(moderation), fan, state };
            const notified = JSON.stringify(notifiedTip(tip, audience, words));
            expect(notified).not.toContain(fan.name);
            expect(notified).not.toContain(fan.message);
          },
        ),
      );
    });

    test('fees are what Stripe booked in the same currency, else the estimate with the share of the host', () => {
      const fees = (given: Partial<Tip['fees']>) =>
        notifiedTip({ ...paid, applicationFee: 10, fees: { ...paid.fees, ...given } }, 'private', true).fees;
      expect(fees({})).toBe(56);
      expect(fees({ net: 486, settlementCurrency: 'usd' })).toBe(60);
      expect(fees({ net: 400, settlementCurrency: 'eur' })).toBe(56);
      expect(fees({ estimated: 0 })).toBeNull();
    });
  });

  describe('group events', () => {
    let made = 0;

    function event(
      fact: EventFact,
      tipId: string,
      tip: Partial<ReturnType<typeof fakeEventTip>> = {},
      at = noon,
    ): OutboxEvent {
      made += 1;
      return fakeEvent(fact, {
        id: `${tipId}-${made}-${fact.type}`,
        at,
        tip: fakeEventTip({ tipId, rev: made, ...tip }),
      });
    }

    const paid = (tipId: string, amount = 500, at = noon, currency: 'usd' | 'eur' = 'usd') =>
      event(
        { type: 'tip.paid' },
        tipId,
        { amount, currency, delta: { count: 1, gross: amount, refunded: 0, disputed: 0 } },
        at,
      );
    const refunded = (tipId: string, amount: number, at = noon) =>
      event(
        { type: 'tip.refunded', refunded: amount, change: amount, by: 'fan' },
        tipId,
        {
          delta: { count: 0, gross: 0, refunded: amount, disputed: 0 },
        },
        at,
      );
    const held = (tipId: string, amount = 500) =>
      event({ type: 'tip.held', reason: 'payment-mismatch:amount' }, tipId, {
        delta: { count: -1, gross: -amount, refunded: 0, disputed: 0 },
      });

    const typesOf = (events: readonly OutboxEvent[]) => events.map(({ type }) => type);

    describe('one message for all that is due', () => {
      it('says of one new tip alone that its message waits in the line of the tip', () => {
        const waits = (tipId: string) =>
          event({ type: 'tip.needs_review' }, tipId, {
            delta: { count: 0, gross: 0, refunded: 0, disputed: 0 },
          });
        expect(typesOf(groupEvents([paid('a'), waits('a')], 10, 'private').listed)).toEqual(['tip.paid']);
        expect(typesOf(groupEvents([waits('a')], 10, 'private').listed)).toEqual(['tip.needs_review']);
        const two = groupEvents([paid('a'), waits('a'), paid('b')], 10, 'private').listed;
        expect(typesOf(two).toSorted()).toEqual(['tip.needs_review', 'tip.paid', 'tip.paid']);
      });

      // Holds out-029.
      it('lists events in their order and adds up the tips of each currency', () => {
        const events = [paid('b', 300, noon + 2), paid('a', 500, noon), paid('c', 200, noon + 1, 'eur')];
        const group = groupEvents(events, 10, 'private');
        expect(group.listed.map(({ tip }) => tip?.tipId)).toEqual(['a', 'c', 'b']);
        expect(group.sums).toEqual([
          { currency: 'usd', count: 2, amount: 800 },
          { currency: 'eur', count: 1, amount: 200 },
        ]);
        expect(group).toMatchObject({ unlisted: 0, takenBack: 0, since: noon });
      });

      it('lists the first tip and the newest, counts the others, and never leaves out what is more than a tip', () => {
        const tips = Array.from({ length: 20 }, (_, index) => paid(`t${index}`, 100, noon + index));
        const dispute = event(
          { type: 'tip.disputed', status: 'open', amount: 5, dueBy: null },
          'old',
          {},
          noon,
        );
        const group = groupEvents([...tips, dispute], 5, 'private');
        expect(group.listed.map(({ tip }) => tip?.tipId)).toEqual(['t0', 'old', 't17', 't18', 't19']);
        expect(group.unlisted).toBe(16);
        expect(group.sums[0]).toEqual({ currency: 'usd', count: 20, amount: 2000 });
        expect(groupEvents([paid('x'), dispute], 1, 'private')).toMatchObject({ unlisted: 1 });
      });

      // Holds out-111.
      it('always lists the largest tip of each currency, also among many newer ones', () => {
        const tips = Array.from({ length: 20 }, (_, index) => paid(`t${index}`, 100, noon + index));
        const large = [paid('usd', 50_000, noon + 5), paid('eur', 200, noon + 6, 'eur')];
        const group = groupEvents([...tips, ...large], 4, 'private');
        expect(group.listed.map(({ tip }) => tip?.tipId)).toEqual(['t0', 'usd', 'eur', 't19']);
        expect(group.unlisted).toBe(18);
      });

      it('is one word about a tip that was paid and given back meanwhile', () => {
        const group = groupEvents([paid('a', 500), refunded('a', 500, noon + 1), paid('b')], 10, 'private');
        expect(typesOf(group.listed)).toEqual(['tip.paid']);
        expect(group).toMatchObject({ takenBack: 1, sums: [{ count: 1, amount: 500 }] });
        expect(groupEvents([paid('a', 500), refunded('a', 500)], 10, 'private')).toMatchObject({
          listed: [],
          takenBack: 1,
          sums: [],
        });
        expect(
          typesOf(groupEvents([paid('a', 500), refunded('a', 200, noon + 1)], 10, 'private').listed),
        ).toEqual(['tip.paid', 'tip.refunded']);
      });

      // Holds out-011.
      it('tells a payment that was held in between as it ended', () => {
        const first = paid('a');
        const stop = held('a');
        const again = paid('a');
        expect(groupEvents([first, stop, again], 10, 'private').listed).toEqual([again]);
        expect(groupEvents([paid('b'), held('b')], 10, 'private').listed.map(({ type }) => type)).toEqual([
          'tip.held',
        ]);
      });

      it('takes events without a tip as they are', () => {
        const published = fakeEvent({ type: 'profile.published', revision: 1, handle: 'ada' }, { id: 'p1' });
        const more = { ...published, id: 'p2' };
        expect(groupEvents([more, published], 10, 'private').listed.map(({ id }) => id)).toEqual([
          'p1',
          'p2',
        ]);
        expect(groupEvents([], 10, 'private')).toEqual({
          listed: [],
          sums: [],
          unlisted: 0,
          takenBack: 0,
          since: 0,
        });
        const orphan = fakeEvent({ type: 'tip.paid' }, { id: 'x', tip: null });
        expect(groupEvents([orphan], 10, 'private').sums).toEqual([]);
      });

      it('adds up in public what the public wall shows: tips without the costs that fans paid on top', () => {
        const tip = paid('a', 546);
        const own = { ...tip, tip: tip.tip && { ...tip.tip, tipAmount: 500 } };
        expect(groupEvents([own], 10, 'public').sums).toEqual([{ currency: 'usd', count: 1, amount: 500 }]);
        expect(groupEvents([own], 10, 'private').sums).toEqual([{ currency: 'usd', count: 1, amount: 546 }]);
      });

      // Holds tag-183.
      it('counts in public what a fan hides, without its amount', () => {
        const tip = paid('a', 546);
        const own = { ...tip, tip: tip.tip && { ...tip.tip, hidesAmount: true as const } };
        expect(groupEvents([own], 10, 'public').sums).toEqual([{ currency: 'usd', count: 1, amount: 0 }]);
        expect(groupEvents([own], 10, 'private').sums).toEqual([{ currency: 'usd', count: 1, amount: 546 }]);
      });

      it('has its currencies and events in the same order each time', () => {
        const events = [paid('a', 1, noon, 'usd'), paid('b', 1, noon, 'eur')];
        const currencies = (given: readonly OutboxEvent[]) =>
          groupEvents(given, 10, 'private').sums.map(({ currency }) => currency);
        expect(currencies(events)).toEqual(['eur', 'usd']);
        expect(currencies(events.toReversed())).toEqual(['eur', 'usd']);
        const same = [paid('c'), paid('d')].map((each, index) => ({
          ...each,
          id: `x${index}`,
          tip: each.tip && { ...each.tip, rev: 1 },
        }));
        const idsOf = (given: readonly OutboxEvent[]) =>
          groupEvents(given, 10, 'private').listed.map(({ id }) => id);
        expect(idsOf(same.toReversed())).toEqual(idsOf(same));
      });

      it('counts every tip once: listed, not listed, or taken back', () => {
        const story = fc.record({
          amount: fc.integer({ min: 1, max: 9000 }),
          back: fc.boolean(),
          at: fc.nat(100),
        });
        fc.assert(
          fc.property(
            fc.array(story, { maxLength: 40 }),
            fc.integer({ min: 1, max: 12 }),
            (stories, most) => {
              const events = stories.flatMap(({ amount, back, at }, index) => [
                paid(`t${index}`, amount, noon + at),
                ...(back ? [refunded(`t${index}`, amount, noon + at)] : []),
              ]);
              const group = groupEvents(events, most, 'private');
              const kept = stories.filter(({ back }) => !back);
              expect(group.listed.length + group.unlisted).toBe(kept.length);
              expect(group.listed.length).toBeLessThanOrEqual(most);
              expect(group.takenBack).toBe(stories.length - kept.length);
              expect(group.sums[0]?.amount ?? 0).toBe(kept.reduce((sum, { amount }) => sum + amount, 0));
            },
          ),
        );
      });
    });
  });
});

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

describe('push message', () => {
  const userOf = (uid: string) => pushUser(createHash('sha256').update(pushUserText(uid)).digest());

  it('names an owner by 32 hexadecimal digits', () => {
    expect(userOf('ada')).toMatch(/^[0-9a-f]{32}$/);
    expect(pushUser(new Uint8Array([0, 10, 255]))).toBe('000aff');
  });

  it('gives each owner another name, and none that shows the uid', () => {
    expect(userOf('ada')).not.toBe(userOf('kim'));
    expect(userOf('abcdef')).not.toContain('abcdef');
  });
});

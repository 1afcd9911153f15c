import { channelEnds } from '../outbox/channel';
import type { EventFact } from '../outbox/outbox-event';
import type { NotifiedEvent, NotifiedTip, NotifiedMessage } from '../notification/notified-event';
import { noon } from './fakes';

/** Typed builders of messages. */

export const fakeNotifiedTip = (given: Partial<NotifiedTip> = {}): NotifiedTip => ({
  tipId: 'tip1',
  rev: 2,
  state: 'paid',
  livemode: true,
  currency: 'usd',
  amount: 500,
  tipAmount: 500,
  coverAmount: 0,
  refunded: 0,
  disputed: 0,
  fees: null,
  paidAt: noon,
  anonymous: false,
  privateMessage: false,
  hidesAmount: false,
  words: 'visible',
  name: 'Kim',
  message: 'Lovely!',
  for: null,
  placement: null,
  site: null,
  ...given,
});

export const fakeNotifiedEvent = (given: Partial<NotifiedEvent> = {}): NotifiedEvent => ({
  id: 'event1',
  at: noon,
  livemode: true,
  fact: { type: 'tip.paid' },
  tip: fakeNotifiedTip(),
  ...given,
});

/** A message of these events, whose sums fit them. */
export function fakeMessage(
  events: readonly NotifiedEvent[],
  given: Partial<NotifiedMessage> = {},
): NotifiedMessage {
  const paid = events.flatMap(({ fact, tip }) => (fact.type === 'tip.paid' && tip ? [tip] : []));
  const currencies = [...new Set(paid.map(({ currency }) => currency))];
  return {
    kind: 'told',
    id: 'message1',
    events,
    sums: currencies.map((currency) => {
      const same = paid.filter((tip) => tip.currency === currency);
      return { currency, count: same.length, amount: same.reduce((all, { amount }) => all + amount, 0) };
    }),
    unlisted: 0,
    takenBack: 0,
    since: events[0]?.at ?? noon,
    digest: null,
    ...given,
  };
}

/** One fact for each sentence. */
export const everyFact: readonly EventFact[] = [
  { type: 'tip.paid' },
  { type: 'tip.held', reason: 'payment-mismatch:amount' },
  ...(['owner', 'fan', 'stripe'] as const).map((by): EventFact => ({
    type: 'tip.refunded',
    refunded: 500,
    change: 200,
    by,
  })),
  { type: 'tip.refund_failed', refunded: 0, change: 500 },
  { type: 'tip.disputed', status: 'inquiry', amount: 500, dueBy: null },
  { type: 'tip.disputed', status: 'open', amount: 500, dueBy: noon },
  ...(['won', 'lost', 'prevented', 'none'] as const).map((status): EventFact => ({
    type: 'tip.dispute_closed',
    status,
    amount: 500,
  })),
  { type: 'tip.warning', warning: 'made_with_stolen_card', actionable: true },
  { type: 'tip.warning', warning: 'made_with_stolen_card', actionable: false },
  { type: 'tip.updated' },
  { type: 'tip.replied' },
  { type: 'tip.needs_review' },
  ...(['month', 'year'] as const).flatMap((every): readonly EventFact[] => {
    const monthly = { monthlyId: 'm1', currency: 'usd', amount: 500, every } as const;
    return [
      { type: 'monthly.started', ...monthly },
      { type: 'monthly.failing', nextAt: noon, ...monthly },
      { type: 'monthly.failing', nextAt: null, ...monthly },
      { type: 'monthly.ended', paidUntil: noon, reason: 'fan', ...monthly },
      { type: 'monthly.ended', paidUntil: null, reason: null, ...monthly },
    ];
  }),
  { type: 'payout.paid', payoutId: 'po_1', currency: 'usd', amount: 24_981 },
  { type: 'payout.failed', payoutId: 'po_1', currency: 'etb', amount: 24_981 },
  ...(['none', 'pending', 'active', 'restricted', 'unsupported', 'disconnected', 'paused'] as const).map(
    (to): EventFact => ({
      type: 'payments.state_changed',
      from: to === 'active' ? 'pending' : 'active',
      to,
      dueAt: null,
      needsData: to === 'restricted',
    }),
  ),
  { type: 'payments.state_changed', from: 'active', to: 'active', dueAt: noon, needsData: true },
  { type: 'payments.state_changed', from: 'pending', to: 'active', dueAt: noon, needsData: true },
  { type: 'link.dead', linkId: 'a', url: 'https://example.com/a', state: 'gone', since: noon },
  { type: 'link.dead', linkId: 'a', url: 'https://example.com/a', state: 'unreachable', since: noon },
  { type: 'link.back', linkId: 'a', url: 'https://example.com/a' },
  { type: 'profile.published', revision: 3, handle: 'ada' },
  { type: 'channel.added', channelId: 'c', kind: 'mail', label: 'Work' },
  ...channelEnds.map((why): EventFact => ({
    type: 'channel.disabled',
    channelId: 'c',
    kind: 'mail',
    label: 'Work',
    why,
  })),
  { type: 'channel.failing', channelId: 'c', kind: 'mail', label: 'Work', since: noon },
  { type: 'test.ping' },
];

/** The types that an owner switches on and off. The names are those of the webhooks: letters, `_` and dots (Standard Webhooks 1.0.0). */
export const chosenTypes = [
  'tip.paid',
  'tip.held',
  'tip.refunded',
  'tip.refund_failed',
  'tip.disputed',
  'tip.dispute_closed',
  'tip.warning',
  'tip.updated',
  'tip.replied',
  'payments.state_changed',
  'link.dead',
  'link.back',
  'profile.published',
] as const;
export type ChosenType = (typeof chosenTypes)[number];

/** All that an owner's channels can hear of. What is not chosen is told to every channel that works, or only as a test. */
export const eventTypes = [
  ...chosenTypes,
  'channel.added',
  'channel.failing',
  'channel.disabled',
  'test.ping',
] as const;
export type EventType = (typeof eventTypes)[number];

/** What a new channel hears of that others can see: nothing about the owner's account. */
export const publicTypes: readonly ChosenType[] = ['tip.paid'];

/** What a new channel hears of. */
export const defaultTypes: readonly ChosenType[] = [
  'tip.paid',
  'tip.held',
  'tip.refunded',
  'tip.refund_failed',
  'tip.disputed',
  'tip.dispute_closed',
  'tip.warning',
  'payments.state_changed',
  'link.dead',
];

export const typesFor = (audience: 'private' | 'public'): readonly ChosenType[] =>
  audience === 'public' ? publicTypes : defaultTypes;

/** About the channels themselves: no owner can switch it off, and no message about it takes the place of one about a tip. */
export const isNotice = (type: EventType): boolean => !chosenTypes.some((chosen) => chosen === type);

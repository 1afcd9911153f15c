import * as v from 'valibot';
import { unreachable } from '../base/result';
import { currencyCodes, decimalAmount } from '../money/money';
import { cardPaymentStatuses } from '../payments/payments-state';
import { endReasons } from '../monthly/monthly';
import { channelEnds, channelKinds, type EventType } from '../outbox/channel';
import { tipStates } from '../tip/tip';
import type { NotifiedEvent, NotifiedTip } from './notified-event';

// What a webhook receives. Receivers rely on it: fields are added, never changed or removed. What must change becomes a new type (`tip.paid2`), and
// both types are sent for a year. The descriptions are part of the published JSON Schemas and of docs/developers/webhooks.md.

/** Minor units of the tip's currency. */
const amount = (says: string) => v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.description(says));
const whole = (says: string) => v.pipe(v.number(), v.safeInteger(), v.description(says));
const text = (says: string) => v.pipe(v.string(), v.description(says));
const yes = (says: string) => v.pipe(v.boolean(), v.description(says));
const time = (says: string) => v.pipe(v.string(), v.isoTimestamp(), v.description(says));
const orNull = <S extends v.GenericSchema>(schema: S) => v.nullable(schema);
const oneOf = <const T extends readonly string[]>(values: T, says: string) =>
  v.pipe(v.picklist(values), v.description(says));

const handle = text('The handle of the published profile');

const amountHidden = yes('The fan does not want others to see the amount. Do not show it to them');

const tip = v.object({
  id: text('The id of the tip'),
  rev: whole(
    'Grows with each change of the tip. Ignore an event whose `rev` is lower than one that you know',
  ),
  state: oneOf(tipStates, 'The state of the tip when the event was sent'),
  currency: oneOf(currencyCodes, 'ISO 4217, in lower case'),
  amount: amount('What was charged, in minor units (500 is $5.00, and ¥500)'),
  tip_amount: amount('The tip without what the fan added to cover the costs, in minor units'),
  cover_amount: amount('What the fan added to cover the costs, in minor units'),
  amount_decimal: text('`amount` in major units, with a point: `5.00`'),
  refunded: amount('All that is refunded, in minor units'),
  disputed: amount('All that is disputed, in minor units'),
  paid_at: orNull(time('When it was paid')),
  anonymous: yes('The fan does not want name and message to be shown. Do not show them to others'),
  private_message: yes('The message is for the owner alone. Do not show it to others'),
  amount_hidden: amountHidden,
  words: oneOf(
    ['none', 'visible', 'held', 'hidden', 'untold'],
    '`visible`: name and message are in this event. `none`: the fan wrote nothing. `held`: the owner must review it first. `hidden`: the owner hid it. `untold`: this webhook gets no names and messages',
  ),
  name: orNull(text('The name of the fan; null unless `words` is `visible`')),
  message: orNull(text('The message of the fan; null unless `words` is `visible`')),
  for: orNull(text('What the tip is for, as the embed says')),
  placement: orNull(text('The placement that the embed or the QR code names')),
  site: orNull(text('The origin of the page on which the fan gave the tip')),
});

const shared = {
  schema: v.pipe(v.literal(1), v.description('The version of this shape')),
  livemode: yes('False when no real money moved'),
};
const profile = v.object({ handle: orNull(handle) });
const ofOwner = { ...shared, profile };
const ofTip = { ...ofOwner, tip: orNull(tip) };

const payments = oneOf(
  [...cardPaymentStatuses, 'disconnected', 'paused'],
  '`active`: tips can be paid. `restricted`: Stripe wants more data first. `pending`: Stripe is reviewing. `none`, `unsupported`, `disconnected`, `paused`: no tips',
);
const link = {
  id: text('The id of the link'),
  url: text('Its address'),
};
const channel = {
  id: text('The id of the channel'),
  kind: oneOf(channelKinds, 'The kind of the channel'),
  label: text('The name that the owner gave it'),
};

const monthly = {
  id: text('The id of the monthly tip'),
  currency: oneOf(currencyCodes, 'ISO 4217, in lower case'),
  amount: amount('What is charged for one period, in minor units'),
  amount_hidden: amountHidden,
  every: oneOf(['month', 'year'], 'How often it is charged'),
};
const payout = {
  id: text('The id of the payout at Stripe'),
  currency: text('ISO 4217, in lower case'),
  amount: whole('What was paid out, in minor units'),
};

const body = <const T extends EventType, D extends v.ObjectEntries>(type: T, says: string, data: D) =>
  v.object({
    type: v.pipe(v.literal(type), v.description(says)),
    timestamp: time('When it happened'),
    data: v.object(data),
  });

/** The shape of a webhook's body, by type. */
export const webhookSchemas = {
  'tip.paid': body('tip.paid', 'A tip was paid', ofTip),
  'tip.needs_review': body('tip.needs_review', 'A name or message waits for its owner’s review', ofTip),
  'tip.held': body('tip.held', 'A paid tip does not count: its payment differs from it', {
    ...ofTip,
    hold: v.object({ reason: text('Why the tip does not count until it is reviewed') }),
  }),
  'tip.refunded': body('tip.refunded', 'Some of a tip or all of it was refunded', {
    ...ofTip,
    refund: v.object({
      refunded: amount('All that is refunded now, in minor units'),
      change: amount('By how much it grew'),
      by: oneOf(['owner', 'fan', 'stripe'], 'Who refunded it. `fan`: the fan took the tip back'),
    }),
  }),
  'tip.refund_failed': body('tip.refund_failed', 'A refund failed, so the owner has the money again', {
    ...ofTip,
    refund: v.object({
      refunded: amount('All that is refunded now, in minor units'),
      change: amount('How much of it came back to the owner'),
    }),
  }),
  'tip.disputed': body('tip.disputed', 'A bank disputes a tip or asks about it', {
    ...ofTip,
    dispute: v.object({
      status: oneOf(['inquiry', 'open'], '`inquiry`: a question of the bank, no money moved yet'),
      amount: amount('The disputed amount, in minor units'),
      due_by: orNull(time('Until when the owner can answer')),
    }),
  }),
  'tip.dispute_closed': body('tip.dispute_closed', 'A dispute ended', {
    ...ofTip,
    dispute: v.object({
      status: oneOf(['won', 'lost', 'prevented', 'none'], 'How it ended. `none`: it was withdrawn'),
      amount: amount('The disputed amount, in minor units'),
    }),
  }),
  'tip.warning': body('tip.warning', 'A bank warns of fraud, or the warning cannot be acted on any more', {
    ...ofTip,
    warning: v.object({
      reason: text("Stripe's name of the fraud type"),
      actionable: yes('True while a refund can still prevent a dispute'),
    }),
  }),
  'tip.updated': body('tip.updated', 'The name, the message or their review changed', ofTip),
  'tip.replied': body('tip.replied', 'The owner answered the fan', ofTip),
  'monthly.started': body('monthly.started', 'A monthly or yearly tip was paid for the first time', {
    ...ofOwner,
    monthly: v.object(monthly),
  }),
  'monthly.failing': body('monthly.failing', 'A monthly or yearly tip could not be charged', {
    ...ofOwner,
    monthly: v.object({ ...monthly, next_at: orNull(time('When Stripe tries again')) }),
  }),
  'monthly.ended': body('monthly.ended', 'A monthly or yearly tip will not be charged again', {
    ...ofOwner,
    monthly: v.object({
      ...monthly,
      paid_until: orNull(time('Until when it is paid. Null when it is over')),
      reason: orNull(oneOf(endReasons, 'Who or what ended it')),
    }),
  }),
  'payout.paid': body('payout.paid', 'Stripe paid out to your bank', {
    ...ofOwner,
    payout: v.object(payout),
  }),
  'payout.failed': body('payout.failed', 'A payout failed, so the money is in the balance at Stripe again', {
    ...ofOwner,
    payout: v.object(payout),
  }),
  'payments.state_changed': body(
    'payments.state_changed',
    'Tips became possible or impossible, or Stripe wants more data',
    {
      ...ofOwner,
      payments: v.object({
        from: payments,
        to: payments,
        due_at: orNull(time('Until when Stripe wants more data')),
        needs_data: yes('Stripe wants more data'),
      }),
    },
  ),
  'link.dead': body('link.dead', 'A link of the profile was found broken twice, a day apart', {
    ...ofOwner,
    link: v.object({
      ...link,
      state: oneOf(['gone', 'unreachable'], '`gone`: the page does not exist. `unreachable`: no answer'),
      since: time('When it was first found broken'),
    }),
  }),
  'link.back': body('link.back', 'A broken link works again', { ...ofOwner, link: v.object(link) }),
  'profile.published': body('profile.published', 'The profile was published', {
    ...shared,
    profile: v.object({ handle, revision: whole('Grows each time the profile is published') }),
  }),
  'channel.added': body('channel.added', 'Another notification channel was added', {
    ...ofOwner,
    channel: v.object(channel),
  }),
  'channel.failing': body('channel.failing', 'Another notification channel has not worked for three days', {
    ...ofOwner,
    channel: v.object({ ...channel, since: time('Since when no message arrived') }),
  }),
  'channel.disabled': body('channel.disabled', 'Another notification channel was switched off', {
    ...ofOwner,
    channel: v.object({ ...channel, why: oneOf(channelEnds, 'Why it is off') }),
  }),
  'test.ping': body('test.ping', 'A test, sent when the webhook is verified and by the Test button', ofOwner),
} as const satisfies { readonly [T in EventType]: v.GenericSchema<{ readonly type: T }> };

/** The JSON body of a webhook. Names are in snake case, amounts in minor units, times in ISO 8601. */
type WebhookBody = v.InferOutput<(typeof webhookSchemas)[EventType]>;
type WebhookTip = v.InferOutput<typeof tip>;

function iso(millis: number): string;
function iso(millis: number | null): string | null;
function iso(millis: number | null): string | null {
  return millis === null ? null : new Date(millis).toISOString();
}

/** Words that the channel must not get are left out here too, whatever the caller left in the tip. */
function webhookTip(tip: NotifiedTip): WebhookTip {
  const isVisible = tip.words === 'visible';
  return {
    id: tip.tipId,
    rev: tip.rev,
    state: tip.state,
    currency: tip.currency,
    amount: tip.amount,
    tip_amount: tip.tipAmount,
    cover_amount: tip.coverAmount,
    amount_decimal: decimalAmount({ minorUnits: tip.amount, currency: tip.currency }),
    refunded: tip.refunded,
    disputed: tip.disputed,
    paid_at: iso(tip.paidAt),
    anonymous: tip.anonymous,
    private_message: tip.privateMessage,
    amount_hidden: tip.hidesAmount,
    words: tip.words,
    name: isVisible ? tip.name : null,
    message: isVisible ? tip.message : null,
    for: tip.for,
    placement: tip.placement,
    site: tip.site,
  };
}

const webhookMonthly = ({
  monthlyId,
  currency,
  amount,
  every,
  hidesAmount,
}: Extract<NotifiedEvent['fact'], { readonly monthlyId: string }>) => ({
  id: monthlyId,
  currency,
  amount,
  amount_hidden: hidesAmount ?? false,
  every,
});

/** What a webhook is sent for one event. The schemas above describe the fields. `profile.handle`: null = nothing is published. */
export function webhookBody(event: NotifiedEvent, profile: { readonly handle: string | null }): WebhookBody {
  const { fact } = event;
  const timestamp = iso(event.at);
  const shared = { schema: 1 as const, livemode: event.livemode };
  const ofOwner = { ...shared, profile: { handle: profile.handle } };
  const ofTip = { ...ofOwner, tip: event.tip && webhookTip(event.tip) };
  switch (fact.type) {
    case 'tip.paid':
    case 'tip.updated':
    case 'tip.replied':
    case 'tip.needs_review':
      return { type: fact.type, timestamp, data: ofTip };
    case 'monthly.started':
      return { type: fact.type, timestamp, data: { ...ofOwner, monthly: webhookMonthly(fact) } };
    case 'monthly.failing': {
      const monthly = { ...webhookMonthly(fact), next_at: iso(fact.nextAt) };
      return { type: fact.type, timestamp, data: { ...ofOwner, monthly } };
    }
    case 'monthly.ended': {
      const monthly = { ...webhookMonthly(fact), paid_until: iso(fact.paidUntil), reason: fact.reason };
      return { type: fact.type, timestamp, data: { ...ofOwner, monthly } };
    }
    case 'payout.paid':
    case 'payout.failed': {
      const payout = { id: fact.payoutId, currency: fact.currency, amount: fact.amount };
      return { type: fact.type, timestamp, data: { ...ofOwner, payout } };
    }
    case 'tip.held':
      return { type: fact.type, timestamp, data: { ...ofTip, hold: { reason: fact.reason } } };
    case 'tip.refunded': {
      const { refunded, change, by } = fact;
      return { type: fact.type, timestamp, data: { ...ofTip, refund: { refunded, change, by } } };
    }
    case 'tip.refund_failed': {
      const { refunded, change } = fact;
      return { type: fact.type, timestamp, data: { ...ofTip, refund: { refunded, change } } };
    }
    case 'tip.disputed': {
      const { status, amount, dueBy } = fact;
      const dispute = { status, amount, due_by: iso(dueBy) };
      return { type: fact.type, timestamp, data: { ...ofTip, dispute } };
    }
    case 'tip.dispute_closed': {
      const { status, amount } = fact;
      return { type: fact.type, timestamp, data: { ...ofTip, dispute: { status, amount } } };
    }
    case 'tip.warning': {
      const warning = { reason: fact.warning, actionable: fact.actionable };
      return { type: fact.type, timestamp, data: { ...ofTip, warning } };
    }
    case 'payments.state_changed': {
      const payments = {
        from: fact.from,
        to: fact.to,
        due_at: iso(fact.dueAt),
        needs_data: fact.needsData,
      };
      return { type: fact.type, timestamp, data: { ...ofOwner, payments } };
    }
    case 'link.dead': {
      const link = { id: fact.linkId, url: fact.url, state: fact.state, since: iso(fact.since) };
      return { type: fact.type, timestamp, data: { ...ofOwner, link } };
    }
    case 'link.back':
      return {
        type: fact.type,
        timestamp,
        data: { ...ofOwner, link: { id: fact.linkId, url: fact.url } },
      };
    case 'profile.published': {
      const published = { handle: fact.handle, revision: fact.revision };
      return { type: fact.type, timestamp, data: { ...shared, profile: published } };
    }
    case 'channel.added': {
      const channel = { id: fact.channelId, kind: fact.kind, label: fact.label };
      return { type: fact.type, timestamp, data: { ...ofOwner, channel } };
    }
    case 'channel.failing': {
      const channel = { id: fact.channelId, kind: fact.kind, label: fact.label, since: iso(fact.since) };
      return { type: fact.type, timestamp, data: { ...ofOwner, channel } };
    }
    case 'channel.disabled': {
      const channel = { id: fact.channelId, kind: fact.kind, label: fact.label, why: fact.why };
      return { type: fact.type, timestamp, data: { ...ofOwner, channel } };
    }
    case 'test.ping':
      return { type: fact.type, timestamp, data: ofOwner };
    default:
      return unreachable(fact);
  }
}

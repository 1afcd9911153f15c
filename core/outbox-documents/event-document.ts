import * as v from 'valibot';
import { currencyCodes } from '../money/money';
import { cardPaymentStatuses } from '../payments/payments-state';
import { endReasons } from '../monthly/monthly';
import { channelEnds, channelKinds, eventTypes } from '../outbox/channel';
import type { OutboxEvent } from '../outbox/outbox-event';
import { dateOf, documentType, storedTime, type DocumentOf, type DocumentType } from '../documents/documents';

const whole = v.pipe(v.number(), v.safeInteger());
const time = v.nullable(storedTime);
const payments = v.picklist([...cardPaymentStatuses, 'disconnected', 'paused']);
const channel = { channelId: v.string(), kind: v.picklist(channelKinds), label: v.string() };
const monthly = {
  monthlyId: v.string(),
  currency: v.picklist(currencyCodes),
  amount: whole,
  every: v.picklist(['month', 'year']),
  hidesAmount: v.exactOptional(v.literal(true)),
};
const payout = { payoutId: v.string(), currency: v.string(), amount: whole };

const fact = v.variant('type', [
  v.object({ type: v.literal('tip.paid') }),
  v.object({ type: v.literal('tip.held'), reason: v.string() }),
  v.object({
    type: v.literal('tip.refunded'),
    refunded: whole,
    change: whole,
    by: v.picklist(['owner', 'fan', 'stripe']),
  }),
  v.object({ type: v.literal('tip.refund_failed'), refunded: whole, change: whole }),
  v.object({
    type: v.literal('tip.disputed'),
    status: v.picklist(['inquiry', 'open']),
    amount: whole,
    dueBy: time,
  }),
  v.object({
    type: v.literal('tip.dispute_closed'),
    status: v.picklist(['won', 'lost', 'prevented', 'none']),
    amount: whole,
  }),
  v.object({ type: v.literal('tip.warning'), warning: v.string(), actionable: v.boolean() }),
  v.object({ type: v.literal('tip.updated') }),
  v.object({ type: v.literal('tip.replied') }),
  v.object({ type: v.literal('tip.needs_review') }),
  v.object({ type: v.literal('monthly.started'), ...monthly }),
  v.object({ type: v.literal('monthly.failing'), ...monthly, nextAt: time }),
  v.object({
    type: v.literal('monthly.ended'),
    ...monthly,
    paidUntil: time,
    reason: v.nullable(v.picklist(endReasons)),
  }),
  v.object({ type: v.literal('payout.paid'), ...payout }),
  v.object({ type: v.literal('payout.failed'), ...payout }),
  v.object({
    type: v.literal('payments.state_changed'),
    from: payments,
    to: payments,
    dueAt: time,
    needsData: v.boolean(),
  }),
  v.object({
    type: v.literal('link.dead'),
    linkId: v.string(),
    url: v.string(),
    state: v.picklist(['gone', 'unreachable']),
    since: storedTime,
  }),
  v.object({ type: v.literal('link.back'), linkId: v.string(), url: v.string() }),
  v.object({ type: v.literal('profile.published'), revision: whole, handle: v.string() }),
  v.object({ type: v.literal('channel.added'), ...channel }),
  v.object({ type: v.literal('channel.disabled'), ...channel, why: v.picklist(channelEnds) }),
  v.object({ type: v.literal('channel.failing'), ...channel, since: storedTime }),
  v.object({ type: v.literal('test.ping') }),
]);

export const eventDocument: DocumentType<OutboxEvent> = documentType({
  kind: 'event',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    id: v.string(),
    type: v.picklist(eventTypes),
    fact,
    at: storedTime,
    livemode: v.boolean(),
    tip: v.nullable(
      v.object({
        tipId: v.string(),
        rev: whole,
        currency: v.picklist(currencyCodes),
        amount: whole,
        tipAmount: whole,
        hidesAmount: v.exactOptional(v.literal(true)),
        delta: v.object({ count: whole, gross: whole, refunded: whole, disputed: whole }),
      }),
    ),
    state: v.picklist(['new', 'relayed', 'dead']),
    due: v.array(v.string()),
    relayedAt: time,
    expiresAt: storedTime,
  }),
});

/** Milliseconds: how long a mail is kept, whether or not it was sent. One to a fan keeps its address and words only until it is sent. */
export const mailKept = 30 * 24 * 60 * 60_000;

/**
 * `mail/{id}`: a mail to send. The server sends it when `dueAt` has come, and then writes `delivery`. Without a mail server, the host sends the text
 * by hand and marks the document as sent. Whatever has a `delivery` is over, and is never sent again without a person's wish.
 */
export type Mail = DocumentOf<typeof storedMail>;

const storedMail = documentType({
  kind: 'mail',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    to: v.string(),
    message: v.object({ subject: v.string(), text: v.string() }),
    /** The tip whose fan it goes to. When such a mail is over, `to` and the message are empty. */
    tipId: v.exactOptional(v.string()),
    /** Epoch milliseconds. */
    createdAt: storedTime,
    expiresAt: storedTime,
    /** When the server tries it next; while it is being sent, when the claim ends. Null = the server does not send it. */
    dueAt: v.optional(v.nullable(storedTime), null),
    /** How many tries were begun. */
    tries: v.optional(v.number(), 0),
    /**
     * `SUCCESS`: the mail server took it; `ERROR`: it cannot be sent, and `error` says why; `BY-HAND`: the host has sent it. Programs that sent these mails
     * in earlier releases also wrote `PENDING`, `PROCESSING` and `RETRY`. Null = not sent yet.
     */
    delivery: v.optional(
      v.nullable(v.object({ state: v.string(), error: v.fallback(v.nullable(v.string()), null) })),
      null,
    ),
  }),
});

/** Leaves out what is null: the sender of an earlier release takes up only documents without `delivery`, and a query for due mails finds no others. */
export const mailDocument: DocumentType<Mail> = {
  decode: storedMail.decode,
  encode: ({ delivery, dueAt, createdAt, expiresAt, ...mail }) => ({
    ...mail,
    createdAt: dateOf(createdAt),
    expiresAt: dateOf(expiresAt),
    ...(dueAt === null ? {} : { dueAt: dateOf(dueAt) }),
    ...(delivery === null ? {} : { delivery }),
  }),
};

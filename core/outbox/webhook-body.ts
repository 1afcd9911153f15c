import { unreachable } from '../base/unreachable';
import { decimalAmount } from '../money/decimal-amount';
import type { ToldEvent, ToldTip } from './told-event';
import type { WebhookBody, WebhookTip } from './webhook-schemas';

function iso(millis: number): string;
function iso(millis: number | null): string | null;
function iso(millis: number | null): string | null {
  return millis === null ? null : new Date(millis).toISOString();
}

/** Words that may not be told are left out here too, whatever the caller left in the tip. */
function webhookTip(tip: ToldTip): WebhookTip {
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
    words: tip.words,
    name: isVisible ? tip.name : null,
    message: isVisible ? tip.message : null,
    for: tip.for,
    placement: tip.placement,
    site: tip.site,
  };
}

/** What a webhook is sent for one event. webhook-schemas.ts describes the fields. `profile.handle`: null = nothing is published. */
export function webhookBody(event: ToldEvent, profile: { readonly handle: string | null }): WebhookBody {
  const { fact } = event;
  const timestamp = iso(event.at);
  const shared = { schema: 1 as const, livemode: event.livemode };
  const ofOwner = { ...shared, profile: { handle: profile.handle } };
  const ofTip = { ...ofOwner, tip: event.tip && webhookTip(event.tip) };
  switch (fact.type) {
    case 'tip.paid':
    case 'tip.updated':
    case 'tip.replied':
      return { type: fact.type, timestamp, data: ofTip };
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

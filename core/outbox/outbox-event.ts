import type { Currency } from '../money/currency-codes';
import type { CardPaymentStatus } from '../money/payments-state';
import type { TipContribution } from '../money/totals';
import type { ChannelEnd, ChannelKind } from './channel';
import type { EventType } from './event-types';

/** The state of an owner's payments, as the owner hears of it. */
export type ToldPayments = CardPaymentStatus | 'disconnected' | 'paused';

/** What happened. Never a fan's name or words: they are read from the tip when a message is made. Amounts in minor units, times in epoch milliseconds. */
export type EventFact =
  | { readonly type: 'tip.paid' }
  | { readonly type: 'tip.held'; readonly reason: string }
  | {
      readonly type: 'tip.refunded';
      /** All that is refunded now. */
      readonly refunded: number;
      /** By how much it grew. */
      readonly change: number;
      readonly by: 'owner' | 'fan' | 'stripe';
    }
  | { readonly type: 'tip.refund_failed'; readonly refunded: number; readonly change: number }
  | {
      readonly type: 'tip.disputed';
      readonly status: 'inquiry' | 'open';
      readonly amount: number;
      readonly dueBy: number | null;
    }
  | {
      readonly type: 'tip.dispute_closed';
      readonly status: 'won' | 'lost' | 'prevented' | 'none';
      readonly amount: number;
    }
  | { readonly type: 'tip.warning'; readonly warning: string; readonly actionable: boolean }
  | { readonly type: 'tip.updated' }
  | { readonly type: 'tip.replied' }
  | {
      readonly type: 'payments.state_changed';
      readonly from: ToldPayments;
      readonly to: ToldPayments;
      /** Stripe wants more data until then; null = no deadline. */
      readonly dueAt: number | null;
      readonly needsData: boolean;
    }
  | {
      readonly type: 'link.dead';
      readonly linkId: string;
      readonly url: string;
      readonly state: 'gone' | 'unreachable';
      readonly since: number;
    }
  | { readonly type: 'link.back'; readonly linkId: string; readonly url: string }
  | { readonly type: 'profile.published'; readonly revision: number; readonly handle: string }
  | {
      readonly type: 'channel.added';
      readonly channelId: string;
      readonly kind: ChannelKind;
      readonly label: string;
    }
  | {
      readonly type: 'channel.disabled';
      readonly channelId: string;
      readonly kind: ChannelKind;
      readonly label: string;
      readonly why: ChannelEnd;
    }
  | {
      readonly type: 'channel.failing';
      readonly channelId: string;
      readonly kind: ChannelKind;
      readonly label: string;
      readonly since: number;
    }
  | { readonly type: 'test.ping' };

/** The tip of an event. `delta`: by what this change moved the owner's totals. */
export interface EventTip {
  readonly tipId: string;
  readonly rev: number;
  readonly currency: Currency;
  /** What the fan paid. */
  readonly amount: number;
  readonly delta: TipContribution;
}

/**
 * `accounts/{uid}/events/{id}`: one thing that happened, written in the commit that made it happen. Functions write it, the owner reads it. The
 * document is the truth: a bell only asks to look at it.
 */
export interface OutboxEvent {
  readonly v: 1;
  readonly id: string;
  readonly type: EventType;
  readonly fact: EventFact;
  /** The server's clock at the commit. */
  readonly at: number;
  readonly livemode: boolean;
  readonly tip: EventTip | null;
  /** `new`: nobody has planned its messages yet. `dead`: it could not be planned. */
  readonly state: 'new' | 'relayed' | 'dead';
  /** The channels whose next message must cover it. */
  readonly due: readonly string[];
  readonly relayedAt: number | null;
  readonly expiresAt: number;
}

/** Milliseconds that an event is kept. */
export const eventLifetime = 90 * 24 * 60 * 60_000;

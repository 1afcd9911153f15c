import type { Currency } from '../money/currency-codes';
import type { TipState } from '../tip/tip';
import type { EventFact } from './outbox-event';

/** A tip as one channel may tell it. Amounts in minor units of `currency`, times in epoch milliseconds. */
export interface ToldTip {
  readonly tipId: string;
  readonly rev: number;
  readonly state: TipState;
  readonly livemode: boolean;
  readonly currency: Currency;
  /** What was charged: `tipAmount` + `coverAmount`. */
  readonly amount: number;
  readonly tipAmount: number;
  readonly coverAmount: number;
  readonly refunded: number;
  readonly disputed: number;
  /** What Stripe and the host take of it, as estimated; null = not known. */
  readonly fees: number | null;
  readonly paidAt: number | null;
  /** The fan ticked "do not show my name". Then `name` and `message` are only told in private. */
  readonly anonymous: boolean;
  /** `none`: the fan wrote nothing. `held`: the owner must look first. `untold`: this channel does not tell words. */
  readonly words: 'none' | 'visible' | 'held' | 'hidden' | 'untold';
  /** Null = "Somebody". */
  readonly name: string | null;
  readonly message: string | null;
  readonly for: string | null;
  readonly placement: string | null;
  readonly site: string | null;
}

/** One event with its tip as it is now, made when a message is made. */
export interface ToldEvent {
  readonly id: string;
  readonly at: number;
  readonly livemode: boolean;
  readonly fact: EventFact;
  /** Null for events that have no tip, and when the tip is gone. */
  readonly tip: ToldTip | null;
}

/** What a message covers besides the events that it lists, by currency. Different currencies are never added up. */
export interface ToldSum {
  readonly currency: Currency;
  readonly count: number;
  readonly amount: number;
}

/** A message for one channel. `id` is the same at each try, so that a receiver can recognise a repetition. Letters, digits, `_`. */
export type Message =
  | {
      readonly kind: 'told';
      readonly id: string;
      /** Oldest first. */
      readonly events: readonly ToldEvent[];
      /** All paid tips of this message, also those that are not listed. */
      readonly sums: readonly ToldSum[];
      /** How many paid tips are covered but not listed. */
      readonly unlisted: number;
      /** Tips that were paid and taken back within this message. */
      readonly takenBack: number;
      /** When the first of them happened. */
      readonly since: number;
      readonly digest: 'daily' | 'weekly' | null;
    }
  | { readonly kind: 'code'; readonly id: string; readonly code: string }
  | { readonly kind: 'test'; readonly id: string };

import type { Currency } from '../../core/money/money';
import type { OverlayAlert } from '../../core/outbox/overlay/overlay';

/** An alert that waits to be shown. */
export interface Entry {
  readonly id: string;
  readonly kind: OverlayAlert['kind'];
  readonly amount: number;
  readonly currency: Currency;
  readonly name: string | null;
  readonly message: string | null;
  readonly livemode: boolean;
  /** The alert that this one repeats; null = it is one of its own. */
  readonly of: string | null;
  /** Not before this time of the device. */
  readonly readyAt: number;
}

export interface Sum {
  readonly currency: Currency;
  readonly amount: number;
}

/** What is shown at a time. `sum`: alerts that would take too long one by one. Amounts of different currencies are never added up. */
export type Card =
  | { readonly kind: 'alert'; readonly entry: Entry }
  | {
      readonly kind: 'sum';
      readonly ids: readonly string[];
      readonly count: number;
      readonly sums: readonly Sum[];
      /** False when one of them is a test or a payment in a sandbox. */
      readonly livemode: boolean;
    };

export const idsOf = (card: Card): readonly string[] => (card.kind === 'alert' ? [card.entry.id] : card.ids);

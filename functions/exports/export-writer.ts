import type { FeeLine } from '../../core/money/fee-lines';
import type { Tip } from '../../core/tip/tip';

/**
 * Writes an export in parts that need not be in memory together: the head, pages of tips, the foot. The text depends only on what is given, so that a
 * part can be written again.
 */
export interface ExportWriter {
  /** `fees`: what Stripe booked apart from the tips, for the bookkeeping. */
  head(about: OwnerData, fees?: readonly FeeLine[]): string;
  /** `before`: how many tips the earlier pages had. */
  page(tips: readonly Tip[], before: number): string;
  foot(written: Written): string;
}

/** `tips`: how many tips all pages had. `unreadable`: how many stored tips could not be read, and are missing. */
export interface Written {
  readonly tips: number;
  readonly unreadable: number;
}

/** What is stored about an owner, apart from the tips. */
export type OwnerData = Readonly<Record<string, unknown>>;

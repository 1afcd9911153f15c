import type { FieldIssue, FieldName } from '../card-check';

export interface CardWords {
  readonly labels: Readonly<Record<FieldName, string>>;
  readonly expiryPlaceholder: string;
  readonly cvcPlaceholder: string;
  readonly zip: string;
  /** The way to pay by card, beside others. */
  readonly card: string;
  /** `{name}`: the way to pay. */
  readonly leaves: string;
  readonly note: string;
  readonly fill: string;
  readonly issues: Readonly<Record<FieldIssue, string>>;
}

import type { RefundFailureKind } from '@busker/core/refunds/refund';
import type { Decline } from '../payment/payment-surface';
import type { WhyHosted } from '../tip/tip-flow';
import type { FormMessages } from './en-form';
import { texts as enOutcome } from './en.json?card-outcome';
import type { TextsOf } from './text-types';

type Outcome = TextsOf<'outcome'>;

/** Texts of the screens after the form. English has them in the pay step's chunk. Amounts and times are already formatted. */
export type OutcomeMessages = Omit<Outcome, 'refused'> & {
  readonly decline: Readonly<Record<Decline, string>>;
  readonly refundWhy: Readonly<Record<RefundFailureKind, string>>;
  readonly refused: Readonly<Record<string, string>>;
};

export type TipMessages = Omit<FormMessages, 'whyElsewhere'> &
  Omit<OutcomeMessages, 'whyElsewhere'> & { readonly whyElsewhere: Readonly<Record<WhyHosted, string>> };

/** The texts before the pay step has loaded: English has two halves, every other language is complete. */
export type SheetMessages = FormMessages & Partial<Omit<OutcomeMessages, 'whyElsewhere'>>;

/** Adds the texts after the form to those before it, in English if the language has no translation. */
export const withOutcome = (messages: SheetMessages): TipMessages => ({
  ...enOutcome,
  ...messages,
  whyElsewhere: { ...enOutcome.whyElsewhere, ...messages.whyElsewhere },
  refused: { ...enOutcome.refused, ...messages.refused },
});

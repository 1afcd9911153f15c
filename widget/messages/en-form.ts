import type { AmountFaultKind } from '../tip/tip-form';
import type { WhyHosted } from '../tip/tip-flow';
import type { TextsOf } from './text-types';

/** English texts of the tip sheet until the payment starts. In the sheet's chunk. Amounts are already formatted. */
export { texts as enForm } from './en.json?card-form';

type Form = TextsOf<'form'>;

export type FormMessages = Omit<Form, 'amountFault' | 'whyElsewhere' | 'refused'> & {
  readonly amountFault: Pick<Form['amountFault'], AmountFaultKind>;
  /** Those that a fan may read before the pay step has loaded, which has the others. */
  readonly whyElsewhere: Form['whyElsewhere'] & Readonly<Partial<Record<WhyHosted, string>>>;
  /** Those with which the server refuses a session. The pay step has the others. */
  readonly refused: Readonly<Record<string, string>>;
};

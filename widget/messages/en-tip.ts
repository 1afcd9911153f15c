import { enForm, type FormMessages } from './en-form';
import { withOutcome, type OutcomeMessages } from './en-outcome';

/** All texts of the tip sheet. The sheet imports the two halves, because they are in different chunks. */
export const enTip: TipMessages = withOutcome(enForm);

export type TipMessages = Omit<FormMessages, 'whyElsewhere'> & OutcomeMessages;

/** The texts before the pay step has loaded: English has two halves, every other language is complete. */
export type SheetMessages = FormMessages & Partial<Omit<OutcomeMessages, 'whyElsewhere'>>;

import { enForm, type FormMessages } from './en-form';
import { enOutcome, type OutcomeMessages } from './en-outcome';

/** All texts of the tip sheet. The sheet itself imports the halves, since they travel apart. */
export const enTip: TipMessages = { ...enForm, ...enOutcome };

export type TipMessages = FormMessages & OutcomeMessages;

/** As the sheet has them before the pay step is there: English comes in halves, any other language at once. */
export type SheetMessages = FormMessages & Partial<OutcomeMessages>;

import { enForm } from './en-form';
import { withOutcome, type TipMessages } from './en-outcome';

export type { SheetMessages, TipMessages } from './en-outcome';

/** All texts of the tip sheet. The sheet imports the two halves, because they are in different chunks. */
export const enTip: TipMessages = withOutcome(enForm);

import { enOutcome } from './en-outcome';
import type { SheetMessages, TipMessages } from './en-tip';

/** The sheet's texts with those of the screens after the form: English where the language has brought none. */
export const withOutcome = (messages: SheetMessages): TipMessages => ({ ...enOutcome, ...messages });

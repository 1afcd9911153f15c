import { enOutcome } from './en-outcome';
import type { SheetMessages, TipMessages } from './en-tip';

/** Adds the texts of the screens after the form, in English if the language has not brought its own. */
export const withOutcome = (messages: SheetMessages): TipMessages => ({ ...enOutcome, ...messages });

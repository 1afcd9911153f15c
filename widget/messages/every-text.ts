import { otherTexts } from './card-texts';
import { en, type CardMessages } from './en-card';

/** The card's texts in any language, for tests and stories. The card has English in other files than the rest. */
export const cardTexts = (locale: string): CardMessages => otherTexts(locale) ?? en;

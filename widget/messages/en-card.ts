import { enFirst, type FirstTexts } from './en-first';
import { texts } from './en.json?card-late';
import type { TextsOf } from './text-types';

export type CardMessages = FirstTexts & TextsOf<'card'>;

/** The texts of the card itself, in English. The sheet has more of its own. */
export const en: CardMessages = { ...enFirst, ...texts };

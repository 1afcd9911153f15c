import type { TextsLanguage, TextsOf } from './text-types';

/** The English texts of the first paint, in the entry file. */
export { texts as enFirst } from './en.json?card-first';

export type FirstTexts = TextsLanguage & TextsOf<'first'>;

import type { en } from './messages/en';

/** Texts by CLDR plural category; `#` is the count. `other` is the fallback. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

type Texts = typeof en;

/** The keys of English, in another language. */
export type TellingTexts = { readonly [K in keyof Texts]: Texts[K] extends string ? string : PluralForms };

type KeysOf<T> = { [K in keyof Texts]: Texts[K] extends T ? K : never }[keyof Texts];
export type SentenceKey = KeysOf<string>;
export type PluralKey = KeysOf<object>;

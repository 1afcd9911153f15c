// Parts of the card's messages as modules: scripts/messages/card-texts.mjs makes them for the builds and for Vite. `-every` is all languages at once, by
// their tags, and `-others` all but English.
// A module that is only declared can have no import declarations with paths.
// oxlint-disable typescript/consistent-type-imports

declare module '*.json?card-first' {
  export const texts: import('./en-first').FirstTexts;
}

declare module '*.json?card-late' {
  export const texts: import('./text-types').TextsOf<'card'>;
}

declare module '*.json?card-card-others' {
  type Others = Exclude<import('@busker/core/locale/language-tags').ShippedLanguage, 'en'>;
  export const texts: Readonly<Record<Others, import('./en-card').CardMessages>>;
}

declare module '*.json?card-form' {
  export const texts: import('./en-form').FormMessages;
}

declare module '*.json?card-outcome' {
  export const texts: import('./en-outcome').OutcomeMessages;
}

declare module '*.json?card-tip' {
  export const texts: import('./en-outcome').TipMessages;
}

declare module '*.json?card-copy-every' {
  type Every = import('@busker/core/locale/language-tags').ShippedLanguage;
  export const texts: Readonly<Record<Every, import('./text-types').TextsOf<'copy'>>>;
}

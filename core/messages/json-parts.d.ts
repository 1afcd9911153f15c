// A group of texts in every language at once, as scripts/rollup/messages.mjs makes it for the card and the dashboard. What has placeholders is a function of
// them, in the order in which the English text has them.
// A module that is only declared can have no import declarations with paths.
// oxlint-disable typescript/consistent-type-imports

declare module '*.json?every-wall' {
  type Wall = Omit<ReturnType<typeof import('./core-texts').wallTexts>, 'reached' | 'paused'> & {
    readonly reached: (reached: string, amount: string) => string;
    readonly paused: (date: string) => string;
  };
  export const texts: Readonly<Record<import('../locale/language-tags').ShippedLanguage, Wall>>;
}

/** The overlay's texts in one language, with their placeholders: the overlay puts elements in their place. */
declare module '@busker/core/messages/en.json?overlay-*' {
  type Below<I> = I extends `overlay.${infer Rest}` ? Rest : never;
  const texts: Readonly<Record<Below<import('./message-ids').MessageId>, string>>;
  export default texts;
}

// Messages as modules. The build and Vite read them by scripts/rollup/messages.mjs.

/** The texts that the first page needs, by id. */
declare module '*.json?first' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

/** All other texts, by id. */
declare module '*.json?rest' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

/** Every text of a language: of the overlay, and of the dashboard for tests. */
declare module '*.json?all' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

// Groups of texts in every language at once: the dashboard's own language is not theirs, or no text can be loaded.
// A module that is only declared can have no import declarations with paths.
// oxlint-disable typescript/consistent-type-imports

declare module '*.json?every-startFailure' {
  type Texts = Readonly<Record<'words' | 'again', string>>;
  export const texts: Readonly<Record<import('./language').Language, Texts>>;
}

declare module '*.json?every-printedSheet' {
  type Texts = Readonly<Record<'scan' | 'easy', string>>;
  export const texts: Readonly<Record<import('./language').Language, Texts>>;
}

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

// Style sheets as modules. The build (scripts/rollup/css.mjs) and Vite read all three spellings the same way.

/** The minified text, for `CSSStyleSheet.replaceSync` (the widget's styles go through adoptedStyleSheets only). */
declare module '*.css?inline' {
  const text: string;
  export default text;
}

/** Class names as they are in the built sheet, by the name in the source. */
declare module '*.module.css' {
  const names: Readonly<Record<string, string>>;
  export default names;
}

declare module '*.css' {}

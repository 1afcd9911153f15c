/** A script of any kind, but no declaration. */
export const isCode = (file: string): boolean => /\.(tsx?|mjs|jsx?)$/.test(file) && !/\.d\.m?ts$/.test(file);

/** Tests, stories, and what only they use. */
export const isTest = (file: string): boolean =>
  /\.(test|spec|stories|story|webkit|shape)\.|(^|\/)(e2e|stories|testing)\//.test(file) ||
  /-contract\.tsx?$/.test(file);

const language = /(^|[/.-])(ar|de|en|es|fr|it|ja|ko|nl|pl|pt|zh-hans)(-[a-z-]+)?\.tsx?$/i;

/** Texts in the languages, written as code. */
export const isMessages = (file: string): boolean =>
  /(^|\/)(messages|texts|words|languages)\//.test(file) || language.test(file.split('/').at(-1) ?? '');

export const isSource = (file: string): boolean => isCode(file) && !isTest(file) && !isMessages(file);

/** Doubles that stand for a service: a walk in memory runs with them, the real server without. */
const isDouble = (file: string): boolean => /(^|\/)(in-memory|fake|scripted|sample)[-/.]/.test(file);

/** A file of the product that a walk counts. */
export const isWalked = (file: string): boolean =>
  /^(core|functions|widget|dashboard|overlay)\//.test(file) && isSource(file) && !isDouble(file);

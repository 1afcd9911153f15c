import type { Child, JSXNode } from 'hono/jsx';

/** The text of what is drawn. What stands in it is escaped. Nothing in it may wait for a promise. */
export function textOf(drawn: Child): string {
  const text = (drawn as JSXNode).toString();
  if (typeof text !== 'string') throw new Error('A part of this page waits for something.');
  return text;
}

/** The same of a whole page. */
export const documentOf = (page: Child): string => `<!doctype html>${textOf(page)}`;

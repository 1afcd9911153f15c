import { RE2JS } from 're2js';

type Compiled =
  { readonly ok: true; readonly pattern: RE2JS } | { readonly ok: false; readonly message: string };

const largestPattern = 1000;
const cache = new Map<string, Compiled>();
const cacheSize = 500;

/** RE2 patterns, each compiled once. A pattern may come from a document, so its length and the cache are limited. */
export function compilePattern(source: string): Compiled {
  const known = cache.get(source);
  if (known !== undefined) return known;
  const compiled = compile(source);
  if (cache.size >= cacheSize) cache.clear();
  cache.set(source, compiled);
  return compiled;
}

function compile(source: string): Compiled {
  if (source.length > largestPattern) return { ok: false, message: 'This regular expression is too long.' };
  try {
    return { ok: true, pattern: RE2JS.compile(source) };
  } catch (error) {
    return {
      ok: false,
      message: `Not a regular expression: ${error instanceof Error ? error.message : source}.`,
    };
  }
}

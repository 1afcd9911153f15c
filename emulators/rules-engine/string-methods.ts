import { plain, taking, wrong, type Methods } from './method';
import { compilePattern } from './pattern-cache';
import { bool, bytes, failure, int, list, string } from './value';

const count = (text: string): number => {
  let characters = 0;
  for (const _ of text) characters++;
  return characters;
};

/** Regular expressions are RE2, which runs in linear time, so no rule and no document can block the server. */
export const stringMethods: Methods<'string'> = {
  lower: plain((self) => string(self.value.toLowerCase())),
  upper: plain((self) => string(self.value.toUpperCase())),
  trim: plain((self) => string(self.value.trim())),
  size: plain((self) => int(count(self.value))),
  toUtf8: plain((self) => bytes(new Uint8Array(Buffer.from(self.value, 'utf8')))),
  /** The whole string must match. */
  matches: taking('string', (self, pattern, work) => {
    work.size(self.value.length);
    const compiled = compilePattern(pattern.value);
    return compiled.ok ? bool(compiled.pattern.matches(self.value)) : failure(compiled.message);
  }),
  split: taking('string', (self, pattern, work) => {
    work.size(self.value.length);
    const compiled = compilePattern(pattern.value);
    return compiled.ok ? list(compiled.pattern.split(self.value, -1).map(string)) : failure(compiled.message);
  }),
  replace: {
    arity: [2, 2],
    run: (self, [pattern, substitute], work) => {
      if (pattern?.kind !== 'string') return wrong('a string', pattern);
      if (substitute?.kind !== 'string') return wrong('a string', substitute);
      // Production's result for references to groups is not documented, so they are an error that denies.
      if (/[$\\]/.test(substitute.value))
        return failure('replace() with $ or \\ in the substitute is not supported.');
      work.size(self.value.length + (self.value.length + 1) * substitute.value.length);
      const compiled = compilePattern(pattern.value);
      return compiled.ok
        ? string(compiled.pattern.matcher(self.value).replaceAll(substitute.value))
        : failure(compiled.message);
    },
  },
};

import { RE2JS } from 're2js';
import { badRequest } from '../storage-error';

const plain = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');

/** A glob as a regular expression: one star does not match a slash, two stars do. */
function patternOf(glob: string): string {
  let depth = 0;
  const tokens = glob.match(/\*\*\/|\*\*|\*|\?|\[!?[^\]]+\]|\{|\}|,|\\.|[^]/g) ?? [];
  return tokens
    .map((token) => {
      if (token === '**/') return '(?:.*/)?';
      if (token === '**') return '.*';
      if (token === '*') return '[^/]*';
      if (token === '?') return '[^/]';
      if (token === '{') return (depth++, '(?:');
      if (token === '}' && depth > 0) return (depth--, ')');
      if (token === ',' && depth > 0) return '|';
      if (token.length > 2 && token.startsWith('[')) {
        const inverted = token.startsWith('[!');
        const members = token.slice(inverted ? 2 : 1, -1).replace(/[\\^[]/g, '\\$&');
        return `[${inverted ? '^/' : ''}${members}]`;
      }
      return plain(token.length === 2 && token.startsWith('\\') ? token.slice(1) : token);
    })
    .join('');
}

/** `matchGlob` of a list request. The regular expression runs in linear time for any glob. */
export function nameGlob(glob: string): (name: string) => boolean {
  try {
    const compiled = RE2JS.compile(patternOf(glob), RE2JS.DOTALL);
    return (name) => compiled.matcher(name).matches();
  } catch {
    throw badRequest('matchGlob is invalid.');
  }
}

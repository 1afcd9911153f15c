import type { SafeFetch, SafeFetchProblem } from './safe-fetch';

/** The name by which a site's owner can address us in robots.txt. */
const token = 'busker';

interface Rule {
  readonly isAllowed: boolean;
  readonly path: string;
}

/** Letters and digits are the same path whether they are encoded or not; other signs stay as they are written (RFC 9309, section 2.2.2). */
const comparable = (path: string): string =>
  path.replace(/[\u0080-\uffff]+/g, encodeURIComponent).replace(/%[\da-f]{2}/gi, (code) => {
    const sign = String.fromCharCode(parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(sign) ? sign : code.toUpperCase();
  });

/** The rules for our name; those for everybody where it has none. */
function rulesIn(robots: string): readonly Rule[] {
  const rules: Record<'own' | 'all', Rule[]> = { own: [], all: [] };
  let hasOwn = false;
  let group = new Set<'own' | 'all'>();
  let isNaming = false;
  for (const line of robots.replace(/^\ufeff/, '').split(/[\r\n]+/)) {
    const [statement = ''] = line.split('#', 1);
    const colon = statement.indexOf(':');
    const key = statement.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = statement.slice(colon + 1).trim();
    if (key === 'user-agent') {
      if (!isNaming) group = new Set();
      isNaming = true;
      const [name = ''] = /^[a-z_-]*/i.exec(value) ?? [];
      if (value === '*') group.add('all');
      if (name.toLowerCase() === token) group.add('own');
      hasOwn ||= group.has('own');
    }
    if (key !== 'allow' && key !== 'disallow') continue;
    isNaming = false;
    if (value === '') continue;
    for (const each of group) rules[each].push({ isAllowed: key === 'allow', path: comparable(value) });
  }
  return hasOwn ? rules.own : rules.all;
}

/** `*` stands for any signs, `$` for the end. Looks for one part after the other: a pattern made of it could be slow. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...rest] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    if (isWhole && index === rest.length - 1) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}

/** Whether a robots.txt (RFC 9309) lets us read this path, with its query. The longest rule counts, and of two the one that allows. */
export function allowsPath(robots: string, path: string): boolean {
  const wanted = comparable(path);
  let longest: Rule = { isAllowed: true, path: '' };
  for (const rule of rulesIn(robots)) {
    const isMore = rule.path.length > longest.path.length;
    const isKinder = rule.isAllowed && rule.path.length === longest.path.length;
    if ((isMore || isKinder) && matches(rule.path, wanted)) longest = rule;
  }
  return longest.isAllowed;
}

/**
 * Asks a site's robots.txt, once, before pages of it are fetched. A site without the file allows everything; one that cannot give it allows nothing
 * (RFC 9309, section 2.3.1).
 */
export function askRobots(fetchPage: SafeFetch): (url: URL) => Promise<SafeFetchProblem | null> {
  const asked = new Map<string, ReturnType<SafeFetch>>();
  return async ({ origin, pathname, search }) => {
    const asking = asked.get(origin) ?? fetchPage(`${origin}/robots.txt`);
    asked.set(origin, asking);
    const robots = await asking;
    if (!robots.ok) return robots.problem === 'too-many-redirects' ? null : robots.problem;
    if (robots.status >= 500) return 'unreachable';
    if (robots.status >= 400) return null;
    return allowsPath(robots.body, pathname + search) ? null : 'forbidden-by-robots';
  };
}

/** The part of Hosting's glob syntax that the table of headers uses. */
function patternOf(source: string): RegExp {
  const pattern = source
    .split(/(\/\*\*|\*\*|\*)/)
    .map((part) => {
      // Hosting also matches a path that ends with the slash: `/@*/**` matches `/@ada/`.
      if (part === '/**') return '/.*';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      return part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
    })
    .join('');
  return new RegExp(`^${pattern}$`);
}

/** Every response checks every row, so a glob is compiled once. */
const patterns = new Map<string, RegExp>();

/** Whether a path matches a glob of Firebase Hosting. */
export function matchesGlob(source: string, path: string): boolean {
  const known = patterns.get(source);
  const pattern = known ?? patternOf(source);
  if (known === undefined) patterns.set(source, pattern);
  return pattern.test(path);
}

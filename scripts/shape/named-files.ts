/** The files that a walk of CONTRIBUTING.md names, each once: the numbered lines below its title. */
export function namedFiles(page: string, title: string): readonly string[] {
  const [, section = ''] = page.split(`\n### ${title}\n`);
  const [own = ''] = section.split(/\n#{2,3} /);
  const files = [...own.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
  return [...new Set(files)];
}

/** Code spans and table cells that name a file or folder of this repository: `core/base/result.ts`, `functions/http/`. */
const pathLike =
  /^(?:core|functions|widget|dashboard|emulators|local|rules|e2e|stories|examples|bench|scripts|docs)\/[\w./-]*$/;

/** Every path that a page names in a code span, without globs. */
export function pathsOf(page: string): readonly string[] {
  const spans = [...page.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return [...new Set(spans.filter((span) => pathLike.test(span)))];
}

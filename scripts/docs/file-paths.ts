/** Code spans and table cells that name a file or folder of this repository: `core/base/result.ts`, `functions/http/`. */
const pathLike =
  /^(?:core|functions|widget|dashboard|emulators|local|rules|e2e|stories|examples|bench|scripts|docs)\/[\w./-]*$/;

/** Every path that a page names in a code span, without globs. */
export function pathsOf(page: string): readonly string[] {
  const spans = [...page.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return [...new Set(spans.filter((span) => pathLike.test(span)))];
}

/** Names that comments use for files of other projects, of no project, or of the build. */
const foreign = /(?:^|\/)(?:x\.|index\.d|jsx\.d|react\.d|errors\.d|Button\.)/;

const comments = /(?:^|\s)\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const fileName = /(?<![\w./*{<@-])(?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|css|rules)\b(?!\/)/g;

/** Every file of this repository that a comment of `source` names, by its name or the end of its path. */
export function filesInComments(source: string): readonly string[] {
  const texts = (source.match(comments) ?? []).map((text) => text.replaceAll(/https?:\/\/\S+/g, ''));
  const names = texts.flatMap((text) => text.match(fileName) ?? []);
  return [...new Set(names)].filter((name) => !foreign.test(name));
}

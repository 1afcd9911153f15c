/** A page without its code, where nothing is a link or a heading. */
const withoutCode = (page: string) =>
  page
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''));

/** Every address that a page links to or shows, in order. */
export function linksOf(page: string): readonly string[] {
  return [...withoutCode(page).matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)].map(
    ([, address = '']) => address,
  );
}

/** The anchors of a page's headings, as the repository's host makes them: lower case, blanks to dashes, signs dropped, repeated ones numbered. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCode(page).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .toLowerCase()
      .replaceAll(' ', '-');
    const times = seen.get(plain) ?? 0;
    seen.set(plain, times + 1);
    anchors.add(times === 0 ? plain : `${plain}-${times}`);
  }
  return anchors;
}

export interface FileBlock {
  /** The file that the block says it is from. */
  readonly file: string;
  readonly lines: readonly string[];
}

/** The blocks of code that name the file they are from. */
export function fileBlocks(page: string): readonly FileBlock[] {
  return [...page.matchAll(/<!-- file: (\S+) -->\s*```\w+\n([\s\S]*?)```/g)].map(
    ([, file = '', code = '']) => ({
      file,
      lines: code
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    }),
  );
}

/** Languages whose blocks must come from a file that the tests run. */
export function unnamedBlocks(page: string): readonly string[] {
  const named = page.replaceAll(/<!-- file: \S+ -->\s*```\w+\n[\s\S]*?```/g, '');
  return [...named.matchAll(/^```(?:html|js|jsx|ts|tsx|php)\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
}

/** Code spans and table cells that name a file or folder of this repository: `core/base/result.ts`, `functions/http/`. */
const pathLike =
  /^(?:core|functions|widget|dashboard|emulators|local|host|rules|e2e|stories|examples|bench|scripts|docs)\/[\w./-]*$/;

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

import { createHash } from 'node:crypto';
import { servedFonts, type PageLook } from '@busker/core/looks/page-look';
import type { Route } from '../http/routes';
import { fontFiles } from './font-files';

interface FontFile {
  readonly name: string;
  readonly weight: string;
  /** As CSS writes it: a page in other letters does not ask for the file. */
  readonly range: string;
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Western European languages; and those of central Europe and Turkey. Where both have a letter, the file that is named last has it. */
const ranges: Readonly<Record<string, string>> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext': 'U+0100-024F,U+1E00-1E9F,U+1EF2-1EFF',
};

const files = Object.entries(fontFiles).map(([key, base64]): FontFile => {
  const [, name = '', weight = '', letters = ''] = /^(.+?)-(.+?)-(.+)$/.exec(key) ?? [];
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name, weight, range: ranges[letters] ?? '', path: `/v1/assets/${key}-${hash}.woff2`, bytes };
});

/** The files that a page with this look asks for: none where its font is one of the reader's own system. */
const fontsOf = (look: PageLook): readonly FontFile[] => files.filter(({ name }) => name === look.font);

/** A first paint never waits for a font, and so none is preloaded: one that comes too late is kept for the next page (developer.mozilla.org/docs/Web/CSS/@font-face/font-display). */
export const fontFaces = (look: PageLook): string =>
  fontsOf(look)
    .map(
      ({ weight, path, range }) =>
        `@font-face{font-family:"${look.font ? servedFonts[look.font] : ''}";font-weight:${weight};font-display:optional;src:url(${path}) format("woff2");unicode-range:${range}}`,
    )
    .join('\n');

/** Of all fonts, for the hash of the style sheets that name them. */
export const fontPaths = files.map(({ path }) => path).join();

export const fontRoutes: readonly Route[] = files.map(({ path, bytes }) => ({
  path,
  cors: 'none',
  on: {
    GET: (c) => {
      c.header('Cache-Control', 'public, max-age=31536000, immutable');
      return c.body(bytes, 200, { 'Content-Type': 'font/woff2' });
    },
  },
}));

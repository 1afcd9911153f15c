import { createHash } from 'node:crypto';
import { isDefaultLook, readyLooks, type PageLook } from '@busker/core/looks/page-look';
import { pagePictures } from '@busker/core/looks/look-style';
import type { Route } from '../http/routes';
import { browserScripts } from './browser-scripts';
import { cardVersion } from './card-version';
import { lookOfToken, lookToken } from './look-token';
import { fontPaths, fontRoutes } from './page-fonts';
import { blockStyle, pageStyle, readyStyle } from './page-style';

/** A coin: the favicon of a page whose owner has no picture. */
const pageIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#0b6e4f"/>' +
  '<path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="M9 17l5 5 9-11"/></svg>';

/** The assets of the server's pages, each under its own hash, so that caches may keep them for ever. */
export interface PageAsset {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

function asset(name: string, ending: string, type: string, text: string): PageAsset {
  return { path: `/v1/assets/${name}-${hashOf(text)}.${ending}`, type, text };
}

export const javaScript = 'text/javascript; charset=utf-8';

/** A bundled script (browser-scripts.ts) by its name. */
export function scriptText(name: string): string {
  const text = browserScripts[name];
  if (text === undefined) throw new Error(`No script ${name}`);
  return text;
}

/** The script of a page as an asset: it lies beside the page. */
export const scriptAsset = (name: string): PageAsset => asset(name, 'js', javaScript, scriptText(name));

export const iconAsset = asset('icon', 'svg', 'image/svg+xml', pageIcon);

/** The icon of a platform, or one that owners may choose, as the card has it. */
export const cardIcon = (name: string): string => `/embed/${cardVersion}/icons/${name}.svg`;

/** The style sheet without an owner's colours. */
export const styleAsset: PageAsset = {
  path: `/v1/assets/page-${hashOf([pageStyle(null), blockStyle, pagePictures, fontPaths, ...readyLooks.map(readyStyle)].join(''))}.css`,
  type: 'text/css; charset=utf-8',
  text: pageStyle(null),
};

const stylePath = '/v1/assets/:style{page-[0-9a-f]+(?:-[0-9a-f]{6}(?:-[a-z0-9.]+)*)?\\.css}';

/** The URL of the style sheet with this accent (`#rrggbb`, null = Busker's own) and look. */
export function styleAddress(accent: string | null, look?: PageLook): string {
  if (accent === null) return styleAsset.path;
  const own = look === undefined || isDefaultLook(look) ? '' : `-${lookToken(look)}`;
  return styleAsset.path.replace('.css', `-${accent.slice(1).toLowerCase()}${own}.css`);
}

/**
 * The style sheet of a URL. A cached page may request the style sheet of an earlier deploy: it gets the current one, without caching, also where a look
 * is not there any more.
 */
function styleAt(name: string): { readonly text: string; readonly current: boolean } {
  const [, colour, token] = /^page-[0-9a-f]+(?:-([0-9a-f]{6})(?:-(.+))?)?\.css$/.exec(name) ?? [];
  const accent = colour === undefined ? null : `#${colour}`;
  const look = token === undefined ? undefined : lookOfToken(token);
  return { text: pageStyle(accent, look), current: styleAddress(accent, look).endsWith(`/${name}`) };
}

/** The assets that the server's own pages name: the style sheet, and these. */
export function assetRoutes(assets: readonly PageAsset[]): readonly Route[] {
  const own = assets.map(({ path, type, text }): Route => ({
    path,
    cors: 'none',
    on: {
      GET: (c) => {
        c.header('Cache-Control', 'public, max-age=31536000, immutable');
        return c.body(text, 200, { 'Content-Type': type });
      },
    },
  }));
  return [
    ...own,
    ...fontRoutes,
    {
      path: stylePath,
      cors: 'none',
      on: {
        GET: (c) => {
          const { text, current } = styleAt(c.req.param('style') ?? '');
          c.header('Cache-Control', current ? 'public, max-age=31536000, immutable' : 'no-cache');
          return c.body(text, 200, { 'Content-Type': styleAsset.type });
        },
      },
    },
  ];
}

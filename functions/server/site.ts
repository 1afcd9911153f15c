import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { extname, join, normalize, posix, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import {
  headersFor,
  isEarlierPath,
  isFunctionPath,
  isOverlayPath,
  isScreenPath,
  releasedFileAt,
  type ImmutableFiles,
  type RouteHeaders,
} from '@busker/core/web/route-headers';
import type { DomainHosts } from '../public-pages/owner-domain';
import { matchesTag } from '../http/routes';

/** What answers the requests for which a site has no file: the functions. */
export interface FetchApp {
  fetch(request: Request, env?: unknown): Response | Promise<Response>;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
};
const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;
const compressible = /^(text\/|application\/|image\/svg)/;

/** One file and its response headers. */
export interface StaticFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The file at a path below a folder, or null. A path can never leave the folder. */
export async function readStatic(folder: string, path: string): Promise<StaticFile | null> {
  const file = join(folder, normalize(path));
  if (!`${file}${sep}`.startsWith(`${normalize(folder)}${sep}`) || path.includes('\0')) return null;
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return null;
  return {
    contentType: contentTypes[extname(file)] ?? 'application/octet-stream',
    bytes: await readFile(file),
  };
}

/** The path of a request, without its query and without `..`; null when it is malformed. */
export function pathOf(request: IncomingMessage): string | null {
  const path = (request.url ?? '/').replace(/[?#].*/, '');
  try {
    return posix.normalize(decodeURIComponent(path));
  } catch {
    return null;
  }
}

/** The host names of a request. */
export const askedHost = ({ headers }: IncomingMessage) => ({
  host: headers.host,
  forwarded: headers['x-forwarded-host']?.toString(),
  forwardedFor: headers['x-forwarded-for']?.toString(),
});

const compressed = new Map<string, Buffer>();

function compress(tag: string, bytes: Buffer): Buffer {
  const known = compressed.get(tag);
  if (known) return known;
  const made = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  compressed.set(tag, made);
  return made;
}

/** Sends a file as a hosting service does: entity tag, 304, compression, HEAD. */
export function sendStatic(
  request: IncomingMessage,
  response: ServerResponse,
  { contentType, bytes }: StaticFile,
  headers: Readonly<OutgoingHttpHeaders>,
  status = 200,
): void {
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  const encodes =
    compressible.test(contentType) && takesBrotli.test(request.headers['accept-encoding']?.toString() ?? '');
  const all: OutgoingHttpHeaders = { ...headers, ETag: tag, Vary: 'Accept-Encoding' };
  if (status === 200 && matchesTag(request.headers['if-none-match'], tag)) {
    response.writeHead(304, all).end();
    return;
  }
  const body = encodes ? compress(tag, bytes) : bytes;
  response.writeHead(status, {
    ...all,
    'Content-Type': contentType,
    'Content-Length': body.length,
    ...(encodes ? { 'Content-Encoding': 'br' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${text}\n`);
}

/** Whether a file may be asked for in this way; if not, the answer is sent (rfc-editor.org/rfc/rfc9110#status.405). */
export function isReading({ method }: IncomingMessage, response: ServerResponse): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  response.setHeader('Allow', 'GET, HEAD');
  sendText(response, 405, 'Only GET and HEAD are allowed.');
  return false;
}

/** The paths below a folder; none when it does not exist. */
const pathsBelow = async (folder: string): Promise<readonly string[]> => {
  try {
    const paths = await readdir(folder, { recursive: true });
    return paths.map((path) => path.replaceAll('\\', '/')).toSorted();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
};

/** The files of a build whose content never changes: those of its embed version, and the hashed files of its dashboard. */
export async function immutableFiles(dist: string): Promise<ImmutableFiles> {
  const [embed, assets] = await Promise.all([
    pathsBelow(join(dist, 'embed')),
    pathsBelow(join(dist, 'dashboard/assets')),
  ]);
  return {
    embed: embed.filter((path) => releasedFileAt(`/embed/${path}`) !== null),
    assets: assets.filter((name) => releasedFileAt(`/assets/${name}`) !== null),
  };
}

export interface Site {
  /** The folder of the builds, with `dashboard/`, `overlay/` and `embed/`. */
  readonly dist: string;
  readonly app: FetchApp;
  /** The answer to /busker-config.json: the services of the dashboard. */
  readonly config: object;
  readonly headers: readonly RouteHeaders[];
  /** Scripts that the dashboard's pages load before their own. */
  readonly scripts?: readonly string[];
  /** Whether somebody changes the card meanwhile: no browser then keeps it. */
  readonly cardIsEdited?: boolean;
  /** The host names that show an owner's page. The functions answer for all of their addresses; absent = there are none. */
  readonly hosts?: Pick<DomainHosts, 'find'>;
}

type SiteListener = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

/** A file that is missing now may be there after the next build. */
const notKept = { 'Cache-Control': 'no-store' };
const askedAgain = { 'Cache-Control': 'no-cache' };

/** Where a screen is whose address was sent with a slash at its end, as Hosting sends people there; null = the address is right. */
function withoutSlash(path: string, { url = '' }: IncomingMessage): string | null {
  if (path === '/' || !path.endsWith('/') || !isScreenPath(path)) return null;
  const parts = path.slice(0, -1).split('/').map(encodeURIComponent);
  return parts.join('/') + (/\?[^#]*/.exec(url)?.[0] ?? '');
}

/** What Firebase Hosting does with the files of a release and its rewrites: one origin for the dashboard, the embed, the API and the public pages. */
export function siteListener({
  dist,
  app,
  config,
  headers,
  scripts = [],
  cardIsEdited = false,
  hosts,
}: Site): SiteListener {
  const functions = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
  });
  return async (request, response, path) => {
    if (isFunctionPath(path)) return functions(request, response);
    if ((await hosts?.find(askedHost(request))) != null) return functions(request, response);
    if (!isReading(request, response)) return;
    const inEmbed = path.startsWith('/embed/');
    const own = { ...headersFor(headers, path), ...(inEmbed && cardIsEdited && askedAgain) };
    if (path === '/busker-config.json') {
      const bytes = Buffer.from(JSON.stringify(config));
      return sendStatic(request, response, { contentType: 'application/json; charset=utf-8', bytes }, own);
    }
    const file = await readStatic(folderOf(dist, path), isOverlayPath(path) ? 'overlay.html' : path);
    if (file) return sendStatic(request, response, file, own);
    if (isEarlierPath(path)) return functions(request, response);
    const moved = withoutSlash(path, request);
    if (moved !== null) {
      response.writeHead(301, { ...own, Location: moved }).end();
      return undefined;
    }
    const screen = isScreenPath(path) ? await readStatic(join(dist, 'dashboard'), 'index.html') : null;
    if (screen) return sendStatic(request, response, withScripts(screen, scripts), own);
    const missing = inEmbed ? null : await readStatic(join(dist, 'dashboard'), '404.html');
    if (missing) return sendStatic(request, response, missing, { ...own, ...notKept }, 404);
    sendText(response, 404, 'Page not found.');
  };
}

/** A deploy copies all of them into one folder. */
function folderOf(dist: string, path: string): string {
  if (path.startsWith('/embed/')) return dist;
  const isOverlay = isOverlayPath(path) || path === '/overlay.html' || path.startsWith('/overlay/');
  return join(dist, isOverlay ? 'overlay' : 'dashboard');
}

/** Deferred, so that it runs in order with the page's module scripts. */
function withScripts(page: StaticFile, scripts: readonly string[]): StaticFile {
  const tags = scripts.map((src) => `<script src="${src}" defer></script>`).join('');
  return { ...page, bytes: Buffer.from(page.bytes.toString().replace(/<head[^>]*>/, (head) => head + tags)) };
}

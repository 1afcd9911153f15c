import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { extname, join, normalize, posix, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

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
    compressible.test(contentType) && /\bbr\b/.test(request.headers['accept-encoding']?.toString() ?? '');
  const all: OutgoingHttpHeaders = { ...headers, ETag: tag, Vary: 'Accept-Encoding' };
  if (request.headers['if-none-match'] === tag) {
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

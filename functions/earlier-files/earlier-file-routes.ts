import type { Context } from 'hono';
import { problem } from '@busker/core/base/result';
import { releasedFileAt } from '@busker/core/web/route-headers';
import type { Deps } from '../deps';
import { missingFor, refuse, sharedFor, type Route } from '../http/routes';

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
};

const typeOf = (name: string): string => types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';

/**
 * Answers for the files that Hosting no longer has: a page has pinned an earlier version of the embed, or a tab shows an earlier dashboard. Only the path
 * as it was sent counts, so each file has one address, and nothing else of the bucket can be named.
 */
export function earlierFileRoutes({
  config,
  earlierFiles,
}: Pick<Deps, 'config' | 'earlierFiles'>): readonly Route[] {
  const answerFile = async (c: Context): Promise<Response> => {
    const name = releasedFileAt(new URL(c.req.url).pathname);
    const bytes = name === null ? undefined : await earlierFiles.read(name);
    if (name === null || bytes === undefined) {
      const refused = refuse(c, config, problem('route-not-found'));
      // The next release may bring the file.
      refused.headers.set('Cache-Control', sharedFor(missingFor));
      return refused;
    }
    c.header('Cache-Control', 'public, max-age=31536000, immutable');
    return c.body(Uint8Array.from(bytes), 200, { 'Content-Type': typeOf(name) });
  };
  return [
    { path: '/assets/*', cors: 'none', on: { GET: answerFile } },
    { path: '/embed/*', cors: 'public', on: { GET: answerFile } },
  ];
}

import {
  importBody,
  type ImportAnswer,
  type ImportBody,
  type ImportPictureAnswer,
  type importFailures,
} from '@busker/core/dashboard-api/owner-api';
import { ok, type Result } from '@busker/core/base/result';
import { decodeImport } from '@busker/core/imports/decode';
import { readFetchedPage } from '@busker/core/imports/read-page';
import { readTypedLink } from '@busker/core/links/typed-link';
import { maxPictureBytes } from '@busker/core/pictures/picture-slots';
import type { Deps, Owner } from '../deps';
import { ownerCallWith, type Route } from '../http/routes';
import { mayFetch } from '../limits/limit-rules';
import { checkedPicture } from '../pictures/pictures';
import { askRobots } from '../safe-fetch/robots';
import { failureOf } from '../safe-fetch/safe-fetch';

const milliseconds = 10_000;
const pageBytes = 2 * 1024 * 1024;

const nothing = {
  failure: null,
  name: null,
  bio: null,
  picture: null,
  counts: 'lines',
  links: [],
  refused: [],
  leftOut: 0,
  unnamed: null,
} as const satisfies Partial<ImportAnswer>;

/** Reads one page of somebody, as its site's robots.txt allows. Nothing is stored: the owner chooses what of it they add. */
export async function importPage(
  deps: Deps,
  { uid }: Owner,
  { url }: ImportBody,
): Promise<Result<ImportAnswer>> {
  const allowed = await mayFetch(deps, uid);
  if (!allowed.ok) return allowed;
  const mayVisit = askRobots(deps.fetchPage);
  const page = await deps.fetchPage(url, { bytes: pageBytes, milliseconds, mayVisit });
  const answered = (seen: string, failure: (typeof importFailures)[number]) =>
    ok({ ...nothing, links: [], refused: [], url: seen, failure });
  if (!page.ok)
    return answered(url, page.problem === 'forbidden-by-robots' ? 'robots' : failureOf[page.problem]);
  if (page.status >= 400) return answered(page.url, failureOfStatus(page.status));
  const type = page.headers['content-type'] ?? 'text/html';
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type.trim())) return answered(page.url, 'no-page');
  const [, charset = null] = /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i.exec(type) ?? [];
  const text = decodeImport(page.bytes, charset);
  if (!text.ok) return answered(page.url, 'no-page');
  const { read, hasPassword, ...about } = readFetchedPage(text.value, {
    base: page.url,
    read: (address) => readTypedLink(address),
  });
  if (hasPassword && (isSignIn(page.url) || !read.ok)) return answered(page.url, 'sign-in');
  if (!read.ok && about.name === null) return answered(page.url, 'no-links');
  const { counts, links, refused, leftOut, unnamed } = read.ok ? read.value : nothing;
  return ok({
    ...nothing,
    ...about,
    url: page.url,
    counts,
    links: links.map((link) => ({ ...link })),
    refused: refused.map((row) => ({ ...row })),
    leftOut,
    unnamed: unnamed === null ? null : { ...unnamed },
  });
}

/** Pages to which sites send visitors whom they do not know. */
const isSignIn = (url: string): boolean =>
  /(?:^|[/_.-])(?:log|sign)[_-]?in(?:$|[/_.-])/i.test(new URL(url).pathname);

/** Some sites answer programs with a status of their own (999), and guards of sites with 403, 429 or 503. */
function failureOfStatus(status: number): (typeof importFailures)[number] {
  if (status === 401) return 'sign-in';
  return [403, 429, 503, 999].includes(status) ? 'refused' : 'error-status';
}

/** Fetches the picture that a page named, when its owner adds it. The browser uploads it then, as any other picture. */
export async function importPicture(
  deps: Deps,
  { uid }: Owner,
  { url }: ImportBody,
): Promise<Result<ImportPictureAnswer>> {
  const allowed = await mayFetch(deps, uid);
  if (!allowed.ok) return allowed;
  const mayVisit = askRobots(deps.fetchPage);
  const file = await deps.fetchPage(url, { bytes: maxPictureBytes, milliseconds, mayVisit });
  if (!file.ok || file.status >= 400) return ok({ picture: null });
  const checked = checkedPicture(file.bytes, { slot: 'picture-a', generation: '' });
  const data = Buffer.from(file.bytes).toString('base64');
  return ok({ picture: checked.ok ? { type: checked.value.type, data } : null });
}

/** `POST /v1/me/imports` and `POST /v1/me/imports/picture`: another page of the owner, and its picture. */
export function importRoutes(deps: Deps): readonly Route[] {
  const fetching = <T extends object>(
    work: (deps: Deps, owner: Owner, body: ImportBody) => Promise<Result<T>>,
  ) => ownerCallWith(deps, 'signed-in', importBody, (owner, body) => work(deps, owner, body));
  return [
    { path: '/v1/me/imports', cors: 'own', on: { POST: fetching(importPage) } },
    { path: '/v1/me/imports/picture', cors: 'own', on: { POST: fetching(importPicture) } },
  ];
}

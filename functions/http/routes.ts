import type { Context, Hono, MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { routePath } from 'hono/route';
import { createHash } from 'node:crypto';
import type * as v from 'valibot';
import {
  languageOf,
  localeOf,
  shippedLanguage,
  type ShippedLanguage,
} from '@busker/core/locale/language-tags';
import {
  fail,
  ok,
  parseWith,
  problem,
  problemJson,
  type Problem,
  type Result,
} from '@busker/core/base/result';
import { headersFor, hostedOrigins, routeHeaders, type AllowedOrigins } from '@busker/core/web/route-headers';
import type { AppConfig } from '../config';
import type { Deps, Owner } from '../deps';
import { StoreUnavailable, stored } from '../store/store';

/**
 * No cache may keep the answer. `private` is needed as well: Hosting's edge keeps an answer that says `no-store` alone
 * (firebase.google.com/docs/hosting/manage-cache, fastly.com/documentation/guides/concepts/cache/cache-freshness).
 */
export const notCached = 'private, no-store';

/** Shared caches may keep the answer for `seconds`. Browsers ask again each time. */
export const sharedFor = (seconds: number): string => `public, max-age=0, s-maxage=${seconds}`;

/** Seconds that shared caches keep "not found": a crowd at a wrong address costs little, and a profile published later appears soon. */
export const missingFor = 10;

/** The path of docs/errors.md. */
const errorsPage = (config: AppConfig) => `${config.publicOrigin}/docs/errors`;

/** Says when to come again, also in the header of a page. */
export function sayWait(c: Context, { figures }: Problem): void {
  const wait = figures?.['retryAfterSeconds'];
  if (wait !== undefined) c.header('Retry-After', String(wait));
}

/** Turns a problem into its RFC 9457 answer. The API refuses requests only through this function. */
export function refuse(c: Context, config: AppConfig, given: Problem): Response {
  const body = problemJson(given, errorsPage(config));
  c.header('Cache-Control', notCached);
  sayWait(c, given);
  return c.body(JSON.stringify(body), body.status as 400, { 'Content-Type': 'application/problem+json' });
}

/** Refuses a request that every visitor may make. Shared caches keep "not found" for a moment, which saves reads when many people follow a wrong link. */
export function refusePublic(c: Context, config: AppConfig, given: Problem): Response {
  const refused = refuse(c, config, given);
  if (given.code === 'profile-not-found') refused.headers.set('Cache-Control', sharedFor(missingFor));
  return refused;
}

/** Answers the value as JSON, or its problem. */
export function answer(
  c: Context,
  config: AppConfig,
  result: Result<object>,
  status: 200 | 201 | 202 = 200,
): Response {
  if (!result.ok) return refuse(c, config, result.problem);
  c.header('Cache-Control', notCached);
  return c.json(result.value, status);
}

/** An answer that shared caches may keep for `sharedAge` seconds and browsers revalidate each time. */
export interface Cacheable<T> {
  readonly body: T;
  readonly sharedAge: number;
}

const etagOf = (text: string | Uint8Array) =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;

/** If-None-Match is a list, and a compressing cache may have weakened the tag. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*');
}

/**
 * Writes the caching headers and answers `content`, or 304 when the client has the same content. Not `hono/etag`: its 304 keeps only listed headers,
 * so it would lose those of CORS.
 */
export function answerCached(
  c: Context,
  content: string | Uint8Array,
  { type, sharedAge }: { readonly type: string; readonly sharedAge: number },
): Response {
  const etag = etagOf(content);
  c.header('ETag', etag);
  c.header('Cache-Control', sharedFor(sharedAge));
  if (matchesTag(c.req.header('if-none-match'), etag)) return c.body(null, 304);
  return c.body(typeof content === 'string' ? content : Uint8Array.from(content), 200, {
    'Content-Type': type,
  });
}

export function answerCachedJson(c: Context, { body, sharedAge }: Cacheable<object>): Response {
  return answerCached(c, JSON.stringify(body), { type: 'application/json', sharedAge });
}

/**
 * Which pages of other origins may read an answer. `public`: all pages, without credentials. `own`: only our own dashboard. `none`: no page
 * (webhooks, navigated documents).
 */
type CorsRule = 'public' | 'own' | 'none';

const allowedHeaders = 'Authorization, Content-Type';
const exposedHeaders = 'ETag, Retry-After, X-Request-Id';

/**
 * Writes the CORS headers of a route, for the answer and the preflight. Not `hono/cors`: it answers preflights itself, without `Allow` and without the
 * methods of the route table.
 */
function applyCors(c: Context, config: AppConfig, rule: CorsRule): void {
  switch (rule) {
    case 'public':
      c.header('Access-Control-Allow-Origin', '*');
      c.header('Cross-Origin-Resource-Policy', 'cross-origin');
      break;
    case 'own':
      c.header('Access-Control-Allow-Origin', config.publicOrigin);
      c.header('Vary', 'Origin', { append: true });
      break;
    case 'none':
      return;
  }
  c.header('Access-Control-Expose-Headers', exposedHeaders);
  if (c.req.method !== 'OPTIONS') return;
  c.header('Access-Control-Allow-Headers', allowedHeaders);
  c.header('Access-Control-Max-Age', '7200');
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
type RouteHandler = (c: Context) => Promise<Response> | Response;

export interface Route {
  readonly path: string;
  readonly cors: CorsRule;
  readonly on: Readonly<Partial<Record<Method, RouteHandler>>>;
}

/** Adds a route to the app: its methods, its preflight, and a 405 with the allowed methods for all others. */
export function mount(app: Hono, config: AppConfig, { path, cors, on }: Route): void {
  const methods = Object.keys(on);
  const allowed = [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'].toSorted();
  app.use(path, async (c: Context, next) => {
    applyCors(c, config, cors);
    await next();
  });
  for (const [method, handler] of Object.entries(on)) app.on(method, path, handler);
  app.options(path, (c) => {
    c.header('Access-Control-Allow-Methods', methods.join(', '));
    c.header('Allow', allowed.join(', '));
    return c.body(null, 204);
  });
  app.all(path, (c) => {
    c.header('Allow', allowed.join(', '));
    return refuse(c, config, problem('method-not-allowed'));
  });
}

const maxJsonBytes = 16 * 1024;

/** For a whole page with its links and blocks. */
export const maxPageBytes = 256 * 1024;

/**
 * A report's description of 4,000 characters takes up to 36 kB in a form. The fields have limits of their own: what a person has pasted comes back with the
 * page and its error, instead of being lost.
 */
export const maxFormBytes = 64 * 1024;

/** Reads at most `limit` bytes and stops there, whatever Content-Length says. */
export async function readBytes(c: Context, limit: number): Promise<Result<Uint8Array>> {
  const claimed = Number(c.req.header('content-length') ?? 0);
  const body = c.req.raw.body;
  if (claimed > limit) {
    await body?.cancel().catch(() => undefined);
    return fail(problem('body-too-large'));
  }
  if (body === null) return ok(new Uint8Array());
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return ok(Buffer.concat(parts));
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      return fail(problem('body-too-large'));
    }
    parts.push(value);
  }
}

const isJson = (contentType: string | undefined) =>
  /^application\/json\s*(;|$)/i.test(contentType?.trim() ?? '');

function parseJson(bytes: Uint8Array): Result<unknown> {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return ok(parsed);
  } catch {
    return fail(problem('invalid-json'));
  }
}

/** Schemas accept an array as an object, and inherited names (`constructor`) as known keys. */
function plainObject(parsed: unknown): Result<object> {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return fail(problem('invalid-fields', { fields: { body: 'Send a JSON object.' } }));
  const inherited = Object.keys(parsed).filter((key) => key in Object.prototype);
  if (inherited.length === 0) return ok(parsed);
  const fields = Object.fromEntries(inherited.map((key) => [key, 'This key is not known.']));
  return fail(problem('invalid-fields', { fields }));
}

/** A JSON body that the schema accepts, or the refused fields. Requiring JSON makes browsers preflight pages of other origins. */
export async function readJson<S extends v.GenericSchema>(
  c: Context,
  schema: S,
  maxBytes = maxJsonBytes,
): Promise<Result<v.InferOutput<S>>> {
  if (!isJson(c.req.header('content-type'))) return fail(problem('unsupported-content-type'));
  const bytes = await readBytes(c, maxBytes);
  if (!bytes.ok) return bytes;
  const parsed = parseJson(bytes.value);
  if (!parsed.ok) return parsed;
  const object = plainObject(parsed.value);
  return object.ok ? parseWith(schema, object.value) : object;
}

/** The fields of a form as typed, without space around them. Missing ones are empty, others are left out. */
export async function readForm<Field extends string>(
  c: Context,
  fields: readonly Field[],
  maxBytes = maxFormBytes,
): Promise<Result<Readonly<Record<Field, string>>>> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    return fail(problem('unsupported-content-type'));
  }
  const bytes = await readBytes(c, maxBytes);
  if (!bytes.ok) return bytes;
  const sent = new URLSearchParams(new TextDecoder().decode(bytes.value));
  const entries = fields.map((field) => [field, (sent.get(field) ?? '').trim()] as const);
  return ok(Object.fromEntries(entries) as Record<Field, string>);
}

/** The token of `Authorization: Bearer`, or undefined. */
export function bearer(c: Context): string | undefined {
  return /^Bearer\s+(\S{1,4096})$/i.exec(c.req.header('authorization') ?? '')?.[1];
}

/** Browsers send the page's own origin with every form. */
export const fromOurPage = (c: Context, { publicOrigin }: Pick<AppConfig, 'publicOrigin'>): boolean =>
  c.req.header('origin') === publicOrigin;

/**
 * `signed-in` trusts the token for the hour in which it is valid; `current` also checks for revocation; `fresh` needs a recent sign-in. All three
 * refuse the token of a deleted account. `to-delete` is `fresh`, and also lets an owner repeat a deletion that failed.
 */
type OwnerCheck = 'signed-in' | 'current' | 'fresh' | 'to-delete';

/** At most once in ten minutes is an owner asked to prove who they are. */
const freshMs = 10 * 60_000;

/** Requests of one account to one route in ten minutes: far above what a person does, and it stops a program. Each instance counts them in memory. */
const requestsOfAccount = 300;

function mayRequest(
  { limits, config, clock }: Pick<Deps, 'limits' | 'config' | 'clock'>,
  uid: string,
  route: string,
): Result<null> {
  const now = clock.now();
  const most = requestsOfAccount * config.limitFactor;
  if (limits.inMemory.take(`${uid} ${route}`, now, 1, most)) return ok(null);
  const retryAfterSeconds = Math.max(1, Math.ceil(limits.inMemory.waitMs(now) / 1000));
  return fail(problem('too-many-requests', { figures: { retryAfterSeconds } }));
}

/** The signed-in owner of a request. For money, export and deletion the sign-in service must confirm the token; some calls need a recent sign-in. */
export async function ownerOf(
  c: Context,
  deps: Pick<Deps, 'idTokens' | 'clock' | 'store' | 'limits' | 'config'>,
  check: OwnerCheck,
): Promise<Result<Owner>> {
  const { idTokens, clock, store } = deps;
  const token = bearer(c);
  if (token === undefined) return fail(problem('sign-in-required'));
  const owner = await idTokens.verify(token, check !== 'signed-in');
  if (!owner.ok) return owner;
  if (check !== 'to-delete' && (await store.read(stored.deletion(owner.value.uid))) !== undefined) {
    return fail(problem('sign-in-required'));
  }
  const may = mayRequest(deps, owner.value.uid, `${c.req.method} ${routePath(c)}`);
  if (!may.ok) return may;
  if (check === 'signed-in' || check === 'current') return owner;
  const age = clock.now() - owner.value.signedInAt;
  return age <= freshMs ? owner : fail(problem('recent-sign-in-required'));
}

/** 201: something new is stored. 202: the work goes on after the answer. */
type GoodStatus = 200 | 201 | 202;

/** An owner's call without a body: the access it needs, and its handler. */
export function ownerCall(
  deps: Deps,
  check: OwnerCheck,
  act: (owner: Owner, c: Context) => Promise<Result<object>>,
  status: GoodStatus = 200,
): RouteHandler {
  return async (c) => {
    const owner = await ownerOf(c, deps, check);
    if (!owner.ok) return refuse(c, deps.config, owner.problem);
    return answer(c, deps.config, await act(owner.value, c), status);
  };
}

/** The same with a JSON body. */
export function ownerCallWith<S extends v.GenericSchema>(
  deps: Deps,
  check: OwnerCheck,
  schema: S,
  act: (owner: Owner, body: v.InferOutput<S>, c: Context) => Promise<Result<object>>,
  status: GoodStatus = 200,
  maxBytes?: number,
): RouteHandler {
  return async (c) => {
    const owner = await ownerOf(c, deps, check);
    if (!owner.ok) return refuse(c, deps.config, owner.problem);
    const body = await readJson(c, schema, maxBytes);
    if (!body.ok) return refuse(c, deps.config, body.problem);
    return answer(c, deps.config, await act(owner.value, body.value, c), status);
  };
}

/** The browser's most preferred tag whose shipped language fits; undefined when none fits. */
function wished(c: Context, fits: (language: ShippedLanguage) => boolean): string | undefined {
  const tag = accepts(c, {
    header: 'Accept-Language',
    supports: [],
    default: '',
    match: (wishes) =>
      wishes.find(({ type, q }) => {
        const language = shippedLanguage(type);
        return q > 0 && language !== null && fits(language);
      })?.type ?? '',
  });
  return tag === '' ? undefined : tag;
}

/** The language of a page's texts, and the locale of its numbers and times. */
export interface Reader {
  readonly language: ShippedLanguage;
  readonly locale: string;
}

/** `?lang=`, else the first shipped language of the browser, else the nearest one to the owner's. */
export function readerOf(c: Context, own = 'en'): Reader {
  const language = shippedLanguage(c.req.query('lang') ?? '') ?? languageOf(wished(c, () => true) ?? own);
  // "en-GB" formats dates differently from "en". The Arabic texts have digits such as 5 in them, so amounts have the same ones.
  const locale = localeOf(wished(c, (each) => each === language) ?? language);
  const options = language === 'ar' ? { numberingSystem: 'latn' } : {};
  return { language, locale: new Intl.Locale(locale, options).toString() };
}

/** The other origins that our pages may contact: Stripe's, or the sandbox's emulator. */
export function allowedOriginsOf({ mode, stripeJs }: AppConfig): AllowedOrigins {
  if (mode !== 'sandbox') return hostedOrigins;
  const sandbox = [new URL(stripeJs).origin];
  const payment = { script: sandbox, frame: sandbox, connect: sandbox, image: sandbox };
  return { ...hostedOrigins, payment, checkout: sandbox };
}

/**
 * Sets the headers of core/web/route-headers.ts on every answer; headers that a handler set stay. firebase.json is generated from the same table, so
 * Hosting and the functions send the same headers.
 * Only the functions set `Cache-Control` for their answers; an answer without one is kept by no cache. `style`: the hash of the style sheet in a page.
 */
export function securityHeaders(config: AppConfig, style: string): MiddlewareHandler {
  const rows = routeHeaders(allowedOriginsOf(config), style);
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headersFor(rows, c.req.path))) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', notCached);
  };
}

/** Redirects `/@ada/` to `/@ada`, with its query, so that each page has one URL. 308 keeps the method of a form. */
export function withoutTrailingSlash(): MiddlewareHandler {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    if (!pathname.startsWith('/@') || !pathname.endsWith('/')) return next();
    let end = pathname.length;
    while (pathname[end - 1] === '/') end -= 1;
    c.header('Cache-Control', 'public, max-age=3600');
    return c.redirect(`${pathname.slice(0, end)}${search}`, 308);
  };
}

/** Gives every request an id and one log line when it is answered. The line has the route, never the URL with its query or handle. */
export function logged({ ids, clock, log }: Pick<Deps, 'ids' | 'clock' | 'log'>): MiddlewareHandler {
  return async (c, next) => {
    const requestId = ids.fresh();
    const began = clock.now();
    c.header('X-Request-Id', requestId);
    c.set('requestId', requestId);
    await next();
    const route = c.req.matchedRoutes.map(({ path }) => path).findLast((path) => path !== '/*') ?? '/*';
    const { method } = c.req;
    log.requestDone({ requestId, method, route, status: c.res.status, ms: clock.now() - began });
  };
}

/** A thrown error is a bug or an unavailable store. The answer says no more than that. */
export function failSafely(app: Hono, { config, log }: Pick<Deps, 'config' | 'log'>): void {
  app.onError((error, c) => {
    if (error instanceof StoreUnavailable) {
      log.serviceUnavailable({ service: 'store', error: error.cause });
      return refuse(c, config, problem('service-unavailable'));
    }
    const requestId: unknown = c.get('requestId' as never);
    log.requestFailed({ requestId: String(requestId), route: c.req.method, error });
    return refuse(c, config, problem('internal'));
  });
  app.notFound((c) => refuse(c, config, problem('route-not-found')));
}

import { routeLimits, signInRules, signedInRoutes, tablePath } from '@busker/functions/limits/route-rules';
import {
  type Scenario,
  adaToken,
  adaUid,
  adasScenario,
  bearerOf,
  emptyScenario,
  fanOrigin,
  paidTip,
} from '@busker/functions/testing/ada';
import type { Json } from './compare';
import { askingMonthly } from '@busker/functions/testing/monthly-scenario';

const foreignPage = 'https://a-page-of-somebody-else.example';

/** The pages of other sites that may read the answers, as the answer to a preflight says. */
async function readableBy({ app }: Scenario, path: string): Promise<string> {
  const address = path
    .replace(':at{@[^/]+}', '@ada')
    .replaceAll(/:\w+\{[^/]*\}/g, 'aabbccddeeff')
    .replaceAll(/:\w+/g, 'aabbccddeeff');
  const { status, headers } = await app.request(address, {
    method: 'OPTIONS',
    headers: { origin: foreignPage },
  });
  const allowed = headers.get('access-control-allow-origin');
  if (status !== 204) return `the preflight is answered with ${status}`;
  return allowed === null
    ? 'no other site'
    : allowed === foreignPage
      ? 'the site that asks'
      : `any site (${allowed})`;
}

const limitOf = (route: string): string => {
  const row = routeLimits.find(({ routes: each }) => each.includes(route));
  if (row !== undefined) return `${row.limit} (${row.by})`;
  return signedInRoutes.test(route) ? 'those of signed-in owners' : 'none';
};

/** The name of an asset without the hash of its content, which may change. */
export const assetName = (path: string): string =>
  path.replace(/^(\/v1\/assets\/[a-z-]+)-[0-9a-f]{16}\./, '$1-HASH.');

/** Every route in the order in which the app tries them, with who may call it and who may read its answer; and the routes of each limit. */
export async function routes(): Promise<Json> {
  const scenario = emptyScenario();
  const found = new Map<string, string>();
  for (const { method, path } of scenario.app.routes)
    if (method !== 'ALL' && method !== 'OPTIONS') found.set(`${method} ${assetName(path)}`, path);
  const limits = new Map<string, string[]>();
  const rows = new Map<string, string>();
  for (const [route, path] of found) {
    const inTables = `${route.split(' ')[0]} ${tablePath(path)}`;
    const limit = limitOf(inTables);
    limits.set(limit, [...(limits.get(limit) ?? []), route]);
    const rule =
      signInRules.find(({ routes: each }) => each.includes(inTables))?.rule ?? 'nobody says for whom';
    rows.set(route, `${rule}; readable by ${await readableBy(scenario, path)}`);
  }
  return { order: [...found.keys()], routes: Object.fromEntries(rows), limits: Object.fromEntries(limits) };
}

/** Headers whose values are of one answer alone. */
const ofOneAnswer = new Set(['etag', 'x-request-id', 'date', 'content-length', 'last-modified']);

/** A header without the hashes of scripts and styles, which change with their content. */
const steady = (value: string): string =>
  value
    .replaceAll(/'sha(256|384|512)-[^']+'/g, "'sha$1-HASH'")
    .replaceAll(/(\/v1\/assets\/[a-z-]+)-[0-9a-f]{6,}/g, '$1-HASH');

/**
 * JSON with the types of its values in their place. Of a list each different shape, sorted: which document comes first depends on its id, and
 * the ids of tips on how many requests other tests have sent.
 */
function shapeOf(value: unknown): Json {
  if (value === null) return 'null';
  if (Array.isArray(value)) {
    const shapes = new Map(value.map((each: unknown) => [JSON.stringify(shapeOf(each)), shapeOf(each)]));
    return [...shapes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
  }
  if (typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]));
}

/** What Ada's fans have given, and the tokens with which they read it. */
interface Given {
  readonly tipId: string;
  readonly tipToken: string;
  readonly monthlyId: string;
  readonly monthlyToken: string;
}

/** The address of a route for Ada, what she was given, and ids of nothing. */
const addressOf = (path: string, ids: Given): string =>
  path
    .replace(':at{@[^/]+}', '@ada')
    .replace(':monthlyId', ids.monthlyId)
    .replace(':handle', 'ada')
    .replace(':tipId', ids.tipId)
    .replace(/:sha256\{[^/]*\}/, 'a'.repeat(64))
    .replace(/:style\{.*\}$/, 'none')
    .replace(':file', 'tip.paid.json')
    .replaceAll(/:\w+(?:\{[^/]*\})?/g, 'aabbccddeeff');

/** What a route needs in its query. */
const queries: Readonly<Record<string, string>> = {
  '/v1/profiles': '?handles=ada,nobody',
  '/oembed': '?url=https://busker.test/@ada',
  '/v1/me/books': '?from=2026-11-01&until=2026-11-30&zone=UTC',
};

/** The token of the person whom a route is for. */
function tokenFor(path: string, { tipToken, monthlyToken }: Given): string {
  if (path.startsWith('/v1/tips/')) return tipToken;
  return path.startsWith('/v1/monthly/') ? monthlyToken : adaToken;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: Json;
}

async function answerOf(scenario: Scenario, path: string, given: Given): Promise<Answered> {
  const { status, headers, json } = await scenario.call(
    'GET',
    addressOf(path, given) + (queries[path] ?? ''),
    undefined,
    { origin: fanOrigin, ...bearerOf(tokenFor(path, given)) },
  );
  const kept = [...headers].filter(([name]) => !ofOneAnswer.has(name));
  return {
    status,
    // Headers arrive sorted by name.
    headers: Object.fromEntries(kept.map(([name, value]) => [name, steady(value)])),
    ...(json === undefined ? {} : { json: shapeOf(json) }),
  };
}

/**
 * The answer to a GET of every route for Ada, who has a paid tip and a monthly one, and is an admin: status, headers, and the shape of its JSON. It describes also what
 * has no schema in core, such as a file of her data, oEmbed, and every refusal.
 */
export async function answers(): Promise<Json> {
  const scenario = await adasScenario();
  scenario.deps.users.known.push({ uid: adaUid, email: 'ada@example.com', role: 'admin' });
  const { tipId, tipToken } = await paidTip(scenario);
  const { id: monthlyId, token: monthlyToken } = await askingMonthly(scenario);
  const given = { tipId, tipToken, monthlyId, monthlyToken };
  const rows: (readonly [string, Answered])[] = [];
  const paths = new Set(scenario.app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path));
  for (const path of paths) rows.push([assetName(path), await answerOf(scenario, path, given)]);
  const [[, first]] = rows as [[string, Answered]];
  const shared = Object.entries(first.headers).filter(([name, value]) =>
    rows.every(([, { headers }]) => headers[name] === value),
  );
  const names = new Set(shared.map(([name]) => name));
  const own = rows.map(([route, { headers, ...answer }]) => {
    const others = Object.entries(headers).filter(([name]) => !names.has(name));
    return [route, { ...answer, headers: Object.fromEntries(others) }] as const;
  });
  return { headersOfAll: Object.fromEntries(shared), answers: Object.fromEntries(own) };
}

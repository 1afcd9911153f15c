import { signInRules, routeLimits, signedInRoutes, tablePath } from '@busker/functions/limits/route-rules';
import { emptyScenario, type Scenario } from '@busker/functions/testing/ada';
import type { Json } from './compare';

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

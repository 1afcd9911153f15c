import * as v from 'valibot';
import { shareOnlyAtHome } from '@busker/core/fees/fees';
import { headersFor, isFunctionPath, routeHeaders } from '@busker/core/web/route-headers';
import { styleHash } from '@busker/functions/pages/page-style';
import { newVerifyToken } from '@busker/functions/http/service-routes';
import { type CachingRow, fileRows, isAsLong, missingRows, pageRows, profileRows } from '../caching-table';
import {
  type Answer,
  type Finding,
  type Insight,
  type Site,
  bad,
  good,
  jsonOf,
  judged,
  noFunctions,
  onlyAnEdge,
  skipped,
} from '../site';

const addresses = [
  '/',
  '/tips',
  '/sign-in',
  '/busker-config.json',
  '/embed/v1.js',
  '/embed/versions.json',
  '/health',
  '/v1/profiles/nobody',
  '/v1/me/export.csv',
  '/challenge',
  '/docs/errors',
  '/docs/webhooks/v1/tip.paid.json',
  '/t/tip_unknown',
  '/off/unknown.aa11',
  '/@nobody',
  `/img/${'0'.repeat(64)}`,
  '/oembed',
  '/legal/imprint',
  '/.well-known/security.txt',
  '/@nobody/badge.svg',
  '/nothing-is-here',
];

/** Checks that security headers equal the table in core/web/route-headers.ts. The caching check covers `Cache-Control`. */
export async function checkHeaders(site: Site): Promise<readonly Finding[]> {
  const rows = {
    files: routeHeaders(site.origins.files, styleHash),
    functions: routeHeaders(site.origins.functions, styleHash),
  };
  const own =
    site.handle === null ? [] : [`/@${site.handle}`, `/@${site.handle}/embed`, `/@${site.handle}/qr.svg`];
  const findings: Finding[] = [];
  for (const path of [...addresses, ...own]) {
    const { headers } = await site.ask(path);
    const wanted = headersFor(isFunctionPath(path) ? rows.functions : rows.files, path);
    const differ = Object.entries(wanted).filter(
      ([name, value]) => name !== 'Cache-Control' && headers.get(name) !== value,
    );
    const why = differ.map(([name]) => `${name}: ${headers.get(name) ?? 'missing'}`).join('; ');
    findings.push(judged(`headers of ${path.slice(0, 24)}`, why === '' ? null : why, 'as the table says'));
  }
  return findings;
}

const health = v.object({ ok: v.literal(true), release: v.optional(v.string()) });
const readiness = v.object({
  store: v.string(),
  stripe: v.string(),
  heartbeats: v.array(v.object({ name: v.string(), state: v.string(), ageSeconds: v.nullable(v.number()) })),
});

/** Checks that the function runs and has the deployed release. */
export async function checkHealth(site: Site): Promise<readonly Finding[]> {
  const { status, text } = await site.ask('/health');
  const parsed = v.safeParse(health, jsonOf(text));
  if (status !== 200 || !parsed.success) return [bad('health', `/health answered ${status}`)];
  const found = parsed.output.release ?? 'no release';
  const wrong = site.release !== null && site.release !== found;
  return [judged('health', wrong ? `${found} answers, not ${site.release}` : null, `answers, ${found}`)];
}

/** Checks that the database and Stripe respond and that every schedule runs. */
export async function checkReadiness(site: Site): Promise<readonly Finding[]> {
  const { status, text } = await site.ask('/ready');
  const parsed = v.safeParse(readiness, jsonOf(text));
  if (!parsed.success) return [bad('ready', `/ready answered ${status}`)];
  const { store, stripe, heartbeats } = parsed.output;
  return [
    judged('store', store === 'ok' ? null : store, 'answers'),
    judged('Stripe', stripe === 'ok' ? null : stripe, 'answers'),
    ...heartbeats.map(({ name, state, ageSeconds }) =>
      state === 'ok' || state === 'waiting'
        ? good(
            `job ${name}`,
            ageSeconds === null ? 'waits for its first run' : `ended well ${ageSeconds} s ago`,
          )
        : bad(
            `job ${name}`,
            state === 'missing' ? 'no schedule has run yet' : 'has not ended well for two periods',
          ),
    ),
  ];
}

const versions = v.object({ current: v.string() });

/** Checks that the second response of an address comes from the edge, if the edge may cache it. */
function edgeFault(keeps: string, { headers }: Answer): string | null {
  const cache = headers.get('x-cache') ?? 'no x-cache';
  const isHit = /HIT/i.test(cache);
  const mayKeep = /s-maxage=[1-9]/.test(keeps) || /max-age=[1-9]/.test(keeps);
  if (keeps.startsWith('private') && isHit) return `the edge keeps it: ${cache}`;
  if (mayKeep && !isHit) return `the edge does not keep it: ${cache}, age ${headers.get('age') ?? 'none'}`;
  return null;
}

async function checkRow(site: Site, { path, status, keeps }: CachingRow): Promise<Finding> {
  const name = `caching of ${path}`;
  const first = await site.ask(path);
  const second = await site.ask(path);
  // An operator may have written their own terms.
  if (first.status === 302 && path.startsWith('/legal/')) return good(name, 'leads to a page of its own');
  for (const { status: is, headers } of [first, second]) {
    if (is !== status) return bad(name, `status ${is}, not ${status}`);
    const kept = headers.get('cache-control');
    if (!isAsLong(kept ?? '', keeps)) return bad(name, `${kept}, not ${keeps}`);
  }
  return judged(name, hasNoEdge(site) ? null : edgeFault(keeps, second), keeps);
}

const hasNoEdge = ({ isLocal, isServer = false }: Site) => isLocal || isServer;

/** Checks every row of the table with two requests. */
export async function checkCaching(site: Site): Promise<readonly Finding[]> {
  const list = v.safeParse(versions, jsonOf((await site.ask('/embed/versions.json')).text));
  const [asset] = /\/assets\/[^"]+\.js/.exec((await site.ask('/')).text) ?? [];
  const files = list.success && asset !== undefined ? fileRows({ version: list.output.current, asset }) : [];
  const findings: Finding[] = [];
  if (files.length === 0)
    findings.push(bad('caching of files', 'no embed version or no script on the first page'));
  const profile = site.handle === null ? [] : profileRows(site.handle);
  if (site.handle === null)
    findings.push(skipped('caching of profiles', 'name a published profile: --handle'));
  for (const row of [...files, ...profile, ...pageRows, ...missingRows])
    findings.push(await checkRow(site, row));
  return [
    ...findings,
    hasNoEdge(site) ? skipped('edge cache', onlyAnEdge) : good('edge cache', 'asked twice'),
  ];
}

const missing = ['/embed/9.9.9/missing.js', '/assets/missing-00000000.js', `/img/${'0'.repeat(64)}`];

/** A response that a script or a picture is missing may not be cached for long, because the next deploy may add the file. */
export async function checkMissingFiles(site: Site): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const path of missing) {
    const { status, headers } = await site.ask(path);
    const keeps = headers.get('cache-control') ?? 'nothing said';
    const seconds = Number(/(?:^|[ ,])(?:s-)?max-age=(\d+)/.exec(keeps)?.[1] ?? 0);
    const fault =
      status === 404 ? (seconds > 600 ? `kept as missing: ${keeps}` : null) : `status ${status}, not 404`;
    findings.push(judged(`missing ${path.slice(0, 24)}`, fault, `404, ${keeps}`));
  }
  for (const path of ['/nothing-is-here', '/wp-login.php', '/tipsy']) {
    const { status } = await site.ask(path);
    findings.push(judged(`unknown ${path}`, status === 404 ? null : `status ${status}, not 404`, '404'));
  }
  return findings;
}

const day = 24 * 60 * 60_000;
/** Days. RFC 9116: clients must not use the file after `Expires`. */
const validFor = 30;

function textFault(text: string, now: number): string | null {
  const field = (name: string) => new RegExp(`^${name}: (\\S+)\\r?$`, 'm').exec(text)?.[1];
  if (field('Contact') === undefined) return 'has no Contact';
  const expires = Date.parse(field('Expires') ?? '');
  if (Number.isNaN(expires)) return 'has no Expires';
  return expires - now < validFor * day ? `expires at ${field('Expires')}` : null;
}

/** Checks that the operator's pages exist, and that security.txt is valid for at least a month. */
export async function checkLegal(site: Site): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const name of ['imprint', 'contact', 'terms', 'privacy']) {
    const { status, headers, text } = await site.ask(`/legal/${name}`);
    const elsewhere = status === 302 ? headers.get('location') : null;
    const fault = elsewhere !== null || (status === 200 && text.includes('<h1')) ? null : `status ${status}`;
    findings.push(judged(`legal ${name}`, fault, elsewhere === null ? 'is there' : `leads to ${elsewhere}`));
  }
  const { status, text } = await site.ask('/.well-known/security.txt');
  if (status !== 200)
    return [...findings, bad('security.txt', `status ${status}: set who runs this installation`)];
  return [
    ...findings,
    judged('security.txt', textFault(text, Date.now()), `valid for ${validFor} days and more`),
  ];
}

const answer = v.object({ address: v.nullable(v.string()) });

const forgeries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'X-Forwarded-For': { 'x-forwarded-for': '192.0.2.1' },
  'a list in X-Forwarded-For': { 'x-forwarded-for': '192.0.2.2, 192.0.2.3, 192.0.2.4' },
  'Fastly-Client-IP': { 'fastly-client-ip': '192.0.2.5' },
  both: { 'x-forwarded-for': '192.0.2.6', 'fastly-client-ip': '192.0.2.6' },
};

/** Checks one way to the server. `base` is empty for the site itself, or the address of the function without Hosting. */
async function checkMethod(
  site: Site,
  { store }: Insight,
  method: string,
  base: string,
): Promise<readonly Finding[]> {
  const ask = async (headers: Readonly<Record<string, string>>) => {
    const token = await newVerifyToken(store, Date.now());
    const { status, text } = await site.ask(`${base}/v1/verify/address`, {
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    const parsed = v.safeParse(answer, jsonOf(text));
    if (!parsed.success) throw new Error(`${base}/v1/verify/address answered ${status}`);
    return parsed.output.address;
  };
  const own = await ask({});
  const findings = [
    judged(`counted address${method}`, own === null ? 'the server cannot tell it' : null, 'is known'),
  ];
  for (const [name, headers] of Object.entries(forgeries)) {
    const changed = (await ask(headers)) !== own;
    findings.push(
      judged(`forged ${name}${method}`, changed ? 'changes the counted address' : null, 'changes nothing'),
    );
  }
  return findings;
}

/**
 * A fan's own headers do not change the address that the limits count, through Hosting and at the function's own address, which stays open to
 * everybody; or through the proxies of a server process. The server returns a keyed hash of the address, never the address.
 */
export async function checkAddress(site: Site): Promise<readonly Finding[]> {
  const { insight } = site;
  if (insight === null) return [skipped('counted address', 'needs credentials: --project')];
  const through = await checkMethod(site, insight, '', '');
  if (site.isServer === true) return [...through, skipped('counted address, directly', noFunctions)];
  const functions = await insight.platform?.functions.list();
  if (functions === undefined) return [...through, skipped('counted address, directly', 'not on this host')];
  if (functions.state === 'unknown') return [...through, bad('counted address, directly', functions.why)];
  const app = functions.value.find(({ id }) => id === 'app');
  return app === undefined
    ? through
    : [...through, ...(await checkMethod(site, insight, ', directly', app.uri))];
}

const name = 'host share';
const countries = new Intl.DisplayNames('en', { type: 'region' });
const enumeration = new Intl.ListFormat('en');

/** `Brazil (BR), India (IN), …` */
const namesOf = (codes: readonly string[]): string =>
  enumeration.format(codes.map((code) => `${countries.of(code) ?? code} (${code})`));

/** Says of which owners' tips Stripe lets the host take no share. A setting cannot be wrong here: Busker charges those tips without it. */
export async function checkHostShare({ insight, isLocal }: Site): Promise<readonly Finding[]> {
  if (insight === null) return [skipped(name, isLocal ? 'not on this host' : 'needs credentials: --project')];
  const { shareBps } = insight;
  if (shareBps === null) return [skipped(name, 'needs PLATFORM_FEE_BPS, or a complete .env of this project')];
  if (shareBps === 0) return [good(name, 'none is taken')];
  const home = await ownCountry(insight);
  const without = shareOnlyAtHome.filter((code) => code !== home);
  const unknown = home === null ? ', unless your own account is in the same country' : '';
  return [
    good(
      name,
      `${shareBps / 100} %, but none of accounts in ${namesOf(without)}${unknown}: Stripe refuses payments that ask for it there`,
    ),
  ];
}

/** The country of the host's own account at Stripe; null = not known. */
async function ownCountry({ platform }: Insight): Promise<string | null> {
  const answer = await platform?.stripe?.call('GET', '/v1/account');
  if (answer?.state !== 'known' || answer.value.status !== 200) return null;
  const { body } = answer.value;
  const country = typeof body === 'object' && body !== null && 'country' in body ? body.country : null;
  return typeof country === 'string' ? country : null;
}

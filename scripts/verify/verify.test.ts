import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePorts } from '../../local/ports';
import { startBusker, type Busker } from '../../local/start';
import { checkCaching } from './checks/pages';
import { lineOf, type Answer, type Site } from './site';
import { runChecks } from './run-checks';
import { siteOf } from './site-of';
import { writeSmallBuild } from './testing/small-build';

let folder = '';
let busker: Busker;
let site: Site;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-verify-'));
  await writeSmallBuild(join(folder, 'dist'));
  const stateDir = join(folder, 'state');
  busker = await startBusker({
    ports: freePorts,
    stateDir,
    dist: join(folder, 'dist'),
    log: () => undefined,
  });
  const port = (name: keyof Busker['addresses']) => new URL(busker.addresses[name]).port;
  const wanted = { origin: busker.addresses.app, handle: null, release: null, region: null, project: null };
  const found = await siteOf(wanted, {
    BUSKER_STATE: stateDir,
    BUSKER_PORT: port('app'),
    BUSKER_EXAMPLES_PORT: port('examples'),
    FIREBASE_AUTH_EMULATOR_HOST: port('auth'),
    FIRESTORE_EMULATOR_HOST: port('firestore'),
    FIREBASE_STORAGE_EMULATOR_HOST: port('storage'),
    STRIPE_API_BASE: port('stripe'),
    BUSKER_MAIL_PORT: port('mail'),
    BUSKER_PUSH_PORT: port('push'),
  });
  if (!found.ok) throw new Error(found.problem);
  site = found.value;
});
afterAll(async () => {
  await busker.close();
  await rm(folder, { recursive: true });
});

/** The site's faults, as lines. */
async function faultsOf(verified: Site, withTip = false): Promise<readonly string[]> {
  const findings = await runChecks(verified, { withTip }, () => undefined);
  return findings.filter(({ verdict }) => verdict.state === 'fault').map(lineOf);
}

it('can examine a project without knowing its bucket', async () => {
  const wanted = { origin: 'https://busker.example', handle: null, release: null, region: null };
  const found = await siteOf({ ...wanted, project: 'fake-project' }, {});
  expect(found).toMatchObject({ ok: true, value: { isLocal: false, insight: { webhook: null } } });
});

const kept = { 'cache-control': 'public, max-age=31536000, immutable' };

/** The same site with other responses at some addresses. */
function altered(answers: Readonly<Record<string, (answer: Answer) => Partial<Answer>>>): Site {
  return {
    ...site,
    ask: async (address, init) => {
      const answer = await site.ask(address, init);
      return { ...answer, ...answers[address]?.(answer) };
    },
  };
}

const withHeader = (name: string, value: string) => (answer: Answer) => {
  const headers = new Headers(answer.headers);
  headers.set(name, value);
  return { headers };
};

it('finds no fault in a server that has just started, and tips it with a test card', async () => {
  const findings = await runChecks(site, { withTip: true }, () => undefined);
  expect(findings.filter(({ verdict }) => verdict.state === 'fault').map(lineOf)).toEqual([]);
  const names = findings.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['test tip', 'total', 'undo', 'embed 9.8.7', 'forged both']));
  expect(findings.filter(({ verdict }) => verdict.state === 'skipped').map(({ name }) => name)).toEqual([
    'edge cache',
    'counted address, directly',
    'function',
    'webhook endpoints',
    'indexes, expiry and alerts',
  ]);
});

// Holds host-027.
it('finds cached responses about missing files, changed files, and files without their headers', async () => {
  const faults = await faultsOf(
    altered({
      '/assets/missing-00000000.js': () => ({ headers: new Headers(kept) }),
      '/embed/9.8.7/busker.js': () => ({ bytes: Buffer.from('altered') }),
      '/v1/profiles/ada': withHeader('cache-control', 'no-cache'),
      '/sign-in': withHeader('content-security-policy', "default-src 'self'"),
      '/wp-login.php': () => ({ status: 200 }),
    }),
  );
  expect(faults).toEqual([
    'FAIL caching of /v1/profiles/ada: no-cache, not public, max-age=0, s-maxage=30',
    expect.stringMatching(/^FAIL missing \/assets\/missing-0+: kept as missing/),
    'FAIL unknown /wp-login.php: status 200, not 404',
    "FAIL headers of /sign-in: Content-Security-Policy: default-src 'self'",
    'FAIL embed 9.8.7: /embed/9.8.7/busker.js is altered',
  ]);
});

it('reports an edge that caches a private answer, or does not cache a public one', async () => {
  const hits = { ...altered({ '/health': withHeader('x-cache', 'HIT') }), isLocal: false };
  const lines = (await checkCaching(hits)).map(lineOf);
  expect(lines).toContainEqual('FAIL caching of /@ada: the edge does not keep it: no x-cache, age none');
  expect(lines).toContainEqual('FAIL caching of /health: the edge keeps it: HIT');
  expect(lines).toContainEqual('ok   caching of /@ada/tip: private, no-store');
});

// Holds host-066.
it('finds a wrong release, an open rule, a counted address that a fan can choose, and a late job', async () => {
  const job = { name: 'reconcile', state: 'late', ageSeconds: 200_000 };
  const late = JSON.stringify({ store: 'ok', stripe: 'ok', heartbeats: [job] });
  let asked = 0;
  const other: Site = {
    ...site,
    release: 'abc',
    ask: async (address, init) => {
      const answer = await site.ask(address, init);
      if (address === '/ready') return { ...answer, text: late };
      if (address.includes('/documents/ledger')) return { ...answer, status: 200 };
      if (address !== '/v1/verify/address') return answer;
      asked += 1;
      return { ...answer, text: JSON.stringify({ address: asked === 2 ? 'other' : 'own' }) };
    },
  };
  const faults = await faultsOf(other);
  expect(faults).toEqual([
    'FAIL health: no release answers, not abc',
    'FAIL job reconcile: has not ended well for two periods',
    'FAIL rules of ledger: a stranger got 200',
    'FAIL forged X-Forwarded-For: changes the counted address',
  ]);
});

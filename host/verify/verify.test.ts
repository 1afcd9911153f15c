import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '@busker/local/ports';
import { type Busker, startBusker } from '@busker/local/start';
import {
  type LiveFunction,
  type Reply,
  type StoreIndexes,
  known,
  parseIndexes,
  unanswered,
} from '../installation/google';
import type { Planned } from '../ops/ops-plan';
import { checkAddress, checkCaching, checkHostShare } from './checks/pages';
import { checkPlatform, checkProject } from './checks/platform';
import { runChecks } from './run-checks';
import { type Answer, type Platform, type Site, lineOf } from './site';
import { siteOf } from './site-of';
import { platformOf, siteWith, writeSmallBuild } from './testing/fake-site';

describe('a server that is examined', () => {
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
    expect(names).toEqual(
      expect.arrayContaining(['test tip', 'total', 'undo', 'embed 9.8.7', 'forged both']),
    );
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

  // Holds host-198.
  it('expects no edge in front of a server process', async () => {
    const lines = (await checkCaching({ ...site, isLocal: false, isServer: true })).map(lineOf);
    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([]);
    expect(lines).toContain('--   edge cache: not on this host: only an edge can show it');
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
});

describe('host share', () => {
  /** A site that takes this share; its own account at Stripe is in this country, or Stripe does not say. */
  function siteTaking(shareBps: number | null, home: string | null): Site {
    const platform = platformOf([], []);
    const stripe = {
      call: () => Promise.resolve(known({ status: home === null ? 403 : 200, body: { country: home } })),
    };
    const site = siteWith({ ...platform, stripe });
    return { ...site, insight: site.insight && { ...site.insight, shareBps } };
  }

  const lineFor = async (shareBps: number | null, home: string | null) =>
    (await checkHostShare(siteTaking(shareBps, home))).map(lineOf).join();

  // Holds pay-437.
  it('names the six countries whose tips have no share, when one is set', async () => {
    const six = 'Brazil (BR), India (IN), Mexico (MX), Malaysia (MY), Singapore (SG), and Thailand (TH)';
    expect(await lineFor(250, 'US')).toBe(
      `ok   host share: 2.5 %, but none of accounts in ${six}: Stripe refuses payments that ask for it there`,
    );
    expect(await lineFor(250, null)).toContain(
      `${six}, unless your own account is in the same country: Stripe`,
    );
  });

  // Holds pay-437.
  it('leaves out the host’s own country, and says nothing of countries without a share', async () => {
    const line = await lineFor(500, 'MX');
    expect(line).toContain('Brazil (BR)');
    expect(line).not.toContain('Mexico');
    expect(await lineFor(0, 'US')).toBe('ok   host share: none is taken');
    expect(await lineFor(null, 'US')).toMatch(/^-- {3}host share: needs PLATFORM_FEE_BPS/);
    expect((await checkHostShare(siteWith(null))).map(lineOf)).toEqual([
      '--   host share: needs credentials: --project',
    ]);
  });

  // Holds pay-437.
  it('the page for hosts names them too', () => {
    const page = readFileSync(new URL('../../docs/hosts/self-hosting.md', import.meta.url), 'utf8');
    const setting = page.split('\n').find((row) => row.includes('`PLATFORM_FEE_BPS`')) ?? '';
    for (const country of ['Brazil', 'India', 'Mexico', 'Malaysia', 'Singapore', 'Thailand'])
      expect(setting).toContain(country);
  });
});

describe('platform', () => {
  const app: LiveFunction = {
    id: 'app',
    region: 'europe-west1',
    service: 'projects/p/locations/europe-west1/services/app',
    revision: 'app-00007',
    uri: 'https://app-x.a.run.app',
    active: true,
    release: 'abc',
    secrets: {},
  };

  const linesOf = async (site: Site) => (await checkPlatform(site)).map(lineOf);

  it('finds the function in its region with all traffic, and a missing webhook endpoint', async () => {
    const site = siteWith(platformOf([app], [{ revision: 'latest', percent: 100 }]), 'europe-west1');
    expect(await linesOf(site)).toEqual([
      'ok   function: app is active in europe-west1',
      'ok   region: europe-west1',
      'ok   traffic: all at the newest revision',
      'FAIL webhook for your own account: missing: npm run deploy -- --webhooks',
    ]);
  });

  it('finds another region, traffic that a rollback left on an old revision, and a missing function', async () => {
    const split = [
      { revision: 'app-00006', percent: 95 },
      { revision: 'app-00007', percent: 5 },
    ];
    const lines = await linesOf(siteWith(platformOf([app], split), 'us-central1'));
    expect(lines).toContain('FAIL region: europe-west1, not us-central1');
    expect(lines).toContain('FAIL traffic: 5 % at the newest revision');
    expect(await linesOf(siteWith(platformOf([], [])))).toContain('FAIL function: there is no function app');
  });

  // Holds host-198.
  it('expects of a server process no functions, and judges the address that it counts', async () => {
    const platform = platformOf([], []);
    const functions = { ...platform.functions, list: () => Promise.resolve(unanswered('status 403')) };
    let forged = '"own"';
    const site: Site = {
      ...siteWith({ ...platform, functions }),
      isServer: true,
      ask: (_path, { headers = {} } = {}) => {
        const counted = 'x-forwarded-for' in headers ? forged : '"own"';
        const text = `{"address":${counted}}`;
        return Promise.resolve({ status: 200, headers: new Headers(), bytes: Buffer.from(text), text });
      },
    };
    expect(await linesOf(site)).toEqual([
      '--   function: a server process has none',
      'FAIL webhook for your own account: missing: npm run deploy -- --webhooks',
    ]);
    const addresses = async () => (await checkAddress(site)).map(lineOf);
    expect((await addresses()).filter((line) => !line.startsWith('ok'))).toEqual([
      '--   counted address, directly: a server process has none',
    ]);
    forged = '"other"';
    expect(await addresses()).toContain('FAIL forged X-Forwarded-For: changes the counted address');
  });

  it('says which checks it could not make without credentials', async () => {
    expect(await linesOf(siteWith(null))).toEqual([
      '--   function: needs credentials: --project',
      '--   webhook endpoints: needs credentials: --project',
    ]);
  });
});

describe('project', () => {
  const declared = parseIndexes(
    JSON.stringify({
      indexes: [
        {
          collectionGroup: 'tips',
          queryScope: 'COLLECTION',
          fields: [{ fieldPath: 'at', order: 'DESCENDING' }],
        },
      ],
      fieldOverrides: [{ collectionGroup: 'jobs', fieldPath: 'expiresAt', ttl: true, indexes: [] }],
    }),
  );
  const found = (ready: boolean, ttl: boolean): StoreIndexes => ({
    indexes: [
      { collection: 'tips', scope: 'COLLECTION', fields: [{ fieldPath: 'at', kind: 'DESCENDING' }], ready },
    ],
    fields: [{ collection: 'jobs', fieldPath: 'expiresAt', ttl, indexes: [] }],
  });
  const planned = (id: string, standing: Planned['standing']): Planned => ({
    resource: {
      id,
      find: { by: 'address', url: id },
      create: null,
      update: { method: 'PATCH', url: () => id },
      wanted: () => ({}),
    },
    live: null,
    standing,
  });

  const lines = async (answer: Reply<StoreIndexes>, ops: Platform['ops']) => {
    const platform = {
      ...platformOf([], []),
      indexes: { declared, read: () => Promise.resolve(answer) },
      ops,
    };
    return (await checkProject(siteWith(platform))).map(lineOf);
  };

  it('finds indexes, expiry, alerts and backups as they should be', async () => {
    const ops = () => Promise.resolve([planned('alert tick', { kind: 'same' })]);
    expect(await lines(known(found(true, true)), ops)).toEqual([
      'ok   indexes: 1 are ready',
      'ok   expiry of documents: 1 policies are active',
      'ok   alerts and backups: 1 are as host/ops/ describes them',
    ]);
  });

  it('finds an index that is being built, documents that never expire, and a missing alert', async () => {
    const ops = () =>
      Promise.resolve([
        planned('alert tick', { kind: 'missing' }),
        planned('bucket', { kind: 'unknown', why: 'status 403' }),
      ]);
    expect(await lines(known(found(false, false)), ops)).toEqual([
      'FAIL indexes: not ready: tips (collection) on at descending',
      'FAIL expiry of documents: not active: time to live of jobs.expiresAt',
      'FAIL alert tick: missing; mend it with npm run ops -- apply',
      'FAIL bucket: status 403',
    ]);
  });

  it('says what it could not check', async () => {
    expect(await lines(unanswered('status 403'), null)).toEqual([
      'FAIL indexes: status 403',
      '--   alerts and backups: needs the complete settings in .env',
    ]);
    expect((await checkProject(siteWith(null))).map(lineOf)).toEqual([
      '--   indexes, expiry and alerts: needs credentials: --project',
    ]);
  });
});

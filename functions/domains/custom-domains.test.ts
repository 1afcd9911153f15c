import { describe, expect, it } from 'vitest';
import { envReader } from '../env-reader';
import { hostingDomains, hostingPermission } from '../firebase/hosting-domains';
import { InMemoryCustomDomains } from '../testing/in-memory-domains';
import { customDomainsContract } from './custom-domains-contract';
import { dnsServers, domainsPlan, proxyDomains } from './domain-ports';

const domain = 'links.ada.example';
const page = {
  ok: true,
  status: 200,
  url: '',
  headers: {},
  body: '{"ok":true}',
  bytes: new Uint8Array(),
} as const;
const each = customDomainsContract.map(({ promise, holds }) => [promise, holds] as const);

// Holds host-225.
describe('domains in memory', () => {
  it.each(each)('%s', async (_, holds) => {
    const domains = new InMemoryCustomDomains();
    const issue = (name: string) => void domains.issued.add(name);
    await expect(holds({ domains, issue }, domain)).resolves.toBeUndefined();
  });
});

// Holds host-225.
describe('domains behind a proxy that asks', () => {
  const proxy = (publicOrigin: string) => {
    const answers = new Set<string>();
    const domains = proxyDomains({ publicOrigin }, (url) =>
      Promise.resolve(answers.has(url) ? { ...page, url } : { ok: false, problem: 'unreachable' }),
    );
    return { domains, issue: (name: string) => void answers.add(`https://${name}/healthz`) };
  };

  it.each(each)('%s', async (_, holds) => {
    await expect(holds(proxy('https://busker.example'), domain)).resolves.toBeUndefined();
  });

  it.each([
    [{ ok: false, problem: 'timed-out' } as const, false],
    [{ ...page, status: 502 }, false],
    [{ ...page, status: 404 }, true],
    [{ ok: false, problem: 'unreachable' } as const, true],
  ])('that a visit says something of the certificate, if it ends as %j, is %s', async (seen, says) => {
    const domains = proxyDomains({ publicOrigin: 'https://busker.example' }, () => Promise.resolve(seen));
    expect((await domains.certificate(domain)).ok).toBe(says);
  });

  it('need no certificate without https', async () => {
    const { domains } = proxy('http://localhost:4100');
    expect(domains.target.cname).toBe('localhost');
    expect(await domains.certificate(domain)).toEqual({ ok: true, value: 'active' });
  });
});

/** The part of Firebase Hosting's interface that is used, with its states. */
function fakeHosting() {
  const found = new Map<string, { hostState: string; deleteTime?: string; cert: { state: string } }>();
  const asked: string[] = [];
  let refusal: number | null = null;
  const json = (status: number, body: unknown) =>
    Promise.resolve(new Response(JSON.stringify(body), { status }));
  const send: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? 'GET';
    asked.push(`${method} ${url.pathname}${url.search}`);
    if (refusal !== null) return json(refusal, { error: { status: 'NO', message: 'no' } });
    if (new Headers(init?.headers).get('authorization') !== 'Bearer token') return json(401, {});
    const [, last = ''] = /\/customDomains(?:\/(.+))?$/.exec(url.pathname) ?? [];
    const fresh = { hostState: 'HOST_UNHOSTED', cert: { state: 'CERT_PREPARING' } };
    if (method === 'POST' && last === '') {
      const name = url.searchParams.get('customDomainId') ?? '';
      if (found.has(name)) return json(409, { error: { status: 'ALREADY_EXISTS' } });
      found.set(name, fresh);
      return json(200, { name: 'operations/1' });
    }
    const name = last.replace(/:undelete$/, '');
    const one = found.get(name);
    if (one === undefined) return json(404, { error: { status: 'NOT_FOUND' } });
    if (method === 'POST') found.set(name, fresh);
    if (method === 'DELETE') found.set(name, { ...one, deleteTime: '2026-11-30T00:00:00Z' });
    return json(200, found.get(name));
  };
  const domains = hostingDomains({
    project: 'p',
    site: 'pages',
    token: () => Promise.resolve('token'),
    fetch: send,
  });
  return {
    domains,
    asked,
    refuse: (status: number) => void (refusal = status),
    issue: (name: string) =>
      void found.set(name, { hostState: 'HOST_ACTIVE', cert: { state: 'CERT_ACTIVE' } }),
  };
}

describe('domains of a site of Firebase Hosting', () => {
  // Holds host-225.
  it.each(each)('%s', async (_, holds) => {
    await expect(holds(fakeHosting(), domain)).resolves.toBeUndefined();
  });

  it('are asked for at the site of the setting', async () => {
    const { domains, asked } = fakeHosting();
    await domains.add(domain);
    expect(asked).toEqual([
      'GET /v1beta1/projects/p/sites/pages/customDomains/links.ada.example',
      'POST /v1beta1/projects/p/sites/pages/customDomains?customDomainId=links.ada.example',
    ]);
    expect(domains.target).toEqual({ cname: 'pages.web.app', apexText: 'hosting-site=pages' });
  });

  // Holds host-226.
  it.each([
    [403, { kind: 'not-allowed', permission: hostingPermission }],
    [400, { kind: 'refused' }],
    [503, { kind: 'unavailable' }],
  ])('a refusal with %i says what is missing', async (status, problem) => {
    const hosting = fakeHosting();
    hosting.refuse(status);
    for (const answer of [await hosting.domains.add(domain), await hosting.domains.certificate(domain)])
      expect(answer).toMatchObject({ ok: false, problem });
  });

  it('no answer, and an answer in another form, say nothing', async () => {
    const options = { project: 'p', site: 'pages', token: () => Promise.resolve('token') };
    const cut = hostingDomains({ ...options, fetch: () => Promise.reject(new Error('cut')) });
    expect(await cut.remove(domain)).toMatchObject({ ok: false, problem: { kind: 'unavailable' } });
    const other = hostingDomains({ ...options, fetch: () => Promise.resolve(new Response('"odd"')) });
    expect(await other.certificate(domain)).toMatchObject({ ok: false, problem: { kind: 'unavailable' } });
  });
});

describe('the settings of own domains', () => {
  // Holds host-227.
  it.each([
    ['', true, { kind: 'proxy' }],
    ['', false, { kind: 'off' }],
    ['proxy', false, { kind: 'proxy' }],
    ['hosting:my-pages', false, { kind: 'hosting', site: 'my-pages' }],
  ])('OWNER_DOMAINS=%s, sandbox %s', (given, sandbox, plan) => {
    const read = envReader({ OWNER_DOMAINS: given });
    expect(domainsPlan(read, sandbox)).toEqual(plan);
    expect(read.faults).toEqual([]);
  });

  // Holds host-227.
  it.each(['hosting', 'hosting:', 'hosting:a b', 'on'])(
    'OWNER_DOMAINS=%s is refused by its name',
    (given) => {
      const read = envReader({ OWNER_DOMAINS: given });
      domainsPlan(read, false);
      expect(read.faults).toEqual([expect.stringContaining('OWNER_DOMAINS')]);
    },
  );

  it.each([
    ['', [], 0],
    ['1.1.1.1, 127.0.0.1:5353,[::1]:53', ['1.1.1.1', '127.0.0.1:5353', '[::1]:53'], 0],
    ['dns.example', ['dns.example'], 1],
  ])('DNS_SERVERS=%s', (given, servers, faults) => {
    const read = envReader({ DNS_SERVERS: given });
    expect([dnsServers(read), read.faults.length]).toEqual([servers, faults]);
  });
});

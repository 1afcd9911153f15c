import { createSocket, type Socket } from 'node:dgram';
import { createServer, request, type Server } from 'node:http';
import { describe, expect, it, afterEach, beforeEach } from 'vitest';
import { getRequestListener } from '@hono/node-server';
import { decode, encode, type Answer as DnsAnswer } from 'dns-packet';
import { proofText } from '@busker/core/domains/own-domain';
import { envReader } from '../env-reader';
import { hostingDomains, hostingPermission } from '../firebase/hosting-domains';
import { InMemoryCustomDomains } from '../testing/in-memory-deps';
import { createApp } from '../app';
import { DomainHosts } from '../public-pages/owner-domain';
import { runSweeps } from '../jobs/run-sweep';
import { stored } from '../store/store';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  putDraft,
  signIn,
  type Scenario,
} from '../testing/ada';
import { customDomainsContract } from './custom-domains-contract';
import { dnsServers, domainsPlan, proxyDomains, systemDns } from './domain-ports';

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

describe('the walk of a domain', () => {
  /** A name server for a few names, by the same protocol as those of the world (RFC 1035): it alone knows them. */
  class NameServer {
    readonly records: DnsAnswer[] = [];
    isBroken = false;
    private readonly socket: Socket = createSocket('udp4');

    constructor() {
      this.socket.on('message', (message, { port, address }) => {
        const { id, questions = [] } = decode(message);
        const [question] = questions;
        const name = question?.name.toLowerCase();
        const named = this.records.filter((record) => record.name === name);
        const answers = named.filter(({ type }) => type === question?.type || type === 'CNAME');
        // An authoritative answer; 3 = there is no such name, 2 = the server fails.
        const code = this.isBroken ? 2 : named.length === 0 ? 3 : 0;
        const reply = {
          type: 'response' as const,
          id: id ?? 0,
          flags: 0x0400 | code,
          questions,
          answers: this.isBroken ? [] : this.follow(answers, question?.type),
        };
        this.socket.send(encode(reply), port, address);
      });
    }
    /** The record behind a CNAME is in the same answer, if this server knows it. */
    private follow(answers: DnsAnswer[], type: string | undefined): DnsAnswer[] {
      const further = answers.flatMap((answer) =>
        answer.type === 'CNAME' && type !== 'CNAME'
          ? this.records.filter((record) => record.name === answer.data && record.type === type)
          : [],
      );
      return [...answers, ...further];
    }
    listen(): Promise<string> {
      return new Promise((resolve) => {
        this.socket.bind(0, '127.0.0.1', () => resolve(`127.0.0.1:${this.socket.address().port}`));
      });
    }
    close(): void {
      this.socket.close();
    }
    set(name: string, type: 'A' | 'CNAME', data: string): void {
      this.unset(name);
      this.records.push({ name, type, data });
    }
    prove(domain: string, ...texts: readonly string[]): void {
      this.unset(`_busker.${domain}`);
      for (const text of texts) this.records.push({ name: `_busker.${domain}`, type: 'TXT', data: text });
    }
    unset(name: string): void {
      const rest = this.records.filter((record) => record.name !== name);
      this.records.splice(0, this.records.length, ...rest);
    }
  }

  interface Page {
    readonly status: number;
    readonly text: string;
  }

  const day = 24 * 60 * 60_000;
  let names: NameServer;
  let scenario: Scenario;
  let server: Server;
  /** Domains whose certificate the proxy in front could get. */
  let certified: Set<string>;

  /** A request with this host name to the server on this machine. */
  function visit(host: string, path = '/'): Promise<Page> {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    return new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      });
      asked.on('error', reject).end();
    });
  }

  beforeEach(async () => {
    names = new NameServer();
    const servers = [await names.listen()];
    names.set('busker.test', 'A', '192.0.2.10');
    certified = new Set();
    scenario = await adasScenario();
    const fetchPage = (url: string) => {
      const body = certified.has(new URL(url).hostname) ? '{"ok":true}' : '';
      return Promise.resolve({
        ok: true,
        status: 200,
        url,
        headers: {},
        body,
        bytes: new Uint8Array(),
      } as const);
    };
    Object.assign(scenario.deps, {
      dns: systemDns(servers),
      customDomains: proxyDomains(scenario.deps.config, fetchPage),
    });
    const app = createApp(scenario.deps);
    server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    names.close();
    server.close();
    server.closeAllConnections();
  });

  const call = async (method: string, path = '', body?: unknown, token = adaToken) =>
    scenario.call(method, `/v1/me/domain${path}`, body, bearerOf(token));
  const checked = async (token = adaToken) => (await call('POST', '/check', undefined, token)).json['domain'];
  const proofOf = async (uid: string) =>
    proofText((await scenario.deps.store.read(stored.ownDomain(uid)))?.token ?? '');

  describe('a domain on one machine, with a name server and a server of its own', () => {
    // Holds host-239.
    it('is walked from the first press to the page, state by state, and given up when its record vanishes', async () => {
      const { deps } = scenario;
      const isAsked = () => new DomainHosts(deps).ownerOf(domain);
      await call('PUT', '', { domain });
      expect(await checked()).toMatchObject({ state: 'waiting' });
      names.set(domain, 'A', '198.51.100.7');
      expect(await checked()).toMatchObject({ state: 'wrong', records: [{ seen: ['198.51.100.7'] }, {}] });
      names.set(domain, 'CNAME', 'busker.test');
      expect(await checked()).toMatchObject({ state: 'proving' });
      expect([(await visit(domain)).status, await isAsked()]).toEqual([404, null]);
      names.prove(domain, 'unrelated', await proofOf(adaUid));
      expect(await checked()).toMatchObject({ state: 'certificate' });
      expect(await isAsked()).toBe(adaUid);
      certified.add(domain);
      deps.clock.advance(60_000);
      expect(await checked()).toMatchObject({ state: 'live' });
      const page = await visit(`${domain}:8443`);
      expect(page.text).toContain(`<link rel="canonical" href="https://${domain}/"/>`);
      expect((await visit(domain, '/sign-in')).status).toBe(404);
      expect((await visit('nobody.example')).status).toBe(404);

      names.isBroken = true;
      deps.clock.advance(20 * day);
      expect(await checked()).toMatchObject({ state: 'live' });
      names.isBroken = false;
      names.unset(domain);
      expect(await checked()).toMatchObject({ state: 'broken' });
      for (const days of [1, 6, 7]) {
        deps.clock.advance(days * day);
        await runSweeps(deps, ['follow-domains']);
      }
      expect((await call('GET')).json['domain']).toMatchObject({ state: 'released' });
      expect([await isAsked(), (await visit(domain)).status]).toEqual([null, 404]);
    });

    // Holds host-239.
    it('that two owners want is the one’s whose text the name server has, and the other’s after they gave it back', async () => {
      putDraft(scenario.deps, 'uid-eve', { ...adaDraft, handle: 'eve', name: 'Eve' });
      signIn(scenario.deps, 'uid-eve', 'token-eve');
      await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf('token-eve'));
      await call('PUT', '', { domain });
      await call('PUT', '', { domain }, 'token-eve');
      names.set(domain, 'CNAME', 'busker.test');
      names.prove(domain, await proofOf('uid-eve'), await proofOf(adaUid));
      await Promise.all([checked(), checked('token-eve'), checked(), checked('token-eve')]);
      const states = [(await checked())?.['state'], (await checked('token-eve'))?.['state']].map(String);
      expect(states.toSorted()).toEqual(['certificate', 'taken']);
      const [holder, name] = states[0] === 'taken' ? ['token-eve', 'Eve'] : [adaToken, 'Ada'];
      expect((await visit(domain)).text).toContain(name);
      await call('DELETE', '', undefined, holder);
      scenario.deps.clock.advance(10_000);
      await checked(holder === adaToken ? 'token-eve' : adaToken);
      expect((await visit(domain)).text).toContain(name === 'Eve' ? 'Ada' : 'Eve');
    });
  });
});

import { createSocket, type Socket } from 'node:dgram';
import { createServer, request, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { decode, encode, type Answer as DnsAnswer } from 'dns-packet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proofText } from '@busker/core/domains/own-domain';
import { createApp } from '../app';
import { DomainHosts } from '../public-pages/owner-domain';
import { proxyDomains, systemDns } from './domain-ports';
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

const domain = 'links.ada.example';
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

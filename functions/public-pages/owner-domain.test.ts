import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { provedDomainDocument } from '@busker/core/domains/domain-document';
import { profileDocument } from '@busker/core/profile-documents/profile-document';
import { DomainHosts } from './owner-domain';
import { stored } from '../store/store';
import { adasScenario, adaToken, adaUid, bearerOf, type Scenario } from '../testing/ada';

const domain = 'links.ada.example';
const host = 'https://busker.test';

let scenario: Scenario;

/** Ada has proved the domain; `live`: her page is named by it. */
async function onDomain(live = true, config: Parameters<typeof adasScenario>[0] = {}): Promise<void> {
  scenario = await adasScenario(config);
  const { store, clock } = scenario.deps;
  const claim = { v: 1 as const, domain, uid: adaUid, provedAt: clock.now() };
  store.put(paths.provedDomain(domain), provedDomainDocument.encode(claim));
  const profile = await store.read(stored.profile(adaUid));
  if (profile === undefined) throw new Error('Ada has no profile');
  store.put(paths.profile(adaUid), profileDocument.encode({ ...profile, domain: live ? domain : null }));
  store.put(paths.card('ada'), {});
  scenario.deps.recentProfiles.forget(['ada']);
}
beforeEach(() => onDomain());

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  scenario.call(method, path, undefined, { host: domain, ...headers });

describe('a domain that an owner has proved', () => {
  // Holds host-235.
  it('shows the owner’s page at its root, which names the domain and takes the card from the installation', async () => {
    const { status, text, headers } = await ask('/');
    expect(status).toBe(200);
    expect(text).toContain('<h1 itemprop="name" dir="auto">Ada Lovelace</h1>');
    expect(text).toContain(`<link rel="canonical" href="https://${domain}/"/>`);
    expect(text).toContain(`src="${host}/embed/v1.js"`);
    expect(text).toContain(`${host}/oembed?url=https%3A%2F%2F${domain}%2F`);
    const policy = headers.get('content-security-policy') ?? '';
    for (const directive of ['script-src', 'connect-src', 'img-src', 'frame-src'])
      expect(policy).toContain(`${directive} 'self' ${host}`);
    expect(headers.get('permissions-policy')).not.toContain('payment');
  });

  // Holds host-235.
  it('keeps the owner’s other hosts out of what it asks of browsers', async () => {
    expect((await ask('/')).headers.get('strict-transport-security')).toBe('max-age=604800');
  });

  it('shows the page in the language that is asked for, with the addresses of the domain', async () => {
    const { text } = await ask('/?lang=de');
    expect(text).toContain('<html lang="de"');
    expect(text).toContain(`hreflang="fr" href="https://${domain}/?lang=fr"`);
  });

  // Holds host-236.
  it.each([
    ['/sign-in', 'GET'],
    ['/settings/account', 'GET'],
    ['/money/tips', 'GET'],
    ['/busker-config.json', 'GET'],
    ['/v1/profiles/ada', 'GET'],
    ['/v1/me/domain', 'GET'],
    ['/v1/handles/ada', 'GET'],
    ['/oembed', 'GET'],
    ['/docs/errors', 'GET'],
    ['/@eve', 'GET'],
    ['/embed/v1.js', 'GET'],
    ['/', 'POST'],
    ['/v1/tips', 'POST'],
    ['/v1/tip-sessions', 'POST'],
    ['/v1/me/publish', 'POST'],
    ['/v1/stripe/webhook', 'POST'],
    ['/v1/me/domain', 'DELETE'],
  ])('has no %s (%s)', async (path, method) => {
    expect((await ask(path, bearerOf(adaToken), method)).status).toBe(404);
  });

  // Holds host-236.
  it('has the assets of the page and a sign of life, as everywhere', async () => {
    const [, sheet = ''] = /href="(\/v1\/assets\/page[^"]+)"/.exec((await ask('/')).text) ?? [];
    expect((await ask(sheet)).status).toBe(200);
    expect((await ask('/healthz')).json['ok']).toBe(true);
    expect((await ask(`/img/${'0'.repeat(64)}`)).status).toBe(404);
  });

  // Holds host-237.
  it.each([
    ['/tip?lang=de', `${host}/@ada/tip?lang=de`],
    ['/@ada/tip', `${host}/@ada/tip`],
    ['/@ada/monthly?lang=de', `${host}/@ada/monthly?lang=de`],
    ['/t/tip_1?k=key', `${host}/t/tip_1?k=key`],
    ['/legal/imprint', `${host}/legal/imprint`],
    ['/report?u=ada', `${host}/report?u=ada`],
    ['/@ada?lang=de', '/?lang=de'],
  ])('sends %s on to %s', async (path, target) => {
    const { status, headers } = await ask(path);
    expect([302, 308]).toContain(status);
    expect(headers.get('location')).toBe(target);
  });

  // Holds host-229.
  it('has a list of its pages for search engines', async () => {
    expect((await ask('/robots.txt')).text).toContain(`Sitemap: https://${domain}/sitemap.xml`);
    expect((await ask('/sitemap.xml')).text).toContain(`<loc>https://${domain}/</loc>`);
  });

  it('that is not live yet shows the page, which names the installation’s address', async () => {
    await onDomain(false);
    expect((await ask('/')).text).toContain(`<link rel="canonical" href="${host}/@ada"/>`);
  });

  it('shows nobody’s page once the owner has taken it down', async () => {
    await scenario.call('POST', '/v1/me/unpublish', undefined, bearerOf(adaToken));
    expect((await ask('/')).status).toBe(404);
  });

  it('is free of an owner ten seconds after they have given it back', async () => {
    await ask('/');
    await scenario.deps.store.commit([], (writes) => writes.remove(paths.provedDomain(domain)));
    scenario.deps.clock.advance(10_000);
    expect((await ask('/')).headers.get('strict-transport-security')).not.toBe('max-age=604800');
  });
});

describe('the host name of a request', () => {
  // Holds host-238.
  it.each([
    'evil.example',
    'eve.links.ada.example',
    '192.0.2.1',
    'localhost:4100',
    'LINKS.ada.example.evil.example',
    '%',
    'a'.repeat(300),
  ])(
    '%s, which nobody has proved, gets the installation’s own answers, and no redirect to itself',
    async (name) => {
      const page = await ask('/@ada', { host: name });
      expect(page.text).toContain('Ada Lovelace');
      const moved = await ask('/@ADA', { host: name });
      expect(moved.headers.get('location')).toBe('/@ada');
      const root = await ask('/', { host: name });
      expect([root.status, root.headers.get('location')]).toEqual([404, null]);
    },
  );

  // Holds host-238.
  it.each([`${domain}, busker.test`, `busker.test, ${domain}`])(
    'that comes twice (%s) gets nothing, which no cache keeps',
    async (name) => {
      const { status, headers } = await ask('/@ada', { host: name });
      expect([status, headers.get('cache-control')]).toEqual([400, 'private, no-store']);
    },
  );

  // Holds host-238, host-281.
  it('in X-Forwarded-Host counts where Firebase Hosting has passed the request on, and nowhere else', async () => {
    const forged = { host: 'app-x.a.run.app', 'x-forwarded-host': domain, 'x-forwarded-for': '203.0.113.7' };
    const passedOn = { ...forged, 'x-forwarded-for': '203.0.113.7, 151.101.1.2' };
    for (const headers of [forged, passedOn]) expect((await ask('/', headers)).status).toBe(404);
    await onDomain(true, { clientAddress: { kind: 'hosting' } });
    expect((await ask('/', forged)).status).toBe(404);
    expect((await ask('/', { ...forged, 'x-forwarded-for': '151.101.1.2, 203.0.113.7' })).status).toBe(404);
    expect((await ask('/', passedOn)).text).toContain('Ada Lovelace');
  });

  // Holds host-282.
  it('costs one read of the store a minute when it is nobody’s, and a flood of such names pushes no owner’s out', async () => {
    const { store, clock } = scenario.deps;
    const hosts = new DomainHosts(scenario.deps);
    const reads = vi.spyOn(store, 'read');
    const ownerOf = async (name: string) => [await hosts.ownerOf(name), reads.mock.calls.length] as const;
    expect(await ownerOf(domain)).toEqual([adaUid, 1]);
    for (let nth = 0; nth < 2100; nth += 1) await hosts.ownerOf(`x${nth}.example`);
    expect(await ownerOf(domain)).toEqual([adaUid, 2101]);
    clock.advance(50_000);
    expect(await ownerOf('x2099.example')).toEqual([null, 2101]);
    expect(await ownerOf('x0.example')).toEqual([null, 2102]);
    clock.advance(10_000);
    expect(await ownerOf('x2099.example')).toEqual([null, 2103]);
  });

  // Holds host-236.
  it.each(['Links.Ada.example:8443', 'links.ada.example.', 'LINKS.ADA.EXAMPLE.:443', 'links.ada.example:'])(
    '%s is the domain in another spelling, and has no API either',
    async (name) => {
      expect((await ask('/', { host: name })).status).toBe(200);
      expect((await ask('/v1/profiles/ada', { host: name })).status).toBe(404);
    },
  );
});

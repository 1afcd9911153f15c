import { beforeEach, describe, expect, it, vi } from 'vitest';
import { collections, paths } from '@busker/core/documents/documents';
import { provedDomainDocument } from '@busker/core/domains/domain-document';
import { paymentsDocument } from '@busker/core/money-documents/stripe-account-document';
import { proofText } from '@busker/core/domains/own-domain';
import { runSweeps } from '../jobs/run-sweep';
import { stored } from '../store/store';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  putDraft,
  refusedFields,
  signIn,
  word,
  type Answer,
  type Scenario,
} from '../testing/ada';
import { zoneOf } from './follow-domain';

const domain = 'links.ada.example';
const minute = 60_000;
const day = 24 * 60 * minute;
const eveToken = 'token-eve';
const eveUid = 'uid-eve';

let scenario: Scenario;
beforeEach(async () => {
  scenario = await adasScenario();
});

const call = (method: string, path = '', body?: unknown, token = adaToken): Promise<Answer> =>
  scenario.call(method, `/v1/me/domain${path}`, body, bearerOf(token));
const want = (name = domain, token = adaToken) => call('PUT', '', { domain: name }, token);
const check = async (token = adaToken) => (await call('POST', '/check', undefined, token)).json['domain'];
const stateOf = async (token = adaToken) => (await check(token))?.['state'];

const tokenOf = async (uid: string) => (await scenario.deps.store.read(stored.ownDomain(uid)))?.token ?? '';
/** The text that proves an owner's domain. */
const proofOf = async (uid = adaUid) => proofText(await tokenOf(uid));
const leadsHere = { cname: 'busker.test', a: ['192.0.2.10'] };

async function goLive(): Promise<void> {
  const { dns, customDomains } = scenario.deps;
  await want();
  dns.set(domain, { ...leadsHere, proof: [await proofOf()] });
  customDomains.issued.add(domain);
  expect(await stateOf()).toBe('live');
}

async function eveComes(): Promise<void> {
  putDraft(scenario.deps, eveUid, { ...adaDraft, handle: 'eve', name: 'Eve' });
  signIn(scenario.deps, eveUid, eveToken);
  await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(eveToken));
}

const letters = () =>
  Object.entries(scenario.deps.store.dump())
    .filter(([path]) => path.startsWith(`${collections.mail}/`))
    .map(([, mail]) => (mail as { message: { subject: string; text: string } }).message);

const held = async (name = domain) => (await scenario.deps.store.read(stored.provedDomain(name)))?.uid;
const shownAt = async () => (await scenario.deps.store.read(stored.profile(adaUid)))?.domain;

describe('a domain of an owner', () => {
  // Holds host-228.
  it('goes from waiting to live, one state after the other', async () => {
    const { dns, customDomains } = scenario.deps;
    expect((await call('GET')).json).toEqual({ offered: true, domain: null });
    const wanted = await want('https://Links.Ada.example/');
    expect([wanted.status, wanted.json['domain']?.['state']]).toEqual([200, 'waiting']);
    expect(await stateOf()).toBe('waiting');
    dns.set(domain, { cname: 'parking.example' });
    expect((await check())?.['records']).toMatchObject([
      { type: 'CNAME', label: 'links', values: ['busker.test'], check: 'wrong', seen: ['parking.example'] },
      { type: 'TXT', label: '_busker.links', check: 'missing' },
    ]);
    expect(await stateOf()).toBe('wrong');
    dns.set(domain, leadsHere);
    expect(await stateOf()).toBe('proving');
    expect(await held()).toBeUndefined();
    dns.set(domain, { proof: [await proofOf()] });
    expect(await stateOf()).toBe('certificate');
    expect([await held(), await shownAt()]).toEqual([adaUid, null]);
    customDomains.issued.add(domain);
    expect(await check()).toMatchObject({ state: 'live', url: `https://${domain}/`, brokenSince: null });
    expect(await shownAt()).toBe(domain);
  });

  // Holds host-229, host-301.
  it('is named by the profile, the page, the QR code, oEmbed and the receipt while it is live, and by none before and after', async () => {
    const { tipId, tipToken } = await paidTip(scenario);
    const own = `https://${domain}/`;
    const hosts = 'https://busker.test/@ada';
    const named = async () => {
      const profile = await scenario.call('GET', '/v1/profiles/ada');
      expect([profile.status, profile.json['tipUrl']]).toEqual([200, `${hosts}/tip`]);
      const page = await scenario.call('GET', '/@ada');
      const qr = await scenario.call('GET', '/@ada/qr.svg');
      const embed = await scenario.call('GET', `/oembed?url=${encodeURIComponent(hosts)}`);
      const receipt = await scenario.call('GET', `/v1/tips/${tipId}/receipt`, undefined, bearerOf(tipToken));
      expect(receipt.json['handle']).toBe('ada');
      // The frame that others have pasted, and all that it loads, is the host's.
      expect(word(embed, 'html')).toContain(`${hosts}/embed?`);
      expect((await scenario.call('GET', '/@ada/embed')).status).toBe(200);
      const given = [profile.json['url'], embed.json['author_url'], receipt.json['profileUrl']];
      const inQr = qr.text.includes(own) ? own : qr.text.includes(hosts) ? hosts : null;
      return [...given, /<link rel="canonical" href="([^"]+)"/.exec(page.text)?.[1], inQr];
    };
    const byOwn = async () =>
      (await scenario.call('GET', `/oembed?url=${encodeURIComponent(own)}`)).json['author_url'];
    expect(await named()).toEqual(Array(5).fill(hosts));
    await goLive();
    expect([await named(), await byOwn()]).toEqual([Array(5).fill(own), own]);
    await call('DELETE');
    scenario.deps.clock.advance(minute);
    expect([await named(), await byOwn()]).toEqual([Array(5).fill(hosts), undefined]);
  });

  it('stays when the owner publishes again, and tips from it are allowed where only some sites are', async () => {
    await goLive();
    putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 2, allowedSites: ['https://blog.example'] });
    await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    expect(await shownAt()).toBe(domain);
    const session = (origin: string) =>
      scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' }, { origin });
    expect((await session('https://evil.example')).json['code']).toBe('site-not-allowed');
    expect((await session(`https://${domain}`)).json['code']).not.toBe('site-not-allowed');
  });

  // Holds host-230.
  it.each([
    ['busker.test', 'domain-shared'],
    ['ada.busker.test', 'domain-shared'],
    ['co.uk', 'domain-shared'],
    ['github.io', 'domain-shared'],
    ['127.0.0.1', 'domain-shape'],
    ['ada.example:99', 'domain-shape'],
    ['', 'domain-missing'],
  ])('%s is refused by its field, and nothing is stored', async (name, fault) => {
    const answer = await want(name);
    expect([answer.status, refusedFields(answer)]).toEqual([422, ['domain']]);
    expect(answer.json['faults']).toEqual({ domain: fault });
    expect(await scenario.deps.store.read(stored.ownDomain(adaUid))).toBeUndefined();
  });

  it('is apex or below it as the list of public suffixes says', () => {
    const config = { publicOrigin: 'https://busker.test' };
    expect(zoneOf('a.b.example.co.uk', config)).toBe('example.co.uk');
    expect(zoneOf('ada.github.io', config)).toBe('ada.github.io');
    expect(zoneOf('xn--bcher-kva.example', config)).toBe('xn--bcher-kva.example');
  });

  it('needs a published page, and a host that offers it', async () => {
    signIn(scenario.deps, 'uid-new', 'token-new');
    expect((await want(domain, 'token-new')).json['code']).toBe('profile-not-found');
    Object.assign(scenario.deps, { customDomains: null });
    expect((await want()).json['code']).toBe('domain-not-offered');
    expect((await call('GET')).json['offered']).toBe(false);
  });

  // Holds host-231.
  it('of two owners who fight for it, one has it, whoever of them asks first', async () => {
    await eveComes();
    await Promise.all([want(), want(domain, eveToken)]);
    scenario.deps.dns.set(domain, { ...leadsHere, proof: [await proofOf(eveUid), await proofOf(adaUid)] });
    await Promise.all([check(), check(eveToken)]);
    const holder = await held();
    expect([adaUid, eveUid]).toContain(holder);
    const loser = holder === adaUid ? eveToken : adaToken;
    expect(await stateOf(loser)).toBe('taken');
    expect((await want(domain, loser)).json['faults']).toEqual({ domain: 'domain-taken' });
    await call('DELETE', '', undefined, holder === adaUid ? adaToken : eveToken);
    expect(await stateOf(loser)).toBe('certificate');
    expect(await held()).toBe(holder === adaUid ? eveUid : adaUid);
  });

  // Holds host-231.
  it('without the text of its owner nobody gets it, whoever leads it here', async () => {
    await eveComes();
    await want();
    await want(domain, eveToken);
    scenario.deps.dns.set(domain, { ...leadsHere, proof: [await proofOf(eveUid)] });
    expect(await stateOf()).toBe('wrong');
    expect(await stateOf(eveToken)).toBe('certificate');
    expect(await stateOf()).toBe('taken');
  });

  // Holds host-232.
  it('whose record vanishes is broken, mails its owner after one and seven days, and is free after fourteen', async () => {
    await goLive();
    const { deps } = scenario;
    deps.dns.set(domain, { cname: null, a: [], proof: [] });
    const seen: unknown[] = [];
    for (let days = 0; days <= 15; days += 1) {
      await runSweeps(deps, ['follow-domains']);
      seen.push([(await deps.store.read(stored.ownDomain(adaUid)))?.state, letters().length, await held()]);
      deps.clock.advance(day);
    }
    expect(seen[0]).toEqual(['broken', 0, adaUid]);
    expect(seen[1]).toEqual(['broken', 1, adaUid]);
    expect(seen[6]).toEqual(['broken', 1, adaUid]);
    expect(seen[7]).toEqual(['broken', 2, adaUid]);
    expect(seen[13]).toEqual(['broken', 2, adaUid]);
    expect(seen.slice(14)).toEqual([
      ['released', 3, undefined],
      ['released', 3, undefined],
    ]);
    expect(letters().map(({ subject }) => subject)).toEqual([
      `Your page cannot be reached at ${domain}`,
      `Your page cannot be reached at ${domain}`,
      `${domain} no longer belongs to your page`,
    ]);
    expect(letters()[0]?.text).toContain('https://busker.test/settings/domain');
    expect([await shownAt(), deps.customDomains.added.has(domain)]).toEqual([null, false]);
    expect((await want()).json['domain']?.['state']).toBe('waiting');
  });

  // Holds host-241.
  it('is never taken back unwarned: after weeks without a look the next one warns, and names the day a week later', async () => {
    await goLive();
    const { deps } = scenario;
    deps.dns.set(domain, { cname: null, a: [], proof: [] });
    await runSweeps(deps, ['follow-domains']);
    deps.clock.advance(20 * day);
    await runSweeps(deps, ['follow-domains']);
    expect([await stateOf(), letters().length, await held()]).toEqual(['broken', 1, adaUid]);
    expect((await check())?.['endsAt']).toBe(deps.clock.now() + 7 * day);
    deps.clock.advance(7 * day - minute);
    await runSweeps(deps, ['follow-domains']);
    expect([await stateOf(), letters().length]).toEqual(['broken', 1]);
    deps.clock.advance(minute);
    await runSweeps(deps, ['follow-domains']);
    expect([await stateOf(), letters().length, await held()]).toEqual(['released', 2, undefined]);
  });

  // Holds host-242.
  it('stores little of an answer, however long it is', async () => {
    await want();
    const proof = Array.from({ length: 300 }, (_, index) => `busker=${index}`.padEnd(600, 'x'));
    scenario.deps.dns.set(domain, { cname: 'parking.example', proof: [...proof, await proofOf()] });
    expect(await stateOf()).toBe('wrong');
    const { seen } = (await scenario.deps.store.read(stored.ownDomain(adaUid))) ?? {};
    expect(JSON.stringify(seen).length).toBeLessThan(5000);
    expect(seen?.proof).toContain(await proofOf());
  });

  // Holds host-232.
  it('stays as it is while the name servers do not answer, however long', async () => {
    await goLive();
    scenario.deps.dns.isAway = true;
    scenario.deps.clock.advance(30 * day);
    await runSweeps(scenario.deps, ['follow-domains']);
    expect([await stateOf(), await shownAt(), letters()]).toEqual(['live', domain, []]);
  });

  // Holds host-283.
  it('whose own name servers have not answered for a week counts as one without records, and is well again when they answer', async () => {
    await goLive();
    const { deps } = scenario;
    deps.dns.silent.add(domain);
    const seen: unknown[] = [];
    for (let days = 0; days <= 21; days += 1) {
      await runSweeps(deps, ['follow-domains']);
      seen.push([(await deps.store.read(stored.ownDomain(adaUid)))?.state, letters().length, await held()]);
      deps.clock.advance(day);
    }
    expect(seen[6]).toEqual(['live', 0, adaUid]);
    expect(seen[7]).toEqual(['broken', 0, adaUid]);
    expect([seen[8], seen[14], seen[20]]).toEqual([
      ['broken', 1, adaUid],
      ['broken', 2, adaUid],
      ['broken', 2, adaUid],
    ]);
    expect([seen[21], await shownAt()]).toEqual([['released', 3, undefined], null]);
    deps.dns.silent.clear();
    await goLive();
    for (const isSilent of [true, false, true]) {
      if (isSilent) deps.dns.silent.add(domain);
      else deps.dns.silent.clear();
      await runSweeps(deps, ['follow-domains']);
      deps.clock.advance(6 * day);
    }
    await runSweeps(deps, ['follow-domains']);
    expect([(await deps.store.read(stored.ownDomain(adaUid)))?.state, await shownAt()]).toEqual([
      'live',
      domain,
    ]);
  });

  // Holds host-226.
  it('without the permission says which one the host must give, and goes on when it is given', async () => {
    const { dns, customDomains } = scenario.deps;
    await want();
    dns.set(domain, { ...leadsHere, proof: [await proofOf()] });
    customDomains.failure = { kind: 'not-allowed', permission: 'firebasehosting.sites.update' };
    expect(await check()).toMatchObject({ state: 'certificate', permission: 'firebasehosting.sites.update' });
    customDomains.failure = null;
    customDomains.issued.add(domain);
    await check();
    customDomains.issued.add(domain);
    expect(await check()).toMatchObject({ state: 'live', permission: null });
  });

  it('that is live stays live while the certificate service is away, and cannot be given back then', async () => {
    await goLive();
    scenario.deps.customDomains.failure = { kind: 'unavailable', error: new Error('away') };
    expect(await stateOf()).toBe('live');
    expect((await call('DELETE')).json['code']).toBe('service-unavailable');
    expect((await want('other.ada.example')).json['code']).toBe('service-unavailable');
    expect(await held()).toBe(adaUid);
  });

  // Holds host-230.
  it('keeps its certificate when the owner asks for one that is taken', async () => {
    await goLive();
    const { store, clock, customDomains } = scenario.deps;
    const eves = { v: 1 as const, domain: 'eve.example', uid: eveUid, provedAt: clock.now() };
    store.put(paths.provedDomain(eves.domain), provedDomainDocument.encode(eves));
    expect((await want(eves.domain)).json['faults']).toEqual({ domain: 'domain-taken' });
    expect([customDomains.added.has(domain), await stateOf()]).toEqual([true, 'live']);
  });

  it('that is well costs no look for the address of its owner', async () => {
    await goLive();
    const asked = vi.spyOn(scenario.deps.idTokens, 'contact');
    await runSweeps(scenario.deps, ['follow-domains']);
    expect(asked).not.toHaveBeenCalled();
  });

  describe('and the wallets', () => {
    const account = 'acct_ada';
    const walletsOf = async () => (await check())?.['wallets'];
    const registered = async (of = account) => {
      const listed = await scenario.deps.wallets.list(of);
      return listed.ok ? listed.value.map((site) => site.domain) : null;
    };
    const registrations = () => scenario.deps.wallets.calls.filter((call) => call === 'register').length;
    const sites = (method: string, body?: object) =>
      scenario.call(method, '/v1/me/sites', body, bearerOf(adaToken));

    // Holds pay-962.
    it('are registered once when it goes live, again when it was broken and is mended, and switched off when it is given up', async () => {
      await want();
      await check();
      expect(registrations()).toBe(0);
      await goLive();
      expect([await walletsOf(), await registered(), registrations()]).toEqual(['registered', [domain], 1]);
      scenario.deps.dns.set(domain, { cname: null, a: [] });
      expect([await stateOf(), await walletsOf(), await registered()]).toEqual(['broken', null, [domain]]);
      scenario.deps.dns.set(domain, leadsHere);
      expect([await walletsOf(), registrations()]).toEqual(['registered', 2]);
      await call('DELETE');
      expect(await registered()).toEqual([]);
    });

    // Holds pay-962.
    it('are switched off with another domain in its place, and after two weeks without a record', async () => {
      await goLive();
      await want('www.ada.example');
      expect(await registered()).toEqual([]);
      await goLive();
      scenario.deps.dns.set(domain, { cname: null, a: [], proof: [] });
      for (let days = 0; days <= 15; days += 1) {
        await runSweeps(scenario.deps, ['follow-domains']);
        scenario.deps.clock.advance(day);
      }
      expect([await stateOf(), await registered()]).toEqual(['released', []]);
    });

    // Holds pay-963.
    it('that Stripe refuses or does not answer about are a state, asked again in time, and the page is live', async () => {
      const { wallets, clock } = scenario.deps;
      wallets.outage = { kind: 'unavailable', error: new Error('cut') };
      await goLive();
      expect([await walletsOf(), registrations(), await shownAt()]).toEqual(['waiting', 1, domain]);
      clock.advance(10 * minute);
      wallets.outage = { kind: 'refused', code: 'domain_refused', requestId: null };
      expect([await walletsOf(), registrations()]).toEqual(['refused', 2]);
      clock.advance(day - minute);
      expect([await walletsOf(), registrations()]).toEqual(['refused', 2]);
      clock.advance(minute);
      wallets.outage = null;
      const site = {
        domain,
        applePay: 'inactive',
        googlePay: 'active',
        link: 'active',
        problem: 'No.',
      } as const;
      vi.spyOn(wallets, 'register').mockResolvedValueOnce({ ok: true, value: site });
      expect(await walletsOf()).toBe('refused');
      clock.advance(day);
      expect([await walletsOf(), await stateOf()]).toEqual(['registered', 'live']);
      wallets.outage = { kind: 'unavailable', error: new Error('cut') };
      expect((await call('DELETE')).json).toEqual({ offered: true, domain: null });
      expect(await held()).toBeUndefined();
    });

    // Holds pay-963.
    it('wait for an account that takes cards, and come to the next one', async () => {
      const { store } = scenario.deps;
      const payments = await store.read(stored.payments(adaUid));
      if (payments === undefined) throw new Error('Ada has no account');
      const put = (change: Partial<typeof payments>) =>
        store.put(paths.payments(adaUid), paymentsDocument.encode({ ...payments, ...change }));
      put({ cardPayments: 'restricted' });
      await goLive();
      expect([await walletsOf(), registrations()]).toEqual([null, 0]);
      put({});
      expect(await walletsOf()).toBe('registered');
      put({ accountId: 'acct_next' });
      expect([await walletsOf(), await registered('acct_next')]).toEqual(['registered', [domain]]);
    });

    // Holds pay-964.
    it('are the owner’s to keep on a domain that they registered as a site, and no other site is remembered for it', async () => {
      await goLive();
      await sites('GET');
      expect((await scenario.deps.store.read(stored.walletSites(adaUid)))?.domains ?? []).toEqual([]);
      await sites('POST', { domain });
      await call('DELETE');
      expect(await registered()).toEqual([domain]);
    });
  });

  it('gives the one before back when the owner takes another one', async () => {
    await goLive();
    await want('www.ada.example');
    expect([await held(), await shownAt()]).toEqual([undefined, null]);
    expect(scenario.deps.customDomains.added.has(domain)).toBe(false);
    expect((await want('www.ada.example')).json['domain']?.['name']).toBe('www.ada.example');
  });

  it('is looked at by the hourly sweep for a month when nobody proves it, and then only by its owner', async () => {
    await want();
    scenario.deps.clock.advance(31 * day);
    scenario.deps.dns.set(domain, leadsHere);
    await runSweeps(scenario.deps, ['follow-domains']);
    expect((await scenario.deps.store.read(stored.ownDomain(adaUid)))?.state).toBe('waiting');
    expect(await stateOf()).toBe('proving');
  });

  // Holds host-233, pay-962.
  it('is in the export, and goes with the account', async () => {
    await goLive();
    const file = await scenario.call('POST', '/v1/me/export', { format: 'json' }, bearerOf(adaToken));
    expect(file.json['domain']).toMatchObject({ domain, state: 'live' });
    const gone = await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect(gone.status).toBe(200);
    expect(Object.keys(scenario.deps.store.dump()).filter((path) => /Domains\//.test(path))).toEqual([]);
    expect(scenario.deps.customDomains.added.has(domain)).toBe(false);
    expect(await scenario.deps.wallets.list('acct_ada')).toEqual({ ok: true, value: [] });
    expect(paths.ownDomain(adaUid)).toBe('ownDomains/uid-ada');
  });

  // Holds host-234.
  it('is checked as often as its screen needs, and not more', async () => {
    scenario = await adasScenario({ limitFactor: 1 });
    await want();
    const statuses: number[] = [];
    for (let times = 0; times < 31; times += 1) statuses.push((await call('POST', '/check')).status);
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([30, 429]);
  });
});

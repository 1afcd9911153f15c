import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import {
  linksHealthDocument,
  type LinkHealth,
  type LinkState,
} from '@busker/core/profile-documents/profile-document';
import { fakeProfile } from '@busker/core/testing/fakes';
import { runSweep } from '../jobs/run-sweep';
import { sliceMs } from '../queue/task-queue';
import { tagsOf } from '../safe-fetch/html-tags';
import type { SafeFetchAnswer } from '../safe-fetch/safe-fetch';
import { stored } from '../store/store';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  putDraft,
  refusedFields,
  type Scenario,
} from '../testing/ada';
import { inMemoryDeps, type InMemoryDeps } from '../testing/in-memory-deps';
import { workOff } from '../testing/stored-state';
import { notifiedLinks } from './check-links';
import { fetchWithSlots } from './follow-links';

describe('told links', () => {
  const hour = 60 * 60_000;
  const noon = Date.UTC(2026, 9, 1, 12);
  const url = 'https://a.example/';
  const link = (state: LinkState, since = noon, more: Partial<LinkHealth> = {}): LinkHealth => ({
    url,
    state,
    status: null,
    movedTo: null,
    since,
    checkedAt: since,
    ...more,
  });
  const notified = (before: LinkHealth | undefined, after: LinkHealth, now: number) =>
    notifiedLinks(before === undefined ? {} : { k: before }, { k: after }, now);

  it('a broken link is told at the second look, once', () => {
    const first = notified(link('ok'), link('gone'), noon);
    expect(first.facts).toEqual([]);
    expect(notified(first.links['k'], link('gone'), noon + hour).facts).toEqual([]);
    const second = notified(first.links['k'], link('gone'), noon + 24 * hour);
    expect(second.facts).toEqual([{ type: 'link.dead', linkId: 'k', url, state: 'gone', since: noon }]);
    expect(notified(second.links['k'], link('gone'), noon + 48 * hour).facts).toEqual([]);
    expect(
      notified(second.links['k'], link('unreachable', noon + 48 * hour), noon + 72 * hour).facts,
    ).toEqual([]);
  });

  it('a link that works again is told, if the owner was told that it was broken', () => {
    const broken = link('gone', noon, { toldAt: noon });
    const back = notified(broken, link('ok'), noon + hour);
    expect(back).toEqual({ facts: [{ type: 'link.back', linkId: 'k', url }], links: { k: link('ok') } });
    expect(notified(link('gone'), link('ok'), noon + hour).facts).toEqual([]);
  });

  it('a site that refuses programs says nothing about a broken link', () => {
    const broken = link('gone', noon, { toldAt: noon });
    const unsure = notified(broken, link('unknown'), noon + hour);
    expect(unsure.facts).toEqual([]);
    expect(notified(unsure.links['k'], link('ok'), noon + 2 * hour).facts).toHaveLength(1);
  });

  it('another address is another link', () => {
    const other = link('gone', noon, { url: 'https://b.example/', toldAt: noon });
    expect(notified(other, link('gone', noon), noon + 24 * hour).facts).toEqual([]);
    expect(notified(undefined, link('ok'), noon).facts).toEqual([]);
  });
});

describe('follow links', () => {
  const owners = Array.from({ length: 100 }, (_, index) => `owner-${String(index).padStart(3, '0')}`);

  async function withOwners(): Promise<InMemoryDeps> {
    const deps = inMemoryDeps();
    const now = deps.clock.now();
    await deps.store.transaction((writes) => {
      for (const [index, uid] of owners.entries()) {
        const link = { url: `https://${uid}.example/`, label: 'Site', order: 0, on: true };
        writes.write(stored.profile(uid), fakeProfile({ uid, handle: uid, links: { site: link } }));
        writes.write(stored.linkHealth(uid), {
          v: 1,
          uid,
          links: {},
          checkedAt: null,
          nextCheckAt: now - owners.length + index,
        });
      }
      return Promise.resolve();
    });
    return deps;
  }

  const askedOf = ({ pages }: InMemoryDeps) => pages.asked.map((url) => new URL(url).host.split('.')[0]);

  it('checks all owners who are due in one run, those who waited longest first', async () => {
    const deps = await withOwners();
    await deps.jobs.want('follow-links', 'all');
    expect(await workOff(deps)).toEqual([['follow-links-all', 'due']]);
    expect(askedOf(deps).toSorted()).toEqual(owners);
    expect(askedOf(deps).slice(0, 40).toSorted()).toEqual(owners.slice(0, 40));
    expect(deps.lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { message: 'sweep done', sweep: 'follow-links', checked: 100, changed: 100, missed: 0 },
    ]);
  });

  it('goes on in another slice when four minutes are over, and asks nobody twice', async () => {
    const deps = await withOwners();
    const { fetch } = deps.pages;
    const slow = { ...deps, fetchPage: (url: string) => (deps.clock.advance(sliceMs / 40), fetch(url)) };
    await deps.jobs.want('follow-links', 'all');
    expect((await workOff(slow)).map(([, end]) => end)).toEqual(['due', 'due', 'due']);
    expect(askedOf(deps).toSorted()).toEqual(owners);
    expect(JSON.parse(deps.lines.at(-1) ?? '')).toMatchObject({ message: 'sweep done', checked: 100 });
  });

  it('tries an owner whose check fails once, and forgets one without a profile', async () => {
    const deps = await withOwners();
    const [broken = '', gone = ''] = owners;
    deps.store.put(paths.profile(broken), { v: 99 });
    await deps.store.transaction((writes) => Promise.resolve(writes.remove(paths.profile(gone))));
    await deps.jobs.want('follow-links', 'all');
    expect(await workOff(deps)).toEqual([['follow-links-all', 'due']]);
    expect(askedOf(deps)).toHaveLength(98);
    const stays = deps.store.dump();
    expect(stays[paths.linkHealth(broken)]).toEqual(
      linksHealthDocument.encode({
        v: 1,
        uid: broken,
        links: {},
        checkedAt: null,
        nextCheckAt: deps.clock.now() - 100,
      }),
    );
    expect(stays[paths.linkHealth(gone)]).toBeUndefined();
  });
});

describe('fetch in turns', () => {
  const answer: SafeFetchAnswer = { ok: false, problem: 'unreachable' };

  /** Pages that answer when the test says so. */
  function slowPages() {
    const open: { readonly url: string; readonly end: (failure?: Error) => void }[] = [];
    const fetchPage = (url: string) =>
      new Promise<SafeFetchAnswer>((resolve, reject) => {
        open.push({ url, end: (failure) => (failure ? reject(failure) : resolve(answer)) });
      });
    return { open, fetchPage };
  }

  const urls = (host: string, count: number) =>
    Array.from({ length: count }, (_, index) => `https://${host}/${index}`);

  it('sends two requests to one host and eight to all, and the next when one has ended', async () => {
    const { open, fetchPage } = slowPages();
    const fetch = fetchWithSlots(fetchPage, { all: 8, perHost: 2 });
    const all = [
      ...urls('busy.example', 5),
      ...urls('a.example', 2),
      ...urls('b.example', 2),
      ...urls('c.example', 3),
    ];
    const answers = all.map((url) => fetch(url));
    await Promise.resolve();
    const hostsOf = () => open.map(({ url }) => new URL(url).host);
    expect(hostsOf()).toEqual([
      ...Array<string>(2).fill('busy.example'),
      ...Array<string>(2).fill('a.example'),
      ...Array<string>(2).fill('b.example'),
      ...Array<string>(2).fill('c.example'),
    ]);
    // The third of the busy host waited longest, and its host has a free place.
    open[0]?.end();
    await expect.poll(() => open.at(-1)?.url).toBe('https://busy.example/2');
    for (let ended = 1; ended < all.length; ended += 1) {
      await expect.poll(() => open.length).toBeGreaterThan(ended);
      open[ended]?.end();
    }
    expect(await Promise.all(answers)).toEqual(all.map(() => answer));
  });

  it('goes on after a request that failed', async () => {
    const { open, fetchPage } = slowPages();
    const fetch = fetchWithSlots(fetchPage, { all: 1, perHost: 1 });
    const first = fetch('https://a.example/');
    const second = fetch('https://a.example/');
    await expect.poll(() => open.length).toBe(1);
    open[0]?.end(new Error('cut'));
    await expect(first).rejects.toThrow('cut');
    await expect.poll(() => open.length).toBe(2);
    open[1]?.end();
    expect(await second).toEqual(answer);
  });
});

const site = 'https://ada.example/';
const insta = 'https://instagram.com/ada';
const back = '<a rel="nofollow me" href="https://busker.test/@ada">Tips</a>';

const verify = (scenario: Scenario, url: unknown = site) =>
  scenario.call('POST', '/v1/me/links/verify', { url }, bearerOf(adaToken));
const checkAll = (scenario: Scenario) =>
  scenario.call('POST', '/v1/me/links/check', undefined, bearerOf(adaToken));
const isMarked = async (scenario: Scenario) => {
  const answer = await scenario.call('GET', '/v1/profiles/ada');
  const links = answer.json.links as unknown as readonly { id: string; verified: boolean }[];
  return links.find(({ id }) => id === 'site')?.verified;
};
const healthIn = (scenario: Scenario) => {
  const health = linksHealthDocument.decode(scenario.deps.store.dump()[paths.linkHealth(adaUid)]);
  if (!health.ok) throw new Error('There is no link health');
  return health.value;
};

describe('POST /v1/me/links/verify', () => {
  // Holds dash-059.
  it('marks a link whose page links back, and answers with the expected address', async () => {
    const scenario = await adasScenario();
    expect(await isMarked(scenario)).toBe(false);
    scenario.deps.pages.put(site, back);
    const linkBack = 'https://busker.test/@ada';
    expect((await verify(scenario)).json).toEqual({ url: site, outcome: 'verified', linkBack });
    expect(await isMarked(scenario)).toBe(true);
  });

  // Holds web-060, dash-059.
  it(`the profile's own page links with rel="me" too`, async () => {
    const scenario = await adasScenario();
    const tags = tagsOf((await scenario.call('GET', '/@ada')).text);
    const link = tags.find(({ name, attributes }) => name === 'a' && attributes.get('href') === site);
    expect(link?.attributes.get('rel')?.split(' ')).toContain('me');
  });

  it.each([
    ['<link rel="me" href="https://busker.test/@Ada/">', {}, 'verified'],
    ['', { link: '<https://busker.test/@ada>; rel="me"' }, 'verified'],
    ['<a rel=me href="https://busker.test/@ada?from=blog#x">', {}, 'verified'],
    ['<a href="https://busker.test/@ada">', {}, 'no-link-back'],
    ['<a rel="me" href="https://busker.test/@grace">', {}, 'no-link-back'],
    ['<a rel="me" href="https://evil.test/@ada">', {}, 'no-link-back'],
    ['<a rel="mean" href="https://busker.test/@ada">', {}, 'no-link-back'],
    [`<!-- ${back} -->`, {}, 'no-link-back'],
    ['', { link: '<https://busker.test/@ada>; rel="next"' }, 'no-link-back'],
  ])('%j with the header %j is: %s', async (html, headers, outcome) => {
    const scenario = await adasScenario();
    scenario.deps.pages.put(site, html, { headers });
    expect((await verify(scenario)).json).toMatchObject({ outcome });
    expect(await isMarked(scenario)).toBe(outcome === 'verified');
  });

  it('accepts a link to an earlier handle', async () => {
    const scenario = await adasScenario();
    putDraft(scenario.deps, adaUid, { ...adaDraft, handle: 'countess', revision: 2 });
    await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    scenario.deps.pages.put(site, back);
    expect((await verify(scenario)).json).toMatchObject({ outcome: 'verified' });
  });

  // Holds web-060.
  it('refuses an address that redirects to another site', async () => {
    const scenario = await adasScenario();
    scenario.deps.pages.put(site, back, { url: 'https://elsewhere.example/' });
    expect((await verify(scenario)).json).toMatchObject({ outcome: 'other-site' });
    scenario.deps.pages.put(site, back, { url: 'https://www.ada.example/home' });
    expect((await verify(scenario)).json).toMatchObject({ outcome: 'verified' });
  });

  it('keeps the mark while the page is unavailable, and removes it when the link back is gone', async () => {
    const scenario = await adasScenario();
    scenario.deps.pages.put(site, back);
    await verify(scenario);
    scenario.deps.pages.fail(site, 'timed-out');
    expect((await verify(scenario)).json).toMatchObject({ outcome: 'unreachable' });
    expect(await isMarked(scenario)).toBe(true);
    scenario.deps.pages.put(site, 'Nothing here');
    await verify(scenario);
    expect(await isMarked(scenario)).toBe(false);
  });

  it('checks only published links', async () => {
    const scenario = await adasScenario();
    expect(refusedFields(await verify(scenario, 'https://other.example/'))).toEqual(['url']);
    expect(refusedFields(await verify(scenario, 7))).toEqual(['url']);
    expect(scenario.deps.pages.asked).toEqual([]);
    expect((await scenario.call('POST', '/v1/me/links/verify', { url: site })).status).toBe(401);
  });
});

describe('link health', () => {
  it.each([
    [200, site, 'ok'],
    [404, site, 'gone'],
    [410, site, 'gone'],
    [403, site, 'unknown'],
    [999, site, 'unknown'],
    [503, site, 'unreachable'],
    [200, 'https://parked.example/', 'moved'],
  ])('maps the answer %s of %s to %s', async (status, url, state) => {
    const scenario = await adasScenario();
    scenario.deps.pages.put(site, '', { status, url });
    const answer = await checkAll(scenario);
    expect(answer.json.links).toMatchObject({
      site: { url: site, state, status, movedTo: state === 'moved' ? url : null },
      insta: { state: 'unreachable', status: null },
    });
    expect(healthIn(scenario).links).toEqual(answer.json.links);
  });

  // Holds dash-060.
  it('stores since when a link is broken', async () => {
    const scenario = await adasScenario();
    scenario.deps.pages.put(site, '', { status: 404 });
    await checkAll(scenario);
    const since = scenario.deps.clock.now();
    scenario.deps.clock.advance(1000);
    await checkAll(scenario);
    expect(healthIn(scenario).links.site).toMatchObject({ since, checkedAt: since + 1000 });
    scenario.deps.pages.put(site, '');
    await checkAll(scenario);
    expect(healthIn(scenario).links.site).toMatchObject({ state: 'ok', since: since + 1000 });
  });

  // Holds dash-060.
  it('is updated by the hourly sweep after publishing, then once a day', async () => {
    const scenario = await adasScenario();
    scenario.deps.pages.put(site, '');
    scenario.deps.pages.put(insta, '', { status: 404 });
    await runSweep(scenario.deps, 'hourly');
    expect(healthIn(scenario).links).toMatchObject({ site: { state: 'ok' }, insta: { state: 'gone' } });
    expect(scenario.deps.pages.asked).toHaveLength(2);
    scenario.deps.clock.advance(60 * 60_000);
    await runSweep(scenario.deps, 'hourly');
    expect(scenario.deps.pages.asked).toHaveLength(2);
    scenario.deps.clock.advance(23 * 60 * 60_000);
    await runSweep(scenario.deps, 'hourly');
    expect(scenario.deps.pages.asked).toHaveLength(4);
  });

  it('is due again when a link is published again, and drops removed links', async () => {
    const scenario = await adasScenario();
    await checkAll(scenario);
    const links = { insta: { ...adaDraft.links.insta, url: 'https://instagram.com/countess' } };
    putDraft(scenario.deps, adaUid, { ...adaDraft, links: links as typeof adaDraft.links, revision: 2 });
    await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    expect(healthIn(scenario)).toMatchObject({ links: {}, nextCheckAt: scenario.deps.clock.now() });
  });

  it('removes the mark of a verified link that no longer links back', async () => {
    const scenario = await adasScenario();
    scenario.deps.pages.put(site, back);
    await verify(scenario);
    await runSweep(scenario.deps, 'hourly');
    expect(await isMarked(scenario)).toBe(true);
    scenario.deps.pages.put(site, '');
    scenario.deps.clock.advance(25 * 60 * 60_000);
    await runSweep(scenario.deps, 'hourly');
    expect(await isMarked(scenario)).toBe(false);
  });

  it('can be requested a few times an hour', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await checkAll(scenario)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });
});

import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { linksHealthDocument } from '../../core/profile-documents/profile-document';
import { tagsOf } from '../safe-fetch/html-tags';
import { runSweep } from '../jobs/run-sweep';
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

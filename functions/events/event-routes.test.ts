import { describe, expect, it, vi } from 'vitest';
import { paths } from '../../core/documents/documents';
import { adasStage, type Stage } from '../testing/ada';
import { countedIn } from '../testing/counted';

const text = { 'content-type': 'text/plain;charset=UTF-8' };
const send = async ({ app }: Stage, body: string, address = '203.0.113.7'): Promise<Response> =>
  app.request('/v1/events', { method: 'POST', body, headers: { ...text, 'x-forwarded-for': address } });
const events = (...list: readonly object[]) => JSON.stringify({ events: list });
const view = { kind: 'view', handle: 'ada' };
const beacon = async ({ app }: Stage, body: object, origin?: string): Promise<Response> =>
  app.request('/v1/events', {
    method: 'POST',
    body: JSON.stringify({ events: [view], ...body }),
    headers: { ...text, 'x-forwarded-for': '203.0.113.7', ...(origin && { origin }) },
  });
const counted = async ({ deps }: Stage) => {
  const { views, clicks } = await countedIn(deps);
  return { views, clicks };
};
/** As in production: nothing is written before the window is over. */
const tenSeconds = { counting: { windowMs: 10_000, rollUpMs: 600_000 } };

describe('POST /v1/events', () => {
  // Holds dash-077.
  it('counts the views and clicks of a beacon', async () => {
    const stage = await adasStage();
    const click = { kind: 'click', handle: 'ada', link: 'insta' };
    expect((await send(stage, events(view, click, click))).status).toBe(204);
    expect(await counted(stage)).toEqual({ views: 1, clicks: { insta: 2 } });
  });

  it('counts views by site: of the page, or of the site that led to the page on this server', async () => {
    const stage = await adasStage();
    const own = stage.deps.config.publicOrigin;
    await beacon(stage, {}, 'https://blog.example:8443');
    await beacon(stage, { from: 'social.example' }, own);
    await beacon(stage, {}, own);
    // Another page cannot say which site led to it.
    await beacon(stage, { from: 'social.example' }, 'https://blog.example');
    for (const origin of ['null', undefined]) await beacon(stage, {}, origin);
    const { views, sites } = await countedIn(stage.deps);
    expect(views).toBe(6);
    expect(sites).toEqual({ 'blog.example': 2, 'social.example': 1, [new URL(own).hostname]: 1 });
  });

  it('stores of an address only its host name', async () => {
    const stage = await adasStage();
    await beacon(stage, { from: 'https://social.example/secret?q=1' }, stage.deps.config.publicOrigin);
    await stage.deps.counting.end();
    expect(JSON.stringify(stage.deps.store.dump())).not.toContain('secret');
  });

  it('counts all of many concurrent beacons', async () => {
    const stage = await adasStage();
    await Promise.all(Array.from({ length: 40 }, () => send(stage, events(view))));
    expect((await counted(stage)).views).toBe(40);
  });

  it('sends the store one request at the end of ten seconds, and none before', async () => {
    const stage = await adasStage(tenSeconds);
    const { store, clock } = stage.deps;
    const requests = [];
    for (let second = 0; second <= 30; second += 1) {
      const before = store.requests;
      for (const address of ['203.0.113.7', '203.0.113.8']) await send(stage, events(view), address);
      requests.push(store.requests - before);
      clock.advance(1000);
    }
    expect(requests.map((made, second) => (made > 0 ? [second, made] : null)).filter(Boolean)).toEqual([
      [10, 1],
      [20, 1],
      [30, 1],
    ]);
    expect((await counted(stage)).views).toBe(62);
  });

  // Holds host-045.
  it('counts sixty events of one address per minute, and answers 204 to all', async () => {
    const stage = await adasStage({ limitFactor: 1, ...tenSeconds });
    for (let sent = 0; sent < 200; sent += 1) expect((await send(stage, events(view))).status).toBe(204);
    await send(stage, events(view), '203.0.113.8');
    stage.deps.clock.advance(60_000);
    await send(stage, events(view));
    expect((await counted(stage)).views).toBe(62);
  });

  it('counts an IPv6 network as one address, and stores nothing about it', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    const before = Object.keys(stage.deps.store.dump());
    for (let sent = 1; sent <= 70; sent += 1) await send(stage, events(view), `2001:db8:1:2::${sent}`);
    expect((await counted(stage)).views).toBe(60);
    const after = Object.keys(stage.deps.store.dump()).filter((path) => !before.includes(path));
    expect(after.filter((path) => !/\/insights\/|^viewBatches\/|^rollUps\/|^counted\//.test(path))).toEqual(
      [],
    );
    expect(JSON.stringify(stage.deps.store.dump())).not.toContain('2001:db8');
  });

  it('counts versions by IPv6 network too', async () => {
    const stage = await adasStage();
    const body = JSON.stringify({ card: '0.1.0', events: [view] });
    for (let sent = 1; sent <= 20; sent += 1) await send(stage, body, `2001:db8:1:2::${sent}`);
    stage.deps.clock.advance(60_000);
    await send(stage, body, '203.0.113.8');
    const path = paths.cardVersion('2026-11-20', '0.1.0');
    expect(stage.deps.store.dump()[path]).toMatchObject({ loads: 11 });
  });

  it.each(['viewBatches/', 'cardVersions/'])(
    'answers 204 when the store refuses writes in %s, and loses no view',
    async (refused) => {
      const stage = await adasStage(tenSeconds);
      const { store, clock } = stage.deps;
      const body = JSON.stringify({ card: '0.1.0', events: [view] });
      const commit = store.commit.bind(store);
      const refusing = vi.spyOn(store, 'commit').mockImplementation(async (conditions, work) => {
        const isBatch = conditions[0]?.path.startsWith('viewBatches/') === true;
        if (isBatch === (refused === 'viewBatches/')) throw new Error('permission denied');
        return commit(conditions, work);
      });
      for (let sent = 0; sent < 3; sent += 1) {
        expect((await send(stage, body)).status).toBe(204);
        clock.advance(60_000);
      }
      refusing.mockRestore();
      expect((await counted(stage)).views).toBe(3);
    },
  );

  it('ignores links that the profile does not have', async () => {
    const stage = await adasStage();
    await send(stage, events({ kind: 'click', handle: 'ada', link: 'made-up' }));
    expect(await counted(stage)).toEqual({ views: 0, clicks: {} });
  });

  it.each([
    ['no JSON', '{'],
    ['too much', events(...Array.from({ length: 21 }, () => view))],
    ['too long', 'x'.repeat(5000)],
    ['an unknown profile', events({ kind: 'view', handle: 'nobody' })],
    ['a name for the visitor', events({ ...view, visitor: 'v1' })],
  ])('answers 204 and counts nothing for %s', async (_what, body) => {
    const stage = await adasStage();
    expect((await send(stage, body)).status).toBe(204);
    expect(await counted(stage)).toEqual({ views: 0, clicks: {} });
  });

  it('accepts beacons from every page', async () => {
    const stage = await adasStage();
    const answer = await send(stage, events(view));
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });
});

import { describe, expect, it } from 'vitest';
import { decodeInsight } from '../../core/documents/insight-document';
import { totalShards, paths } from '../../core/documents/documents';
import { adasStage, adaUid, type Stage } from '../testing/ada';

const text = { 'content-type': 'text/plain;charset=UTF-8' };
const send = async ({ app }: Stage, body: string, address = '203.0.113.7'): Promise<Response> =>
  app.request('/v1/events', { method: 'POST', body, headers: { ...text, 'x-forwarded-for': address } });
const events = (...list: readonly object[]) => JSON.stringify({ events: list });
const view = { kind: 'view', handle: 'ada' };

/** The sum of all shards of Ada's day. */
async function counted({ deps }: Stage): Promise<{ views: number; clicks: Record<string, number> }> {
  const sum = { views: 0, clicks: {} as Record<string, number> };
  const day = new Date(deps.clock.now()).toISOString().slice(0, 10);
  for (let shard = 0; shard < totalShards; shard += 1) {
    const path = paths.insight(adaUid, day, shard);
    const stored = await deps.store.read({
      path,
      encode: (data: object) => ({ ...data }),
      decode: decodeInsight,
    });
    if (!stored?.ok) continue;
    sum.views += stored.value.views;
    for (const [link, clicks] of Object.entries(stored.value.clicks))
      sum.clicks[link] = (sum.clicks[link] ?? 0) + clicks;
  }
  return sum;
}

describe('POST /v1/events', () => {
  // Holds dash-077.
  it('counts the views and clicks of a beacon', async () => {
    const stage = await adasStage();
    const click = { kind: 'click', handle: 'ada', link: 'insta' };
    expect((await send(stage, events(view, click, click))).status).toBe(204);
    expect(await counted(stage)).toEqual({ views: 1, clicks: { insta: 2 } });
  });

  it('counts all of many concurrent beacons', async () => {
    const stage = await adasStage();
    await Promise.all(Array.from({ length: 40 }, () => send(stage, events(view))));
    expect((await counted(stage)).views).toBe(40);
  });

  it('counts thirty views of one profile per address and hour, answers 204 to all, and sends the store no more requests', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    const beacon = events(...Array.from({ length: 20 }, () => view));
    const requests = [];
    for (let sent = 0; sent < 10; sent += 1) {
      const before = stage.deps.store.requests;
      expect((await send(stage, beacon)).status).toBe(204);
      requests.push(stage.deps.store.requests - before);
    }
    expect((await counted(stage)).views).toBe(30);
    expect(requests.slice(2)).toEqual(Array.from({ length: 8 }, () => 0));
    await send(stage, events(view), '203.0.113.8');
    expect((await counted(stage)).views).toBe(31);
    stage.deps.clock.advance(60 * 60_000);
    await send(stage, events(view));
    expect((await counted(stage)).views).toBe(32);
  });

  it('counts an IPv6 network as one address, and stores nothing about it', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    const before = Object.keys(stage.deps.store.dump());
    for (let sent = 1; sent <= 40; sent += 1) await send(stage, events(view), `2001:db8:1:2::${sent}`);
    expect((await counted(stage)).views).toBe(30);
    const after = Object.keys(stage.deps.store.dump()).filter((path) => !before.includes(path));
    expect(after.every((path) => path.includes('/insights/'))).toBe(true);
    expect(JSON.stringify(stage.deps.store.dump())).not.toContain('2001:db8');
  });

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

import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import type { StoredData } from '../../core/documents/stored-document';
import { parseWall, type Wall } from '../../core/profile/wall';
import {
  adaDraft,
  adasStage,
  adaToken,
  adaUid,
  bearerOf,
  emptyStage,
  paidTip,
  sendTip,
  tipSession,
  type Stage,
} from '../testing/ada';

const goal = { label: 'A new bow', amount: 5000 };
const open = { draft: { tips: { ...adaDraft.tips, showWall: true, goal } } };

async function wallOf(stage: Stage): Promise<Wall> {
  const answer = await stage.call('GET', '/v1/profiles/ada/wall');
  const wall = parseWall(answer.json);
  if (!wall.ok) throw new Error(`No wall: ${answer.text}`);
  return wall.value;
}

const names = async (stage: Stage) => (await wallOf(stage)).supporters.map(({ name }) => name);

describe('GET /v1/profiles/{handle}/wall', () => {
  // Holds tag-030.
  it('is empty until the owner switches it on', async () => {
    const stage = await adasStage();
    await paidTip(stage, { name: 'Zoe' });
    expect(await wallOf(stage)).toEqual({ v: 1, goal: null, supporters: [] });
  });

  it('shows the goal and the newest supporters with their public fields only', async () => {
    const stage = await adasStage({}, open);
    await paidTip(stage, { name: 'Zoe', message: 'For the rain piece' });
    stage.deps.clock.advance(60_000);
    await paidTip(stage, { name: 'Mo', tipAmount: 1000, total: 1000, session: await tipSession(stage) });
    const { supporters, goal: shown } = await wallOf(stage);
    expect(shown).toEqual({ ...goal, currency: 'usd', reached: 1500 });
    expect(supporters.map(({ name, message, amount }) => ({ name, message, amount }))).toEqual([
      { name: 'Mo', message: null, amount: 1000 },
      { name: 'Zoe', message: 'For the rain piece', amount: 500 },
    ]);
    expect(supporters.every((each) => Object.keys(each).length === 5)).toBe(true);
  });

  // Holds web-031, pay-141.
  it('omits tips that are unpaid, without texts, or anonymous', async () => {
    const stage = await adasStage({}, open);
    await sendTip(stage, { name: 'Unpaid' });
    await paidTip(stage, { name: 'Shy', anonymous: true });
    await paidTip(stage);
    expect(await names(stage)).toEqual([]);
  });

  it("omits a private name with its message, which the owner's export has", async () => {
    const stage = await adasStage({}, open);
    await paidTip(stage, { name: 'Shy', message: 'For you alone', anonymous: true });
    for (const path of ['/v1/profiles/ada', '/v1/profiles/ada/wall', '/@ada', '/@ada/embed']) {
      expect((await stage.call('GET', path)).text, path).not.toMatch(/Shy|For you alone/);
    }
    for (const format of ['csv', 'json']) {
      const { text } = await stage.call('GET', `/v1/me/export.${format}`, undefined, bearerOf(adaToken));
      expect(text, format).toMatch(/Shy[^]*For you alone/);
    }
  });

  // Holds pay-141.
  it('omits held texts until the owner shows them, and texts that the owner hides', async () => {
    const stage = await adasStage({}, open);
    const { tipId } = await paidTip(stage, { name: 'Buy at spam.example.com' });
    expect(await names(stage)).toEqual([]);
    const say = (state: string) =>
      stage.call('POST', `/v1/me/tips/${tipId}/moderation`, { state }, bearerOf(adaToken));
    expect((await say('visible')).status).toBe(200);
    expect(await names(stage)).toEqual(['Buy at spam.example.com']);
    await say('hidden');
    expect(await names(stage)).toEqual([]);
  });

  it('omits a fan at once after they erase their texts', async () => {
    const stage = await adasStage({}, open);
    const { tipId, tipToken } = await paidTip(stage, { name: 'Zoe', message: 'Hello' });
    expect(await names(stage)).toEqual(['Zoe']);
    await stage.call('PATCH', `/v1/tips/${tipId}`, { name: null, message: null }, bearerOf(tipToken));
    expect(await names(stage)).toEqual([]);
    expect(Object.keys(stage.deps.store.dump()).filter((path) => path.includes('/supporters/'))).toEqual([]);
  });

  // Holds pay-141.
  it('omits a refunded tip', async () => {
    const stage = await adasStage({}, open);
    const { tipId, tipToken } = await paidTip(stage, { name: 'Zoe' });
    expect(await names(stage)).toEqual(['Zoe']);
    const undone = await stage.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(tipToken));
    expect(undone.status).toBeLessThan(300);
    expect(await names(stage)).toEqual([]);
    expect((await wallOf(stage)).goal?.reached).toBe(0);
  });

  it('starts a goal with a new title at zero, and continues one with the same title', async () => {
    const stage = await adasStage({}, open);
    const publishGoal = async (wanted: { label: string; amount: number } | null) => {
      const path = paths.draft(adaUid);
      const draft = stage.deps.store.dump()[path] as StoredData;
      stage.deps.store.put(path, { ...draft, tips: { ...adaDraft.tips, goal: wanted } });
      const { status } = await stage.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
      expect(status).toBe(200);
    };
    const reached = async () => (await wallOf(stage)).goal?.reached;
    const early = await paidTip(stage);
    expect(await reached()).toBe(500);
    await publishGoal({ ...goal, amount: 90_000 });
    expect(await reached()).toBe(500);
    await publishGoal({ label: 'A case for it', amount: 2000 });
    expect(await reached()).toBe(0);
    stage.deps.clock.advance(60_000);
    await paidTip(stage, { session: await tipSession(stage) });
    expect(await reached()).toBe(500);
    await publishGoal(null);
    expect(await reached()).toBeUndefined();
    await publishGoal({ label: 'A case for it', amount: 2000 });
    expect(await reached()).toBe(500);
    stage.deps.clock.advance(60_000);
    await stage.call('POST', `/v1/tips/${early.tipId}/undo`, undefined, bearerOf(early.tipToken));
    expect(await reached()).toBe(0);
  });

  it('reads one document, however many tips there are, and makes the wall anew at most once a minute', async () => {
    const stage = await adasStage({}, open);
    const { store, clock } = stage.deps;
    const readsOfWall = async () => {
      const before = store.charged.read;
      await wallOf(stage);
      return store.charged.read - before;
    };
    for (let at = 0; at < 3; at += 1) await paidTip(stage, { name: `Fan ${at}` });
    // The card is in this instance. The wall, eight sums, three supporters, and four documents to store it.
    expect(await readsOfWall()).toBe(16);
    expect(await readsOfWall()).toBe(1);
    await paidTip(stage, { name: 'One more' });
    expect(await readsOfWall()).toBe(1);
    clock.advance(60_000);
    expect(await names(stage)).toContain('One more');
    for (let minutes = 0; minutes < 5; minutes += 1) {
      clock.advance(60_000);
      await wallOf(stage);
    }
    expect(await readsOfWall()).toBe(1);
  });

  it('is cached for a minute, and unknown handles are problems', async () => {
    const { headers } = await (await adasStage({}, open)).call('GET', '/v1/profiles/ada/wall');
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const missing = await emptyStage().call('GET', '/v1/profiles/nobody/wall');
    expect(missing).toMatchObject({ status: 404, json: { code: 'profile-not-found' } });
  });
});

import { describe, expect, it } from 'vitest';
import { paths, type StoredData } from '../../core/documents/documents';
import { parseWall, type Wall } from '../../core/wall/wall';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  paidTip,
  sendTip,
  tipSession,
  type Scenario,
} from '../testing/ada';

const goal = { label: 'A new bow', amount: 5000 };
const open = { draft: { tips: { ...adaDraft.tips, showWall: true, goal } } };

async function wallOf(scenario: Scenario): Promise<Wall> {
  const answer = await scenario.call('GET', '/v1/profiles/ada/wall');
  const wall = parseWall(answer.json);
  if (!wall.ok) throw new Error(`No wall: ${answer.text}`);
  return wall.value;
}

const names = async (scenario: Scenario) => (await wallOf(scenario)).supporters.map(({ name }) => name);

describe('GET /v1/profiles/{handle}/wall', () => {
  // Holds tag-030.
  it('is empty until the owner switches it on', async () => {
    const scenario = await adasScenario();
    await paidTip(scenario, { name: 'Zoe' });
    expect(await wallOf(scenario)).toEqual({ v: 1, goal: null, supporters: [] });
  });

  it('shows the goal and the newest supporters with their public fields only', async () => {
    const scenario = await adasScenario({}, open);
    await paidTip(scenario, { name: 'Zoe', message: 'For the rain piece' });
    scenario.deps.clock.advance(60_000);
    await paidTip(scenario, {
      name: 'Mo',
      tipAmount: 1000,
      total: 1000,
      session: await tipSession(scenario),
    });
    const { supporters, goal: shown } = await wallOf(scenario);
    expect(shown).toEqual({ ...goal, currency: 'usd', reached: 1500 });
    expect(supporters.map(({ name, message, amount }) => ({ name, message, amount }))).toEqual([
      { name: 'Mo', message: null, amount: 1000 },
      { name: 'Zoe', message: 'For the rain piece', amount: 500 },
    ]);
    expect(supporters.every((each) => Object.keys(each).length === 5)).toBe(true);
  });

  // Holds web-031, pay-141.
  it('omits tips that are unpaid, without texts, or anonymous', async () => {
    const scenario = await adasScenario({}, open);
    await sendTip(scenario, { name: 'Unpaid' });
    await paidTip(scenario, { name: 'Shy', anonymous: true });
    await paidTip(scenario);
    expect(await names(scenario)).toEqual([]);
  });

  it("omits a private name with its message, which the owner's export has", async () => {
    const scenario = await adasScenario({}, open);
    await paidTip(scenario, { name: 'Shy', message: 'For you alone', anonymous: true });
    for (const path of ['/v1/profiles/ada', '/v1/profiles/ada/wall', '/@ada', '/@ada/embed']) {
      expect((await scenario.call('GET', path)).text, path).not.toMatch(/Shy|For you alone/);
    }
    for (const format of ['csv', 'json']) {
      const { text } = await scenario.call('GET', `/v1/me/export.${format}`, undefined, bearerOf(adaToken));
      expect(text, format).toMatch(/Shy[^]*For you alone/);
    }
  });

  // Holds pay-141.
  it('omits held texts until the owner shows them, and texts that the owner hides', async () => {
    const scenario = await adasScenario({}, open);
    const { tipId } = await paidTip(scenario, { name: 'Buy at spam.example.com' });
    expect(await names(scenario)).toEqual([]);
    const say = (state: string) =>
      scenario.call('POST', `/v1/me/tips/${tipId}/moderation`, { state }, bearerOf(adaToken));
    expect((await say('visible')).status).toBe(200);
    expect(await names(scenario)).toEqual(['Buy at spam.example.com']);
    await say('hidden');
    expect(await names(scenario)).toEqual([]);
  });

  it('omits a fan at once after they erase their texts', async () => {
    const scenario = await adasScenario({}, open);
    const { tipId, tipToken } = await paidTip(scenario, { name: 'Zoe', message: 'Hello' });
    expect(await names(scenario)).toEqual(['Zoe']);
    await scenario.call('PATCH', `/v1/tips/${tipId}`, { name: null, message: null }, bearerOf(tipToken));
    expect(await names(scenario)).toEqual([]);
    expect(Object.keys(scenario.deps.store.dump()).filter((path) => path.includes('/supporters/'))).toEqual(
      [],
    );
  });

  // Holds pay-141.
  it('omits a refunded tip', async () => {
    const scenario = await adasScenario({}, open);
    const { tipId, tipToken } = await paidTip(scenario, { name: 'Zoe' });
    expect(await names(scenario)).toEqual(['Zoe']);
    const undone = await scenario.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(tipToken));
    expect(undone.status).toBeLessThan(300);
    expect(await names(scenario)).toEqual([]);
    expect((await wallOf(scenario)).goal?.reached).toBe(0);
  });

  it('starts a goal with a new title at zero, and continues one with the same title', async () => {
    const scenario = await adasScenario({}, open);
    const publishGoal = async (wanted: { label: string; amount: number } | null) => {
      const path = paths.draft(adaUid);
      const draft = scenario.deps.store.dump()[path] as StoredData;
      scenario.deps.store.put(path, { ...draft, tips: { ...adaDraft.tips, goal: wanted } });
      const { status } = await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
      expect(status).toBe(200);
    };
    const reached = async () => (await wallOf(scenario)).goal?.reached;
    const early = await paidTip(scenario);
    expect(await reached()).toBe(500);
    await publishGoal({ ...goal, amount: 90_000 });
    expect(await reached()).toBe(500);
    await publishGoal({ label: 'A case for it', amount: 2000 });
    expect(await reached()).toBe(0);
    scenario.deps.clock.advance(60_000);
    await paidTip(scenario, { session: await tipSession(scenario) });
    expect(await reached()).toBe(500);
    await publishGoal(null);
    expect(await reached()).toBeUndefined();
    await publishGoal({ label: 'A case for it', amount: 2000 });
    expect(await reached()).toBe(500);
    scenario.deps.clock.advance(60_000);
    await scenario.call('POST', `/v1/tips/${early.tipId}/undo`, undefined, bearerOf(early.tipToken));
    expect(await reached()).toBe(0);
  });

  it('reads one document, however many tips there are, and makes the wall anew at most once a minute', async () => {
    const scenario = await adasScenario({}, open);
    const { store, clock } = scenario.deps;
    const readsOfWall = async () => {
      const before = store.charged.read;
      await wallOf(scenario);
      return store.charged.read - before;
    };
    for (let at = 0; at < 3; at += 1) await paidTip(scenario, { name: `Fan ${at}` });
    // The card is in this instance. The wall, eight sums, three supporters, and four documents to store it.
    expect(await readsOfWall()).toBe(16);
    expect(await readsOfWall()).toBe(1);
    await paidTip(scenario, { name: 'One more' });
    expect(await readsOfWall()).toBe(1);
    clock.advance(60_000);
    expect(await names(scenario)).toContain('One more');
    for (let minutes = 0; minutes < 5; minutes += 1) {
      clock.advance(60_000);
      await wallOf(scenario);
    }
    expect(await readsOfWall()).toBe(1);
  });

  it('is cached for a minute, and unknown handles are problems', async () => {
    const { headers } = await (await adasScenario({}, open)).call('GET', '/v1/profiles/ada/wall');
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const missing = await emptyScenario().call('GET', '/v1/profiles/nobody/wall');
    expect(missing).toMatchObject({ status: 404, json: { code: 'profile-not-found' } });
  });
});

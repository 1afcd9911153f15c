import { describe, expect, it } from 'vitest';
import { adasStage, adaToken, bearerOf } from '../testing/ada';

type Stage = Awaited<ReturnType<typeof adasStage>>;

const takeDown = (stage: Stage) => stage.call('POST', '/v1/me/unpublish', undefined, bearerOf(adaToken));
const publish = (stage: Stage) => stage.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
const publicPaths = ['/@ada', '/@ada/embed', '/@ada/tip', '/v1/profiles/ada', '/v1/profiles/ada/wall'];
const statuses = (stage: Stage) =>
  Promise.all(publicPaths.map(async (path) => (await stage.call('GET', path)).status));

describe('POST /v1/me/unpublish', () => {
  it('takes every public address down at once, and publishing brings all of them back', async () => {
    const stage = await adasStage();
    expect(await statuses(stage)).toEqual([200, 200, 200, 200, 200]);
    const answer = await takeDown(stage);
    expect([answer.status, answer.json.handle]).toEqual([200, 'ada']);
    expect(await statuses(stage)).toEqual([404, 404, 404, 404, 404]);
    expect((await stage.call('GET', '/v1/profiles/ada')).json.code).toBe('profile-not-found');
    expect((await publish(stage)).status).toBe(200);
    expect(await statuses(stage)).toEqual([200, 200, 200, 200, 200]);
  });

  it('keeps the handle for its owner', async () => {
    const stage = await adasStage();
    await takeDown(stage);
    const own = await stage.call('GET', '/v1/handles/ada', undefined, bearerOf(adaToken));
    expect(own.json.state).toBe('yours');
    expect((await stage.call('GET', '/v1/handles/ada')).json.state).toBe('taken');
  });

  it('lets nobody begin a tip', async () => {
    const stage = await adasStage();
    await takeDown(stage);
    const asked = await stage.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect([asked.status, asked.json.code]).toEqual([404, 'profile-not-found']);
  });

  it('answers a second call with the first time', async () => {
    const stage = await adasStage();
    const first = await takeDown(stage);
    stage.deps.clock.advance(60_000);
    expect((await takeDown(stage)).json.takenDownAt).toBe(first.json.takenDownAt);
  });

  it('refuses strangers, and owners who never published', async () => {
    const stage = await adasStage();
    expect((await stage.call('POST', '/v1/me/unpublish')).status).toBe(401);
  });
});

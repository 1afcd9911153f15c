import { describe, expect, it } from 'vitest';
import type { ModerationRole } from '../../core/profile/standing';
import { adasStage, adaToken, adaUid, bearerOf, signIn, type Stage } from '../testing/ada';
import { decisionText } from '../testing/standing';

/** Mo is signed in, with this right. */
async function stageOf(role: ModerationRole | null): Promise<Stage> {
  const stage = await adasStage();
  signIn(stage.deps, 'uid-mo', 'token-mo');
  stage.deps.users.known.push({ uid: 'uid-mo', email: 'mo@host.example', role });
  stage.deps.users.known.push({ uid: adaUid, email: 'ada@example.com', role: null });
  return stage;
}

const act = (stage: Stage, body: object) =>
  stage.call('POST', '/v1/admin/acts', { who: 'ada', ...body }, bearerOf('token-mo'));

const auditOf = ({ deps }: Stage) =>
  Object.entries(deps.store.dump()).flatMap(([path, data]) => (path.startsWith('audit/') ? [data] : []));

const statusOf = async (stage: Stage) => (await stage.call('GET', '/@ada')).status;

describe('POST /v1/admin/acts', () => {
  it('refuses what a moderator does to their own profile, such as ending their own restriction', async () => {
    const stage = await stageOf('moderator');
    await act(stage, { verb: 'hide', reason: decisionText, days: 7, yes: true });
    // The first one that fits is found.
    stage.deps.users.known.unshift({ uid: adaUid, email: 'ada@example.com', role: 'moderator' });
    const restore = { verb: 'restore', who: 'ada', reason: decisionText, yes: true };
    const own = await stage.call('POST', '/v1/admin/acts', restore, bearerOf(adaToken));
    expect(own.json).toMatchObject({
      code: 'act-refused',
      detail: expect.stringContaining('own profile') as string,
    });
    expect(await statusOf(stage)).toBe(404);
    expect((await act(stage, restore)).status).toBe(200);
    expect(await statusOf(stage)).toBe(200);
  });

  it('lets a moderator hide for 7 days and refuses a suspension; the audit has both attempts', async () => {
    const stage = await stageOf('moderator');
    const reason = decisionText;
    const refused = await act(stage, { verb: 'suspend', reason, yes: true });
    expect([refused.status, refused.json['code'], await statusOf(stage)]).toEqual([403, 'act-refused', 200]);
    expect((await act(stage, { verb: 'hide', reason, days: 7, yes: true })).status).toBe(200);
    expect(await statusOf(stage)).toBe(404);
    const who = { who: 'mo@host.example', role: 'moderator', subject: adaUid };
    expect(auditOf(stage)).toMatchObject([
      { ...who, verb: 'suspend', outcome: 'refused' },
      { ...who, verb: 'hide', outcome: 'done' },
    ]);
    expect((await act(stage, { verb: 'hide', reason, days: 8, yes: true })).status).toBe(403);
    expect((await act(stage, { verb: 'restore', reason, yes: true })).status).toBe(200);
    expect(await statusOf(stage)).toBe(200);
  });

  it('lets an admin suspend', async () => {
    const stage = await stageOf('admin');
    expect((await act(stage, { verb: 'suspend', reason: decisionText, yes: true })).status).toBe(200);
    expect(await statusOf(stage)).toBe(410);
  });

  it('writes nothing without yes, and nothing without a reason', async () => {
    const stage = await stageOf('moderator');
    const would = await act(stage, { verb: 'hide', reason: decisionText });
    expect([would.status, would.text.includes('Nothing was written')]).toEqual([200, true]);
    expect((await act(stage, { verb: 'hide', yes: true })).status).toBe(422);
    expect([auditOf(stage), await statusOf(stage)]).toEqual([[], 200]);
  });

  it('shows the page without the email address and payments of its owner', async () => {
    const stage = await stageOf('moderator');
    const { status, text } = await act(stage, { verb: 'show' });
    expect([status, text.includes('Lovelace'), /ada@example|acct_ada/.test(text)]).toEqual([
      200,
      true,
      false,
    ]);
    expect((await act(stage, { verb: 'find', who: 'eve' })).status).toBe(404);
  });

  it('refuses owners, and a moderator whose right was taken away a moment ago', async () => {
    const stage = await stageOf(null);
    const body = { verb: 'hide', reason: decisionText, yes: true };
    expect((await act(stage, body)).json['code']).toBe('moderator-needed');
    await stage.deps.users.setRole('uid-mo', 'moderator');
    await stage.deps.users.setRole('uid-mo', null);
    expect((await act(stage, body)).json['code']).toBe('moderator-needed');
    expect((await stage.call('POST', '/v1/admin/acts', { who: 'ada', ...body })).status).toBe(401);
  });

  it('needs a sign-in of the last 15 minutes', async () => {
    const stage = await stageOf('moderator');
    stage.deps.clock.advance(15 * 60_000);
    const body = { verb: 'hide', reason: decisionText };
    expect((await act(stage, body)).status).toBe(200);
    stage.deps.clock.advance(1);
    expect((await act(stage, body)).json['code']).toBe('recent-sign-in-required');
  });
});

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { objectionAnswer, objectionsAnswer } from '../../core/api/moderation-api';
import type { ModerationRole } from '../../core/profile/standing';
import { adasStage, adaToken, adaUid, bearerOf, signIn, type Stage } from '../testing/ada';
import { mailsTo, sendReport, storedReports } from '../testing/reports';
import { decisionText, moderator, setStanding, wishes } from '../testing/standing';

const text = 'You are right.';

/** Ada has objected to a restriction, and Mo is signed in with this right. */
async function objected(role: ModerationRole | null, who = moderator) {
  const stage = await adasStage();
  signIn(stage.deps, 'uid-mo', 'token-mo');
  stage.deps.users.known.push({ uid: 'uid-mo', email: 'mo@host.example', role });
  stage.deps.users.known.push({ uid: adaUid, email: 'ada@example.com', role: null });
  await setStanding(stage, wishes.hide, { who });
  await stage.call('POST', '/v1/me/appeals', { text: 'I am Ada.' }, bearerOf(adaToken));
  return stage;
}

const list = async (stage: Stage, token = 'token-mo') => {
  const { json } = await stage.call('GET', '/v1/admin/appeals', undefined, bearerOf(token));
  return v.parse(objectionsAnswer, json).objections;
};
const answer = (stage: Stage, id: string, body: object = {}, token = 'token-mo') =>
  stage.call(
    'POST',
    `/v1/admin/appeals/${id}/answer`,
    { outcome: 'reversed', text, ...body },
    bearerOf(token),
  );
const page = async (stage: Stage) => (await stage.call('GET', '/@ada')).status;

describe('/v1/admin/appeals', () => {
  it('lists what the owner wrote, what was decided, and whether the caller may answer', async () => {
    const stage = await objected('moderator', { name: 'eve@host.example', role: 'moderator' });
    expect(await list(stage)).toMatchObject([
      {
        from: 'owner',
        uid: adaUid,
        handle: 'ada',
        measure: 'hidden',
        reason: decisionText,
        decidedBy: 'eve@host.example',
        text: 'I am Ada.',
        answer: null,
        mayAnswer: 'yes',
      },
    ]);
  });

  it('takes an answer once, shows the page again and keeps the answered objection in the list', async () => {
    const stage = await objected('moderator');
    const id = (await list(stage))[0]?.id ?? '';
    const both = await Promise.all([answer(stage, id), answer(stage, id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const done = both.find(({ status }) => status === 200);
    expect(v.parse(objectionAnswer, done?.json).objection).toMatchObject({
      answer: { outcome: 'reversed', text, by: 'mo@host.example', samePerson: true },
    });
    expect([await page(stage), (await answer(stage, id)).json['code']]).toEqual([200, 'appeal-answered']);
    expect((await list(stage)).map((each) => each.answer?.outcome)).toEqual(['reversed']);
    expect(mailsTo(stage, 'ada@example.com').at(-1)?.message.text).toContain('You were right.');
  });

  it('refuses the person who decided when somebody else moderates too, and offers it to the other', async () => {
    const stage = await objected('moderator');
    await setStanding(stage, wishes.pause, {
      uid: 'uid-eve',
      who: { name: 'eve@host.example', role: 'admin' },
    });
    const [found] = await list(stage);
    expect(found?.mayAnswer).toBe('same-person');
    expect((await answer(stage, found?.id ?? '')).json['detail']).toContain('Somebody else');
    signIn(stage.deps, 'uid-eve', 'token-eve');
    stage.deps.users.known.push({ uid: 'uid-eve', email: 'eve@host.example', role: 'admin' });
    expect((await list(stage, 'token-eve'))[0]?.mayAnswer).toBe('yes');
    expect((await answer(stage, found?.id ?? '', {}, 'token-eve')).status).toBe(200);
  });

  // Holds host-073.
  it('refuses the person who decided under another address, by their uid', async () => {
    const stage = await objected('moderator', { uid: 'uid-mo', name: 'mo@host.example', role: 'moderator' });
    await setStanding(stage, wishes.pause, {
      uid: 'uid-eve',
      who: { uid: 'uid-root', name: 'root@host.example', role: 'admin' },
    });
    const index = stage.deps.users.known.findIndex(({ uid }) => uid === 'uid-mo');
    stage.deps.users.known[index] = { uid: 'uid-mo', email: 'maureen@host.example', role: 'moderator' };
    const [found] = await list(stage);
    expect(found?.mayAnswer).toBe('same-person');
    expect((await answer(stage, found?.id ?? '')).json['detail']).toContain('Somebody else');
    expect(JSON.stringify(found)).not.toContain('uid-mo');
    expect(JSON.stringify(stage.deps.store.dump())).toContain('"decidedByUid":"uid-mo"');
  });

  // Holds host-073.
  it('lets another person answer who has the address of the person who decided', async () => {
    const stage = await objected('moderator', { uid: 'uid-old', name: 'mo@host.example', role: 'moderator' });
    const [found] = await list(stage);
    expect(found?.mayAnswer).toBe('yes');
    const answered = await answer(stage, found?.id ?? '');
    expect(v.parse(objectionAnswer, answered.json).objection.answer).toMatchObject({ samePerson: false });
    const acts = Object.entries(stage.deps.store.dump()).filter(([path]) => path.startsWith('audit/'));
    expect(acts.map(([, act]) => act['whoUid'])).toEqual(['uid-old', 'uid-mo']);
  });

  // Holds host-073.
  it('a changed address of the only moderator is nobody else', async () => {
    const stage = await objected('moderator', { uid: 'uid-mo', name: 'old@host.example', role: 'moderator' });
    const [found] = await list(stage);
    expect(found?.mayAnswer).toBe('yes');
    const answered = await answer(stage, found?.id ?? '');
    expect(v.parse(objectionAnswer, answered.json).objection.answer).toMatchObject({ samePerson: true });
  });

  it('lets a moderator answer neither for an admin nor about the own profile', async () => {
    const stage = await objected('moderator', { name: 'root@host.example', role: 'admin' });
    const [found] = await list(stage);
    expect(found?.mayAnswer).toBe('set-by-admin');
    expect((await answer(stage, found?.id ?? '')).json['code']).toBe('act-refused');
    // The first one that fits is found.
    stage.deps.users.known.unshift({ uid: adaUid, email: 'ada@example.com', role: 'admin' });
    expect((await list(stage, adaToken))[0]?.mayAnswer).toBe('own');
    expect((await answer(stage, found?.id ?? '', {}, adaToken)).json['detail']).toContain('own profile');
    expect(await page(stage)).toBe(404);
  });

  it('refuses owners, and finds no objection with another id', async () => {
    const owner = await objected(null);
    const asked = await owner.call('GET', '/v1/admin/appeals', undefined, bearerOf('token-mo'));
    expect(asked.json['code']).toBe('moderator-needed');
    expect((await answer(owner, 'x')).json['code']).toBe('moderator-needed');
    const stage = await objected('admin');
    for (const id of ['nothing', '__x__'])
      expect((await answer(stage, id)).json['code']).toBe('appeal-not-found');
  });
});

describe('an objection of the reporter', () => {
  /** Zoe’s report is decided, and the link leads to its page. */
  async function decided(outcome: string) {
    const stage = await objected('admin');
    const sent = await sendReport(stage);
    const link = /\/report\/[0-9a-f]{12}\?[^"]+/.exec(sent.text)?.[0].replaceAll('&amp;', '&') ?? '';
    const id = storedReports(stage)[0]?.id ?? '';
    const body = { outcome, facts: 'We saw no fraud.' };
    await stage.call('POST', `/v1/admin/reports/${id}/decision`, body, bearerOf('token-mo'));
    const key = new URLSearchParams(link.split('?')[1]).get('key') ?? '';
    const object = (why: string, given = key) =>
      stage.call('POST', `/report/${id}`, new URLSearchParams({ key: given, text: why }).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      });
    const state = async () => (await stage.call('GET', link)).text;
    const open = async () => (await list(stage)).find(({ from }) => from === 'reporter');
    return { stage, id, object, state, open };
  }

  it('is made on the page of the report without a mail, once, and its answer is read there', async () => {
    const { stage, object, state, open } = await decided('no-action');
    for (const said of ['We saw no fraud.', 'Object to the decision']) expect(await state()).toContain(said);
    expect((await object('Look again.')).status).toBe(303);
    await object('And again.');
    expect(await state()).toContain('We have your objection.');
    expect(await state()).not.toContain('Object to the decision');
    const found = await open();
    expect(found).toMatchObject({ measure: 'none', text: 'Look again.', handle: 'ada' });
    await answer(stage, found?.id ?? '', { outcome: 'upheld', text: 'It stands.' });
    expect(await state()).toContain('It stands.');
    expect(mailsTo(stage, 'zoe@example.com').at(-1)?.message.text).toContain('The decision stands.');
    expect(mailsTo(stage, 'reports@busker.test').at(-1)?.message.subject).toContain('objection');
  });

  it('stays in its form when it is too long, and the form says how long it may be; the same for an empty one', async () => {
    const { object, open } = await decided('no-action');
    const long = '🎻'.repeat(4001);
    const { status, text } = await object(long);
    expect(status).toBe(422);
    expect(text).toContain(long);
    expect(text).toContain('Please shorten this to 4000 characters.');
    expect(text).not.toContain('Say why the decision is wrong.');
    expect((await object('')).text).toContain('Say why the decision is wrong.');
    expect(await open()).toBeUndefined();
    expect((await object('🎻'.repeat(3999))).status).toBe(303);
  });

  it('opens the report again when the reporter was right', async () => {
    const { stage, object, open, state } = await decided('no-action');
    await object('Look again.');
    await answer(stage, (await open())?.id ?? '', { text: 'We overlooked it.' });
    expect(storedReports(stage)[0]?.state).toEqual({ name: 'received' });
    expect(await state()).toContain('We have received your report.');
    expect(mailsTo(stage, 'zoe@example.com').at(-1)?.message.text).toContain(
      'decide about your report again',
    );
  });

  it('needs the key, a text and a decision, and comes within six months', async () => {
    const { stage, object, state } = await decided('no-action');
    expect((await object('Look.', 'x.y')).status).toBe(404);
    const empty = await object(' ');
    expect([empty.status, empty.text.includes('Say why the decision is wrong.')]).toEqual([422, true]);
    stage.deps.clock.advance(185 * 24 * 60 * 60_000);
    await object('Look.');
    const stored = Object.keys(stage.deps.store.dump()).filter((path) => path.startsWith('appeals/report'));
    expect([stored, (await state()).includes('<form')]).toEqual([[], false]);
    const hidden = await decided('hidden');
    await hidden.object('Look.');
    expect(await hidden.open()).toBeUndefined();
  });
});

it('goes with the account of the owner who objected, and its report is closed', async () => {
  const stage = await adasStage();
  signIn(stage.deps, 'uid-mo', 'token-mo');
  stage.deps.users.known.push({ uid: 'uid-mo', email: 'mo@host.example', role: 'admin' });
  await sendReport(stage);
  const id = storedReports(stage)[0]?.id ?? '';
  const body = { outcome: 'suspended', facts: decisionText };
  await stage.call('POST', `/v1/admin/reports/${id}/decision`, body, bearerOf('token-mo'));
  await stage.call('POST', '/v1/me/appeals', { text: 'I am Ada.' }, bearerOf(adaToken));
  expect([(await list(stage)).length, storedReports(stage)[0]?.state.name]).toEqual([1, 'appealed']);
  await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
  expect([await list(stage), storedReports(stage)[0]?.state]).toMatchObject([
    [],
    { name: 'closed', appeal: null },
  ]);
});

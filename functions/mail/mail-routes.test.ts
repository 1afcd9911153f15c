import * as v from 'valibot';
import { expect, it } from 'vitest';
import { mailsAnswer } from '../../core/api/mails-api';
import type { ModerationRole } from '../../core/profile/standing';
import { adasStage, bearerOf, signIn, type Stage } from '../testing/ada';
import { sendReport } from '../testing/reports';

async function mailed(role: ModerationRole | null) {
  const stage = await adasStage();
  signIn(stage.deps, 'uid-mo', 'token-mo');
  stage.deps.users.known.push({ uid: 'uid-mo', email: 'mo@host.example', role });
  await sendReport(stage);
  return stage;
}

const ask = (stage: Stage, method: 'GET' | 'POST', path = '') =>
  stage.call(
    method,
    `/v1/admin/mails${path}`,
    method === 'POST' ? { sent: true } : undefined,
    bearerOf('token-mo'),
  );
const list = async (stage: Stage) => v.parse(mailsAnswer, (await ask(stage, 'GET')).json).mails;

it('shows an admin the mails, failed and waiting ones first, with the failure', async () => {
  const stage = await mailed('admin');
  const [first, second] = await list(stage);
  const deliver = (id = '', delivery: object = {}) =>
    stage.deps.store.put(`mail/${id}`, { ...stage.deps.store.dump()[`mail/${id}`], delivery });
  deliver(first?.id, { state: 'SUCCESS' });
  deliver(second?.id, { state: 'ERROR', error: 'No such mailbox' });
  expect(await list(stage)).toMatchObject([
    { id: second?.id, state: 'failed', failure: 'No such mailbox', to: second?.to },
    { id: first?.id, state: 'sent', failure: null },
  ]);
  deliver(first?.id, { state: 'PROCESSING' });
  expect((await ask(stage, 'POST', `/${second?.id}`)).status).toBe(200);
  expect((await list(stage)).map(({ state }) => state).toSorted()).toEqual(['by-hand', 'sending']);
});

it('shows a moderator neither address nor text, and no other person anything', async () => {
  const stage = await mailed('moderator');
  const { text } = await ask(stage, 'GET');
  expect(text).not.toMatch(/zoe@example|busker\.test\/report/);
  const [mail] = await list(stage);
  expect(mail).toMatchObject({ state: 'waiting', to: null, text: null });
  expect((await ask(stage, 'POST', `/${mail?.id}`)).json['code']).toBe('act-refused');
  expect((await ask(await mailed(null), 'GET')).json['code']).toBe('moderator-needed');
});

it('finds no mail with another id', async () => {
  const stage = await mailed('admin');
  for (const id of ['nothing', '__x__'])
    expect((await ask(stage, 'POST', `/${id}`)).json['code']).toBe('mail-not-found');
});

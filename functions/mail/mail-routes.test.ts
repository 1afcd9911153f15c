import * as v from 'valibot';
import { expect, it } from 'vitest';
import { sendAgain } from './send-letter';
import { mailDocument } from '../../core/outbox-documents/event-document';
import { mailsAnswer } from '../../core/dashboard-api/owner-api';
import type { ModerationRole } from '../../core/moderation/standing';
import { adasScenario, bearerOf, signIn, type Scenario } from '../testing/ada';
import { sendReport } from '../testing/reports';

async function mailed(role: ModerationRole | null) {
  const scenario = await adasScenario();
  signIn(scenario.deps, 'uid-mo', 'token-mo');
  scenario.deps.users.known.push({ uid: 'uid-mo', email: 'mo@host.example', role });
  await sendReport(scenario);
  return scenario;
}

const ask = (scenario: Scenario, method: 'GET' | 'POST', path = '') =>
  scenario.call(
    method,
    `/v1/admin/mails${path}`,
    method === 'POST' ? { sent: true } : undefined,
    bearerOf('token-mo'),
  );
const list = async (scenario: Scenario) => v.parse(mailsAnswer, (await ask(scenario, 'GET')).json).mails;

it('shows an admin the mails, failed and waiting ones first, with the failure', async () => {
  const scenario = await mailed('admin');
  const [first, second] = await list(scenario);
  const deliver = (id = '', delivery: object = {}) =>
    scenario.deps.store.put(`mail/${id}`, { ...scenario.deps.store.dump()[`mail/${id}`], delivery });
  deliver(first?.id, { state: 'SUCCESS' });
  deliver(second?.id, { state: 'ERROR', error: 'No such mailbox' });
  expect(await list(scenario)).toMatchObject([
    { id: second?.id, state: 'failed', failure: 'No such mailbox', to: second?.to },
    { id: first?.id, state: 'sent', failure: null },
  ]);
  deliver(first?.id, { state: 'PROCESSING' });
  expect((await ask(scenario, 'POST', `/${second?.id}`)).status).toBe(200);
  expect((await list(scenario)).map(({ state }) => state).toSorted()).toEqual(['by-hand', 'sending']);
});

it('shows a moderator neither address nor text, and no other person anything', async () => {
  const scenario = await mailed('moderator');
  const { text } = await ask(scenario, 'GET');
  expect(text).not.toMatch(/zoe@example|busker\.test\/report/);
  const [mail] = await list(scenario);
  expect(mail).toMatchObject({ state: 'sending', to: null, text: null });
  expect((await ask(scenario, 'POST', `/${mail?.id}`)).json['code']).toBe('act-refused');
  expect((await ask(await mailed(null), 'GET')).json['code']).toBe('moderator-needed');
});

it('sends a failed mail again once, with one entry in the audit, and no mail that was sent', async () => {
  const scenario = await mailed('admin');
  const [first, second] = await list(scenario);
  const path = `mail/${first?.id}`;
  const set = (id: string | undefined, delivery: object) =>
    scenario.deps.store.put(`mail/${id}`, { ...scenario.deps.store.dump()[`mail/${id}`], delivery });
  set(first?.id, { state: 'ERROR', error: 'No such mailbox' });
  set(second?.id, { state: 'SUCCESS', error: null });
  const again = (id = '') =>
    scenario.call('POST', `/v1/admin/mails/${id}`, { sent: 'again' }, bearerOf('token-mo'));
  const both = await Promise.all([again(first?.id), again(first?.id)]);
  expect(both.map(({ status, json }) => [status, json['sent']])).toEqual([
    [200, 'again'],
    [200, 'again'],
  ]);
  const stored = mailDocument.decode(scenario.deps.store.dump()[path]);
  expect(stored).toMatchObject({ value: { delivery: null, dueAt: scenario.deps.clock.now() } });
  expect((await list(scenario)).find(({ id }) => id === first?.id)?.state).toBe('sending');
  const audit = Object.entries(scenario.deps.store.dump()).filter(([at]) => at.startsWith('audit/'));
  expect(audit.map(([, entry]) => entry)).toMatchObject([
    { verb: 'retry', subject: first?.id, who: 'mo@host.example', reason: 'The mail failed: No such mailbox' },
  ]);
  expect((await again(second?.id)).json['code']).toBe('act-refused');
  expect((await again('nothing')).json['code']).toBe('mail-not-found');
  expect((await ask(await mailed('moderator'), 'POST', `/${first?.id}`)).json['code']).toBe('act-refused');
});

it('sends nothing again where a person sends the mails', async () => {
  const scenario = await mailed('admin');
  const [mail] = await list(scenario);
  const { deps } = scenario;
  deps.store.put(`mail/${mail?.id}`, {
    ...deps.store.dump()[`mail/${mail?.id}`],
    delivery: { state: 'ERROR' },
  });
  const byHand = { ...deps, config: { ...deps.config, mails: 'print' as const } };
  const done = await sendAgain(byHand, { name: 'mo', role: 'admin' }, mail?.id ?? '');
  expect(done).toMatchObject({ ok: false, problem: { code: 'act-refused' } });
});

it('finds no mail with another id', async () => {
  const scenario = await mailed('admin');
  for (const id of ['nothing', '__x__'])
    expect((await ask(scenario, 'POST', `/${id}`)).json['code']).toBe('mail-not-found');
});

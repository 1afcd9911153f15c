import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { mailsAnswer } from '@busker/core/dashboard-api/owner-api';
import type { ModerationRole } from '@busker/core/moderation/standing';
import { mailDocument, mailKept, type Mail } from '@busker/core/outbox-documents/event-document';
import { runOutboxTask } from '../jobs/start-timers';
import type { MailAnswer } from '../mail-transport/mail-transport';
import { sweepOutbox } from '../outbox/sweep-outbox';
import { adasScenario, bearerOf, signIn, type Scenario } from '../testing/ada';
import { inMemoryDeps, type InMemoryDeps } from '../testing/in-memory-deps';
import { sendReport } from '../testing/reports';
import { enqueuedLetters, letter } from './post-mail';
import { allMails, markSent, sendAgain, sendLetter, stateOf } from './send-letter';

const minute = 60_000;
const hour = 60 * minute;

const refused = (
  status: number,
  enhanced: string,
  at: 'recipient' | 'elsewhere' = 'recipient',
): MailAnswer => ({
  kind: 'refused',
  at,
  status,
  enhanced,
  text: `${status} ${enhanced} No`,
  ms: 1,
});
const unreachable: MailAnswer = { kind: 'failed', problem: 'unreachable', text: 'ECONNREFUSED', ms: 1 };

async function written(deps: InMemoryDeps, about: { readonly tipId?: string } = {}): Promise<string> {
  const text = { subject: 'We have your report', text: 'Hello <Zoe>\n\nGoodbye' };
  const mail = letter(deps, 'zoe@example.com', text, about);
  await deps.store.commit([], (writes) => mail.write(writes));
  return mail.id;
}

function mailOf(deps: InMemoryDeps, id: string): Mail {
  const path = `mail/${id}`;
  const mail = mailDocument.decode(deps.store.dump()[path]);
  if (!mail.ok) throw new Error(`${path} cannot be read`);
  return mail.value;
}

const sweep = (deps: InMemoryDeps) => sweepOutbox(deps, (task) => runOutboxTask(deps, task));

/** Lets time pass, with a sweep each `step`. */
async function sweepFor(deps: InMemoryDeps, ms: number, step = 10 * minute): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    deps.clock.advance(step);
    await sweep(deps);
  }
}

describe('a letter', () => {
  // Holds host-085.
  it('sends a letter once, from the address of the host, and notes that it was sent', async () => {
    const deps = inMemoryDeps();
    const id = await written(deps);
    await sendLetter(deps, id);
    await sendLetter(deps, id);
    expect(deps.mailTransport.sent).toMatchObject([
      {
        to: 'zoe@example.com',
        from: { name: 'Busker', address: 'busker@busker.test' },
        subject: 'We have your report',
        text: 'Hello <Zoe>\n\nGoodbye',
        messageId: `letter-${id}@busker.test`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      },
    ]);
    expect(deps.mailTransport.sent[0]?.html).toContain('Hello &lt;Zoe&gt;\n\nGoodbye');
    expect(mailOf(deps, id)).toMatchObject({ delivery: { state: 'SUCCESS', error: null }, dueAt: null });
  });

  // Holds host-085.
  it('is sent once by two sweeps that run at the same time', async () => {
    const deps = inMemoryDeps();
    await Promise.all([written(deps), written(deps)]);
    deps.clock.advance(minute);
    await Promise.all([sweep(deps), sweep(deps)]);
    expect(deps.mailTransport.sent).toHaveLength(2);
  });

  // Holds host-086.
  it('is sent again with the same Message-ID when the process was killed between sending and noting, and never a third time', async () => {
    const deps = inMemoryDeps();
    const id = await written(deps);
    deps.mailTransport.answer = () => {
      deps.store.fault = () => {
        throw new Error('killed');
      };
      return { kind: 'accepted', status: 250, text: '250 OK', ms: 1 };
    };
    await expect(sendLetter(deps, id)).rejects.toThrow('killed');
    deps.store.fault = () => undefined;
    deps.mailTransport.answer = () => ({ kind: 'accepted', status: 250, text: '250 OK', ms: 1 });
    deps.clock.advance(minute);
    await sweep(deps);
    // The claim has not ended: the first process might still be sending.
    expect(deps.mailTransport.sent).toHaveLength(1);
    await sweepFor(deps, 2 * hour);
    expect(deps.mailTransport.sent.map(({ messageId }) => messageId)).toEqual(
      Array(2).fill(`letter-${id}@busker.test`),
    );
    expect(mailOf(deps, id).delivery?.state).toBe('SUCCESS');
  });

  describe('a letter that the mail server does not take', () => {
    // Holds host-087.
    it('has failed when its recipient is refused, with the answer of the server', async () => {
      const deps = inMemoryDeps();
      const id = await written(deps);
      deps.mailTransport.answer = () => refused(550, '5.1.1');
      await sendLetter(deps, id);
      await sweepFor(deps, 24 * hour, hour);
      expect(deps.mailTransport.sent).toHaveLength(1);
      expect(mailOf(deps, id)).toMatchObject({ delivery: { state: 'ERROR', error: '550 5.1.1 No' } });
    });

    // Holds host-087.
    it.each([
      ['cannot be reached', unreachable],
      ['is busy', refused(450, '4.2.1')],
      ['does not accept our password', refused(535, '5.7.8', 'elsewhere')],
      ['refuses the host by policy', refused(550, '5.7.1')],
    ])(
      'is tried at growing intervals while the server %s, and arrives once afterwards',
      async (_why, answer) => {
        const deps = inMemoryDeps();
        const id = await written(deps);
        const triedAt: number[] = [];
        const begin = deps.clock.now();
        deps.mailTransport.answer = () => {
          triedAt.push(deps.clock.now() - begin);
          return answer;
        };
        await sendLetter(deps, id);
        await sweepFor(deps, 3 * 24 * hour, minute);
        // The sweep takes what has been due for a minute.
        expect(triedAt.slice(0, 7).map((ms) => Math.round(ms / minute))).toEqual([0, 2, 8, 24, 85, 266, 627]);
        expect(triedAt.length).toBeLessThan(15);
        expect(mailOf(deps, id).delivery).toBeNull();
        deps.mailTransport.answer = () => ({ kind: 'accepted', status: 250, text: '250 OK', ms: 1 });
        const tried = deps.mailTransport.sent.length;
        await sweepFor(deps, 24 * hour, hour);
        expect(deps.mailTransport.sent).toHaveLength(tried + 1);
        expect(new Set(deps.mailTransport.sent.map(({ messageId }) => messageId)).size).toBe(1);
      },
    );

    // Holds host-087.
    it('has failed when its 30 days end', async () => {
      const deps = inMemoryDeps();
      const id = await written(deps);
      deps.mailTransport.answer = () => unreachable;
      await sendLetter(deps, id);
      await sweepFor(deps, mailKept + 24 * hour, 6 * hour);
      const tried = deps.mailTransport.sent.length;
      await sweepFor(deps, 48 * hour, 6 * hour);
      expect(mailOf(deps, id)).toMatchObject({ delivery: { state: 'ERROR', error: 'ECONNREFUSED' } });
      expect(deps.mailTransport.sent).toHaveLength(tried);
    });
  });

  // Holds host-088.
  it.each(['SUCCESS', 'ERROR', 'PENDING', 'PROCESSING', 'RETRY', 'BY-HAND'])(
    'is not sent by the server when its delivery is %s, whoever wrote that',
    async (state) => {
      const deps = inMemoryDeps();
      const id = await written(deps);
      const path = `mail/${id}`;
      deps.store.put(path, { ...deps.store.dump()[path], delivery: { state, error: null } });
      await sweepFor(deps, hour);
      expect(deps.mailTransport.sent).toEqual([]);
      expect(mailOf(deps, id).delivery?.state).toBe(state);
    },
  );

  // Holds host-088.
  it.each(['print', 'elsewhere'] as const)(
    'is never sent by the server with the sender %s',
    async (mails) => {
      const deps = inMemoryDeps({ mails });
      const id = await written(deps);
      await sweepFor(deps, hour);
      await sendLetter(deps, id);
      expect(deps.mailTransport.sent).toEqual([]);
      expect(mailOf(deps, id)).toMatchObject({ dueAt: null, delivery: null });
    },
  );

  it('is rung for when it is written, once although its transaction runs twice, and at each next try', async () => {
    const deps = inMemoryDeps();
    const store = enqueuedLetters(deps.store, deps.outboxQueue);
    const mail = letter(deps, 'zoe@example.com', { subject: 'A', text: 'B' });
    await store.transaction(async (tx) => {
      await Promise.resolve();
      mail.write(tx);
    });
    const task = { kind: 'letter', id: mail.id } as const;
    expect(deps.outboxQueue.tasks).toEqual([{ task: { ...task, tries: 0 }, at: deps.clock.now() }]);
    deps.outboxQueue.tasks.length = 0;
    deps.mailTransport.answer = () => unreachable;
    await runOutboxTask({ ...deps, store }, { ...task, tries: 0 });
    expect(deps.outboxQueue.tasks.at(-1)).toEqual({
      task: { ...task, tries: 1 },
      at: deps.clock.now() + minute,
    });
  });

  describe('a letter to the fan of a tip', () => {
    const toFan = async () => {
      const deps = inMemoryDeps();
      return { deps, id: await written(deps, { tipId: 'tip1' }) };
    };
    const kept = ({ to, message, delivery }: Mail) => ({ to, message, delivery });
    const nothing = { to: '', message: { subject: '', text: '' } };

    // Holds out-223.
    it('keeps neither address nor words once it is sent, and is not sent again', async () => {
      const { deps, id } = await toFan();
      await sendLetter(deps, id);
      await sweepFor(deps, 2 * hour);
      expect(deps.mailTransport.sent.map(({ to }) => to)).toEqual(['zoe@example.com']);
      expect(kept(mailOf(deps, id))).toEqual({ ...nothing, delivery: { state: 'SUCCESS', error: null } });
    });

    // Holds out-223.
    it('keeps them while it is tried again, and not once it is refused, however the server repeats the address', async () => {
      const { deps, id } = await toFan();
      deps.mailTransport.answer = () => unreachable;
      await sendLetter(deps, id);
      expect(mailOf(deps, id).to).toBe('zoe@example.com');
      const text = '550 5.1.1 <zoe@example.com>: no such mailbox';
      deps.mailTransport.answer = () => ({ ...refused(550, '5.1.1'), text }) as MailAnswer;
      await sweepFor(deps, hour);
      expect(kept(mailOf(deps, id))).toEqual({
        ...nothing,
        delivery: { state: 'ERROR', error: '550 5.1.1' },
      });
    });

    // Holds out-223.
    it('keeps them no longer when its time is over, or when a person has sent it', async () => {
      const late = await toFan();
      late.deps.clock.advance(mailKept);
      await sweep(late.deps);
      const error = { state: 'ERROR', error: null };
      expect(kept(mailOf(late.deps, late.id))).toEqual({ ...nothing, delivery: error });
      const { deps, id } = await toFan();
      for (const _ of [1, 2]) expect(await markSent(deps, id)).toBe(true);
      const byHand = { state: 'BY-HAND', error: null };
      expect(kept(mailOf(deps, id))).toEqual({ ...nothing, delivery: byHand });
    });

    it('is not listed once it is over, and cannot be sent again', async () => {
      const { deps, id } = await toFan();
      deps.mailTransport.answer = () => refused(550, '5.1.1');
      expect((await allMails(deps)).map(({ state }) => state)).toEqual(['sending']);
      await sendLetter(deps, id);
      expect(await allMails(deps)).toEqual([]);
      const again = await sendAgain(deps, { name: 'mo', role: 'admin' }, id);
      expect(again).toMatchObject({ ok: false, problem: { code: 'mail-not-found' } });
    });
  });

  it('waits for a person where the server sends no letters any more', async () => {
    const deps = inMemoryDeps();
    const id = await written(deps);
    expect(stateOf(mailOf(deps, id), 'smtp')).toBe('sending');
    for (const sender of ['print', 'elsewhere'] as const)
      expect(stateOf(mailOf(deps, id), sender)).toBe('waiting');
  });
});

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

describe('the mails that an admin sees', () => {
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
      {
        verb: 'retry',
        subject: first?.id,
        who: 'mo@host.example',
        reason: 'The mail failed: No such mailbox',
      },
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
});

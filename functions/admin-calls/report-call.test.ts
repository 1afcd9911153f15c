import { describe, expect, it } from 'vitest';
import { mailDocument } from '../../core/outbox-documents/event-document';
import { auditDocument } from '../../core/moderation/report-document';
import { letter } from '../mail/post-mail';
import { stateOf } from '../mail/send-letter';
import { inMemoryDeps } from '../testing/in-memory-deps';
import { parseReportCall, runReportCall } from './report-call';

describe('run mail call', () => {
  const who = { name: 'op@host.example', role: 'admin' } as const;

  /** Three mails: two failed, one was sent. */
  async function withMails() {
    const deps = inMemoryDeps();
    const ids: string[] = [];
    for (const state of ['ERROR', 'ERROR', 'SUCCESS']) {
      const mail = letter(deps, 'zoe@example.com', { subject: `A ${state}`, text: 'Hello' });
      await deps.store.commit([], (writes) => mail.write(writes));
      const at = `mail/${mail.id}`;
      const { dueAt: _dueAt, ...sent } = deps.store.dump()[at] ?? {};
      deps.store.put(at, { ...sent, delivery: { state, error: 'Mailbox full' } });
      ids.push(mail.id);
    }
    const run = async (words: string) => {
      const read = parseReportCall(words.split(' '));
      if (!read.ok) throw new Error(read.problem);
      return runReportCall(deps, who, read.value.call);
    };
    const states = () =>
      ids.map((id) => {
        const mail = mailDocument.decode(deps.store.dump()[`mail/${id}`]);
        return mail.ok ? stateOf(mail.value, 'smtp') : mail.problem;
      });
    return { deps, ids, run, states };
  }

  it('sends all mails again that failed, once each, after it has said which', async () => {
    const { deps, ids, run, states } = await withMails();
    const plan = await run('mails retry failed');
    expect(plan.lines.join('\n')).toContain(`Sends again: ${ids[0]}  A ERROR  Mailbox full`);
    expect(states()).toEqual(['failed', 'failed', 'sent']);
    expect((await run('mails retry failed --yes')).done).toBe(true);
    expect(states()).toEqual(['sending', 'sending', 'sent']);
    expect((await run('mails retry failed --yes')).lines).toEqual(['No mail failed.']);
    const audit = await deps.store.find({ from: 'audit', limit: 9 }, (data) => auditDocument.decode(data));
    expect(
      audit.map(({ value }) => value.ok && [value.value.verb, value.value.subject, value.value.who]),
    ).toEqual(ids.slice(0, 2).map((id) => ['retry', id, 'op@host.example']));
  });

  it('sends one mail again by its id, and refuses one that was sent or is not there', async () => {
    const { ids, run, states } = await withMails();
    const [first, , sent] = ids;
    expect((await run(`mails retry ${first} --yes`)).done).toBe(true);
    expect((await run(`mails retry ${first} --yes`)).done).toBe(true);
    expect(states()).toEqual(['sending', 'failed', 'sent']);
    expect(await run(`mails retry ${sent} --yes`)).toMatchObject({
      done: false,
      lines: [`${sent}: This mail was sent.`],
    });
    expect(await run('mails retry none --yes')).toMatchObject({
      done: false,
      lines: ['There is no mail none.'],
    });
  });
});

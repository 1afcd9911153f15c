import { describe, expect, it } from 'vitest';
import type { Decider } from '../../core/profile/standing';
import { bearerOf, adaToken, adaUid, adasStage, type Stage } from '../testing/ada';
import { admin as root, moderator as mo } from '../testing/standing';
import { mailsTo, sendReport, storedReports } from '../testing/reports';
import { parseReportCall, runReportCall } from '../admin-calls/report-call';

const facts = 'The page shows the name of somebody else.';
const day = 24 * 60 * 60_000;

/** Runs a command line. A quoted text stands for one word. */
async function run({ deps }: Stage, line: string, who: Decider = root) {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const read = parseReportCall(words);
  if (!read.ok) throw new Error(read.problem);
  return runReportCall(deps, who, read.value.call);
}

/** Ada has an email address, and Zoe has reported Ada's page. */
async function reported(change: Parameters<typeof sendReport>[1] = {}) {
  const stage = await adasStage();
  stage.deps.users.known.push({ uid: adaUid, email: 'ada@example.com', role: null });
  await sendReport(stage, change);
  const id = storedReports(stage)[0]?.id ?? '';
  const decide = (outcome: string, more = '', who: Decider = root) =>
    run(stage, `reports decide ${id} --outcome ${outcome} --facts "${facts}" ${more} --yes`, who);
  return { stage, id, decide };
}

const page = async (stage: Stage) => (await stage.call('GET', '/@ada')).status;
const appeal = (stage: Stage, text = 'I am Ada.') =>
  stage.call('POST', '/v1/me/appeals', { text }, bearerOf(adaToken));
/** The id of the open objection. */
async function openAppeal(stage: Stage): Promise<string> {
  const { data } = await run(stage, 'appeals list');
  return (data as readonly { id: string }[])[0]?.id ?? '';
}
const state = (stage: Stage) => storedReports(stage)[0]?.state;
const audit = ({ deps }: Stage) =>
  Object.entries(deps.store.dump()).flatMap(([path, data]) => (path.startsWith('audit/') ? [data] : []));
const counts = ({ deps }: Stage) => deps.store.dump()['transparency/2026'];

describe('a decision', () => {
  it('is only shown without --yes', async () => {
    const { stage, id } = await reported();
    const before = stage.deps.store.dump();
    const shown = await run(stage, `reports decide ${id} --outcome suspended --facts "${facts}"`);
    expect(shown.lines.join('\n')).toContain('Nothing was written.');
    expect(stage.deps.store.dump()).toEqual(before);
  });

  // Holds host-056.
  it('to suspend takes the page away, and tells reporter and owner why and what they can do', async () => {
    const { stage, decide } = await reported();
    expect((await decide('suspended')).done).toBe(true);
    expect(await page(stage)).toBe(410);
    expect(state(stage)).toMatchObject({
      name: 'decided',
      decision: { outcome: 'suspended', by: root.name },
    });
    const [, decision] = mailsTo(stage, 'zoe@example.com');
    for (const said of ['no longer shown', facts, 'six months', 'go to court', 'No machine'])
      expect(decision?.message.text).toContain(said);
    const [statement] = mailsTo(stage, 'ada@example.com');
    for (const said of [
      'Since 2026-11-20',
      'no end date',
      facts,
      'Terms, fraud',
      'No machine',
      'object until',
    ])
      expect(statement?.message.text).toContain(said);
    expect(statement?.message.text).not.toContain('Zoe');
    expect(audit(stage)).toMatchObject([
      { verb: 'suspend', who: root.name, reportId: expect.any(String) as string },
    ]);
    expect(counts(stage)).toMatchObject({ reports: { fraud: 1 }, decisions: { suspended: 1 } });
  });

  it('to do nothing leaves the page, and tells only the reporter', async () => {
    const { stage, decide } = await reported();
    await decide('no-action');
    expect(await page(stage)).toBe(200);
    expect(mailsTo(stage, 'zoe@example.com')).toHaveLength(2);
    expect(mailsTo(stage, 'ada@example.com')).toEqual([]);
    expect(audit(stage)).toMatchObject([{ verb: 'decide', subject: adaUid, reason: facts }]);
  });

  it('to hide ends after a week or with the next decision, which shows the page again', async () => {
    const { stage, decide } = await reported();
    await decide('hidden', '', mo);
    expect(await page(stage)).toBe(404);
    expect(mailsTo(stage, 'ada@example.com')[0]?.message.text).toContain('ends on 2026-11-27');
    await decide('no-action', '', mo);
    expect(await page(stage)).toBe(200);
    expect(mailsTo(stage, 'ada@example.com')).toHaveLength(2);
  });

  it('of a moderator cannot suspend; the audit has the attempt and the report stays open', async () => {
    const { stage, decide } = await reported();
    expect(await decide('suspended', '', mo)).toMatchObject({
      done: false,
      lines: ['Refused: not-allowed.'],
    });
    expect(state(stage)).toEqual({ name: 'received' });
    expect(mailsTo(stage, 'ada@example.com')).toEqual([]);
    expect(audit(stage)).toMatchObject([{ verb: 'suspend', who: mo.name, outcome: 'refused' }]);
  });

  it('is final; when two people decide at once, only one decision is stored', async () => {
    const { stage, decide } = await reported();
    const both = await Promise.all([decide('suspended'), decide('suspended', '', root)]);
    expect(both.filter(({ done }) => done)).toHaveLength(1);
    expect((await decide('no-action')).lines).toEqual(['Refused: wrong-state.']);
    expect(mailsTo(stage, 'zoe@example.com')).toHaveLength(2);
  });

  it('can name the owner when the address does not, and counts as an order when it comes from an authority', async () => {
    const { stage } = await reported();
    const line = '--kind order --address https://blog.example --ground "§ 1" --why "See letter" --yes';
    const { data } = await run(stage, `reports record ${line}`);
    const { id } = data as { id: string };
    const decide = `reports decide ${id} --outcome suspended --facts "${facts}" --yes`;
    expect((await run(stage, decide)).lines).toEqual(['Refused: no-owner.']);
    expect((await run(stage, `${decide} --handle ada`)).done).toBe(true);
    expect(await page(stage)).toBe(451);
    expect(counts(stage)).toMatchObject({ reports: { order: 1 } });
  });

  it('is written in the language of the reader', async () => {
    const { stage, id } = await reported();
    stage.deps.store.put(`accounts/${adaUid}`, { v: 1, language: 'de', keepTipsYears: 7 });
    await run(stage, `reports decide ${id} --outcome limited --part bio --facts "${facts}" --yes`);
    expect(mailsTo(stage, 'ada@example.com')[0]?.message.subject).toBe(
      'Eine Entscheidung über deine Seite @ada',
    );
    expect(mailsTo(stage, 'zoe@example.com')[1]?.message.subject).toMatch(/^Our decision/);
  });
});

describe('the lists', () => {
  it('show open reports and objections, urgent reports first, and mails that nobody has sent', async () => {
    const { stage, id } = await reported();
    await sendReport(stage, { kind: 'child-abuse', name: '', email: '' });
    const { lines } = await run(stage, 'reports list');
    expect(lines).toEqual([expect.stringContaining('URGENT child-abuse'), expect.stringContaining(id)]);
    await run(stage, `reports look ${id} --yes`);
    expect((await run(stage, `reports show ${id}`)).lines[0]).toContain('looked-at');
    const mails = (await run(stage, 'mails list')).data as readonly { id: string }[];
    for (const mail of mails) await run(stage, `mails sent ${mail.id} --yes`);
    expect((await run(stage, 'mails list')).lines).toEqual(['No mail waits.']);
  });

  it.each(['reports show eve', 'appeals show ../x', 'mails sent nothing'])(
    'find nothing for %s',
    async (line) => {
      expect((await run((await reported()).stage, line)).done).toBe(false);
    },
  );
});

describe('an objection', () => {
  it('of the owner is stored once, and the report waits for another look', async () => {
    const { stage, decide } = await reported();
    await decide('suspended');
    expect((await appeal(stage)).json).toMatchObject({ state: 'open' });
    expect((await appeal(stage, 'Again.')).json).toMatchObject({ state: 'open' });
    expect(state(stage)).toMatchObject({ name: 'appealed' });
    expect((await run(stage, 'appeals list')).lines.join('\n')).toContain('I am Ada.');
    expect(counts(stage)).toMatchObject({ appeals: 1 });
    // The host's news of the report, and of the objection.
    expect(mailsTo(stage, 'reports@busker.test')).toHaveLength(2);
  });

  it('needs a restriction, and comes within six months', async () => {
    const { stage, decide } = await reported();
    expect((await appeal(stage)).json).toMatchObject({ code: 'nothing-to-appeal' });
    await decide('suspended');
    stage.deps.clock.advance(185 * day);
    expect((await appeal(stage)).json).toMatchObject({ code: 'appeal-too-late' });
  });

  // Holds host-059.
  it('cannot be answered by the person who decided when another person moderates too', async () => {
    const { stage, decide } = await reported();
    await decide('hidden', '', mo);
    await decide('suspended');
    await appeal(stage);
    const id = await openAppeal(stage);
    const line = `appeals decide ${id} --outcome reversed --facts "You are right." --yes`;
    expect((await run(stage, line)).lines).toEqual(['Refused: same-person.']);
    expect(await page(stage)).toBe(410);
    expect((await run(stage, line, { name: 'ann@host.example', role: 'admin' })).done).toBe(true);
    expect(await page(stage)).toBe(200);
    expect(state(stage)).toMatchObject({ name: 'closed', appeal: 'reversed' });
    expect(mailsTo(stage, 'ada@example.com').at(-1)?.message.text).toContain(
      'did not make the first decision',
    );
    expect(counts(stage)).toMatchObject({ reversed: 1 });
  });

  it('can be answered by the same person when nobody else moderates, and the mail says so', async () => {
    const { stage, decide } = await reported();
    await decide('suspended');
    await appeal(stage);
    const id = await openAppeal(stage);
    const answered = await run(stage, `appeals decide ${id} --outcome upheld --facts "It stands." --yes`);
    expect(answered.lines.join('\n')).toContain('Nobody else has moderated here');
    expect(await page(stage)).toBe(410);
    const mails = mailsTo(stage, 'ada@example.com').map(({ message }) => message.text);
    expect(mails.join('\n')).toContain('Only one person moderates here');
    const read = await stage.call('GET', '/v1/me/appeals', undefined, bearerOf(adaToken));
    expect(read.json).toMatchObject({ state: 'upheld', answer: 'It stands.' });
    const again = await run(stage, `appeals decide ${id} --outcome reversed --facts "No." --yes`);
    expect(again.lines).toEqual(['Refused: answered.']);
  });
});

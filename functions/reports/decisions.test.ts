import { describe, expect, it } from 'vitest';
import { appealDocument, reportDocument } from '@busker/core/moderation/report-document';
import type { Decider } from '@busker/core/moderation/standing';
import { fakeDecision, fakeReport } from '@busker/core/testing/fakes';
import { parseReportCall, runReportCall } from '../admin-calls/report-call';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  admin as root,
  moderator as mo,
  type Scenario,
} from '../testing/ada';
import { fakeAppeal, fakeAppealAnswer, mailsTo, sendReport, storedReports } from '../testing/reports';
import { closeReports, watchWaiting } from './reports';

const facts = 'The page shows the name of somebody else.';
const day = 24 * 60 * 60_000;

/** Runs a command line. A quoted text stands for one word. */
async function run({ deps }: Scenario, line: string, who: Decider = root) {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const read = parseReportCall(words);
  if (!read.ok) throw new Error(read.problem);
  return runReportCall(deps, who, read.value.call);
}

/** Ada has an email address, and Zoe has reported Ada's page. */
async function reported(change: Parameters<typeof sendReport>[1] = {}) {
  const scenario = await adasScenario();
  scenario.deps.users.known.push({ uid: adaUid, email: 'ada@example.com', role: null });
  await sendReport(scenario, change);
  const id = storedReports(scenario)[0]?.id ?? '';
  const decide = (outcome: string, more = '', who: Decider = root) =>
    run(scenario, `reports decide ${id} --outcome ${outcome} --facts "${facts}" ${more} --yes`, who);
  return { scenario, id, decide };
}

const page = async (scenario: Scenario) => (await scenario.call('GET', '/@ada')).status;
const appeal = (scenario: Scenario, text = 'I am Ada.') =>
  scenario.call('POST', '/v1/me/appeals', { text }, bearerOf(adaToken));
/** The id of the open objection. */
async function openAppeal(scenario: Scenario): Promise<string> {
  const { data } = await run(scenario, 'appeals list');
  return (data as readonly { id: string }[])[0]?.id ?? '';
}
const state = (scenario: Scenario) => storedReports(scenario)[0]?.state;
const audit = ({ deps }: Scenario) =>
  Object.entries(deps.store.dump()).flatMap(([path, data]) => (path.startsWith('audit/') ? [data] : []));
const counts = ({ deps }: Scenario) => deps.store.dump()['transparency/2026'];

describe('a decision', () => {
  it('is only shown without --yes', async () => {
    const { scenario, id } = await reported();
    const before = scenario.deps.store.dump();
    const shown = await run(scenario, `reports decide ${id} --outcome suspended --facts "${facts}"`);
    expect(shown.lines.join('\n')).toContain('Nothing was written.');
    expect(scenario.deps.store.dump()).toEqual(before);
  });

  // Holds host-056.
  it('to suspend takes the page away, and tells reporter and owner why and what they can do', async () => {
    const { scenario, decide } = await reported();
    expect((await decide('suspended')).done).toBe(true);
    expect(await page(scenario)).toBe(410);
    expect(state(scenario)).toMatchObject({
      name: 'decided',
      decision: { outcome: 'suspended', by: root.name },
    });
    const [, decision] = mailsTo(scenario, 'zoe@example.com');
    for (const said of ['no longer shown', facts, 'six months', 'go to court', 'No machine'])
      expect(decision?.message.text).toContain(said);
    const [statement] = mailsTo(scenario, 'ada@example.com');
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
    expect(audit(scenario)).toMatchObject([
      { verb: 'suspend', who: root.name, reportId: expect.any(String) as string },
    ]);
    expect(counts(scenario)).toMatchObject({ reports: { fraud: 1 }, decisions: { suspended: 1 } });
  });

  it('to do nothing leaves the page, and tells only the reporter', async () => {
    const { scenario, decide } = await reported();
    await decide('no-action');
    expect(await page(scenario)).toBe(200);
    expect(mailsTo(scenario, 'zoe@example.com')).toHaveLength(2);
    expect(mailsTo(scenario, 'ada@example.com')).toEqual([]);
    expect(audit(scenario)).toMatchObject([{ verb: 'decide', subject: adaUid, reason: facts }]);
  });

  it('to hide ends after a week or with the next decision, which shows the page again', async () => {
    const { scenario, decide } = await reported();
    await decide('hidden', '', mo);
    expect(await page(scenario)).toBe(404);
    expect(mailsTo(scenario, 'ada@example.com')[0]?.message.text).toContain('ends on 2026-11-27');
    await decide('no-action', '', mo);
    expect(await page(scenario)).toBe(200);
    expect(mailsTo(scenario, 'ada@example.com')).toHaveLength(2);
  });

  it('of a moderator cannot suspend; the audit has the attempt and the report stays open', async () => {
    const { scenario, decide } = await reported();
    expect(await decide('suspended', '', mo)).toMatchObject({
      done: false,
      lines: ['Refused: not-allowed.'],
    });
    expect(state(scenario)).toEqual({ name: 'received' });
    expect(mailsTo(scenario, 'ada@example.com')).toEqual([]);
    expect(audit(scenario)).toMatchObject([{ verb: 'suspend', who: mo.name, outcome: 'refused' }]);
  });

  it('is final; when two people decide at once, only one decision is stored', async () => {
    const { scenario, decide } = await reported();
    const both = await Promise.all([decide('suspended'), decide('suspended', '', root)]);
    expect(both.filter(({ done }) => done)).toHaveLength(1);
    expect((await decide('no-action')).lines).toEqual(['Refused: wrong-state.']);
    expect(mailsTo(scenario, 'zoe@example.com')).toHaveLength(2);
  });

  it('can name the owner when the address does not, and counts as an order when it comes from an authority', async () => {
    const { scenario } = await reported();
    const line = '--kind order --address https://blog.example --ground "§ 1" --why "See letter" --yes';
    const { data } = await run(scenario, `reports record ${line}`);
    const { id } = data as { id: string };
    const decide = `reports decide ${id} --outcome suspended --facts "${facts}" --yes`;
    expect((await run(scenario, decide)).lines).toEqual(['Refused: no-owner.']);
    expect((await run(scenario, `${decide} --handle ada`)).done).toBe(true);
    expect(await page(scenario)).toBe(451);
    expect(counts(scenario)).toMatchObject({ reports: { order: 1 } });
  });

  it('is written in the language of the reader', async () => {
    const { scenario, id } = await reported();
    scenario.deps.store.put(`accounts/${adaUid}`, { v: 1, language: 'de', keepTipsYears: 7 });
    await run(scenario, `reports decide ${id} --outcome limited --part bio --facts "${facts}" --yes`);
    expect(mailsTo(scenario, 'ada@example.com')[0]?.message.subject).toBe(
      'Eine Entscheidung über deine Seite @ada',
    );
    expect(mailsTo(scenario, 'zoe@example.com')[1]?.message.subject).toMatch(/^Our decision/);
  });
});

describe('the lists', () => {
  it('show open reports and objections, urgent reports first, and mails that nobody has sent', async () => {
    const { scenario, id } = await reported();
    await sendReport(scenario, { kind: 'child-abuse', name: '', email: '' });
    const { lines } = await run(scenario, 'reports list');
    expect(lines).toEqual([expect.stringContaining('URGENT child-abuse'), expect.stringContaining(id)]);
    await run(scenario, `reports look ${id} --yes`);
    expect((await run(scenario, `reports show ${id}`)).lines[0]).toContain('looked-at');
    const mails = (await run(scenario, 'mails list')).data as readonly { id: string }[];
    for (const mail of mails) await run(scenario, `mails sent ${mail.id} --yes`);
    expect((await run(scenario, 'mails list')).lines).toEqual(['No mail waits.']);
  });

  it.each(['reports show eve', 'appeals show ../x', 'mails sent nothing'])(
    'find nothing for %s',
    async (line) => {
      expect((await run((await reported()).scenario, line)).done).toBe(false);
    },
  );
});

describe('an objection', () => {
  it('of the owner is stored once, and the report waits for another look', async () => {
    const { scenario, decide } = await reported();
    await decide('suspended');
    expect((await appeal(scenario)).json).toMatchObject({ state: 'open' });
    expect((await appeal(scenario, 'Again.')).json).toMatchObject({ state: 'open' });
    expect(state(scenario)).toMatchObject({ name: 'appealed' });
    expect((await run(scenario, 'appeals list')).lines.join('\n')).toContain('I am Ada.');
    expect(counts(scenario)).toMatchObject({ appeals: 1 });
    // The host's news of the report, and of the objection.
    expect(mailsTo(scenario, 'reports@busker.test')).toHaveLength(2);
  });

  it('needs a restriction, and comes within six months', async () => {
    const { scenario, decide } = await reported();
    expect((await appeal(scenario)).json).toMatchObject({ code: 'nothing-to-appeal' });
    await decide('suspended');
    scenario.deps.clock.advance(185 * day);
    expect((await appeal(scenario)).json).toMatchObject({ code: 'appeal-too-late' });
  });

  // Holds host-059.
  it('cannot be answered by the person who decided when another person moderates too', async () => {
    const { scenario, decide } = await reported();
    await decide('hidden', '', mo);
    await decide('suspended');
    await appeal(scenario);
    const id = await openAppeal(scenario);
    const line = `appeals decide ${id} --outcome reversed --facts "You are right." --yes`;
    expect((await run(scenario, line)).lines).toEqual(['Refused: same-person.']);
    expect(await page(scenario)).toBe(410);
    expect((await run(scenario, line, { name: 'ann@host.example', role: 'admin' })).done).toBe(true);
    expect(await page(scenario)).toBe(200);
    expect(state(scenario)).toMatchObject({ name: 'closed', appeal: 'reversed' });
    expect(mailsTo(scenario, 'ada@example.com').at(-1)?.message.text).toContain(
      'did not make the first decision',
    );
    expect(counts(scenario)).toMatchObject({ reversed: 1 });
  });

  it('can be answered by the same person when nobody else moderates, and the mail says so', async () => {
    const { scenario, decide } = await reported();
    await decide('suspended');
    await appeal(scenario);
    const id = await openAppeal(scenario);
    const answered = await run(scenario, `appeals decide ${id} --outcome upheld --facts "It stands." --yes`);
    expect(answered.lines.join('\n')).toContain('Nobody else has moderated here');
    expect(await page(scenario)).toBe(410);
    const mails = mailsTo(scenario, 'ada@example.com').map(({ message }) => message.text);
    expect(mails.join('\n')).toContain('Only one person moderates here');
    const read = await scenario.call('GET', '/v1/me/appeals', undefined, bearerOf(adaToken));
    expect(read.json).toMatchObject({ state: 'upheld', answer: 'It stands.' });
    const again = await run(scenario, `appeals decide ${id} --outcome reversed --facts "No." --yes`);
    expect(again.lines).toEqual(['Refused: answered.']);
  });
});

const hour = 60 * 60_000;

const lateIn = ({ deps }: Scenario) =>
  deps.lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ message }) => message === 'decision late')
    .map(({ what, waiting, hours }) => ({ what, waiting, hours }));

describe('reports that wait', () => {
  it('says how many reports wait for more than a day, and how long the oldest one has waited', async () => {
    const scenario = emptyScenario();
    const now = scenario.deps.clock.now();
    const put = (id: string, hours: number, state = fakeReport().state) =>
      scenario.deps.store.put(
        `reports/${id}`,
        reportDocument.encode(fakeReport({ id, receivedAt: now - hours * hour, state })),
      );
    put('fresh', 23);
    put('late', 25);
    put('oldest', 49, { name: 'looked-at', by: 'mo@example.com', at: now - 40 * hour });
    put('hidden', 90, { name: 'decided', decision: fakeDecision({ outcome: 'hidden' }) });
    put('decided', 90, { name: 'decided', decision: fakeDecision() });
    expect(await watchWaiting(scenario.deps)).toMatchObject({ checked: 3, missed: 0 });
    expect(lateIn(scenario)).toEqual([{ what: 'report', waiting: 2, hours: 49 }]);
  });

  it('says how many objections wait for more than a week, and nothing about those with an answer', async () => {
    const scenario = emptyScenario();
    const now = scenario.deps.clock.now();
    const put = (id: string, days: number, answered = false) =>
      scenario.deps.store.put(
        `appeals/${id}`,
        appealDocument.encode(
          fakeAppeal({ id, madeAt: now - days * 24 * hour, answer: answered ? fakeAppealAnswer() : null }),
        ),
      );
    put('fresh', 6);
    put('late', 8);
    put('answered', 30, true);
    await watchWaiting(scenario.deps);
    expect(lateIn(scenario)).toEqual([{ what: 'objection', waiting: 1, hours: 192 }]);
  });

  it('says nothing while nobody waits', async () => {
    const scenario = emptyScenario();
    expect(await watchWaiting(scenario.deps)).toMatchObject({ checked: 0 });
    expect(lateIn(scenario)).toEqual([]);
  });
});

describe('the end of reports', () => {
  it('closes reports when the time for objections is over, and keeps them until a year after the decision', async () => {
    const scenario = emptyScenario();
    const at = scenario.deps.clock.now();
    const put = (id: string, decidedAt: number) =>
      scenario.deps.store.put(
        `reports/${id}`,
        reportDocument.encode(
          fakeReport({ id, state: { name: 'decided', decision: fakeDecision({ at: decidedAt }) } }),
        ),
      );
    put('old', at);
    put('new', at + 10 * day);
    scenario.deps.clock.advance(185 * day);
    expect(await closeReports(scenario.deps)).toMatchObject({ checked: 1, changed: 1 });
    const states = storedReports(scenario).map(({ id, state, expiresAt }) => [id, state.name, expiresAt]);
    expect(states.toSorted()).toEqual([
      ['new', 'decided', null],
      ['old', 'closed', at + 365 * day],
    ]);
  });
});

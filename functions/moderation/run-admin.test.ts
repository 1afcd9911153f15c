import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ownerCaseAnswer } from '@busker/core/dashboard-api/moderation-api';
import { paths } from '@busker/core/documents/documents';
import type { ModerationRole } from '@busker/core/moderation/standing';
import { everyVerb } from '../every-verb';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  sendTip,
  signIn,
  scenarioWithAccount,
  admin,
  decisionText,
  setStanding,
  wishes,
  type Scenario,
  publishPicture,
} from '../testing/ada';
import { mailsTo, sendReport } from '../testing/reports';
import { adminVerbs, parseAdminCall } from './admin-call';
import { runAdmin } from './run-admin';

/** Runs a command line as an admin. A quoted text stands for one word. */
async function run({ deps }: Scenario, line: string) {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const read = parseAdminCall(words, everyVerb);
  if (!read.ok) throw new Error(read.problem);
  return runAdmin(deps, admin, read.value.call);
}

const refusalOf = (line: string) => {
  const read = parseAdminCall(line.split(' '), everyVerb);
  return read.ok ? null : read.problem;
};

const auditOf = ({ deps }: Scenario) =>
  Object.entries(deps.store.dump()).flatMap(([path, data]) => (path.startsWith('audit/') ? [data] : []));

const reason = `--reason "${decisionText}"`;

async function knownScenario(): Promise<Scenario> {
  const scenario = await scenarioWithAccount();
  scenario.deps.users.known.push({ uid: adaUid, email: 'ada@example.com', role: null });
  return scenario;
}

const writing = [
  `hide ada ${reason}`,
  `limit ada --part bio ${reason}`,
  `pause-payments ada --days 3 ${reason}`,
  `suspend ada --order ${reason}`,
  `purge ada ${reason}`,
  `erase ada ${reason}`,
  `look acct_ada ${reason}`,
  `grant moderator ada@example.com ${reason}`,
  `revoke moderator ada ${reason}`,
];

describe('the commands of an admin', () => {
  describe('finding an owner', () => {
    it('takes an email address, a handle, a uid, a Stripe account or the number of a tip', async () => {
      const scenario = await knownScenario();
      const { tipId } = await paidTip(scenario);
      for (const name of ['ada@example.com', '@Ada', 'ada', adaUid, 'acct_ada', tipId]) {
        const { done, data } = await run(scenario, `find ${name}`);
        expect([name, done, data]).toMatchObject([name, true, { uid: adaUid, email: 'ada@example.com' }]);
      }
    });

    it('finds nobody by a name that no owner has', async () => {
      const scenario = await knownScenario();
      for (const name of ['eve', 'eve@example.com', 'acct_eve', '../ada', '__x__'])
        expect([name, (await run(scenario, `find ${name}`)).done]).toEqual([name, false]);
    });

    it('shows what is needed for a decision', async () => {
      const scenario = await knownScenario();
      await sendTip(scenario);
      const text = (await run(scenario, 'show ada')).lines.join('\n');
      for (const part of ['@ada', 'ada@example.com', 'link:insta', 'acct_ada', 'open payments: 1', 'good'])
        expect(text).toContain(part);
    });
  });

  describe('a verb that writes', () => {
    it('is in the list of this test', async () => {
      const named = new Set([...writing.map((line) => line.split(' ')[0]), 'restore', 'close']);
      expect(
        adminVerbs
          .filter(({ writes }) => writes)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual([...named].toSorted());
    });

    // Holds host-058.
    it.each(writing)('writes nothing without --yes, and says what it would do: %s', async (line) => {
      const scenario = await knownScenario();
      await sendTip(scenario);
      const before = JSON.stringify(scenario.deps.store.dump());
      const calls = scenario.deps.payments.calls.length;
      const { done, lines } = await run(scenario, line);
      expect([done, lines.at(-1)]).toEqual([true, 'Nothing was written. Repeat it with --yes to do it.']);
      expect(lines.length).toBeGreaterThan(1);
      expect(JSON.stringify(scenario.deps.store.dump())).toBe(before);
      expect([scenario.deps.payments.calls.length, scenario.deps.users.known[0]?.role]).toEqual([
        calls,
        null,
      ]);
    });

    it.each(writing)(
      'with --yes writes the person, the verb and the reason to the audit: %s',
      async (line) => {
        const scenario = await knownScenario();
        const { done } = await run(scenario, `${line} --yes --report r7`);
        expect(done).toBe(true);
        const verb = line.split(' ')[0];
        const subject = verb === 'look' ? 'acct_ada' : adaUid;
        const entry = { who: admin.name, role: 'admin', verb, subject, reason: decisionText, reportId: 'r7' };
        expect(auditOf(scenario)).toMatchObject([{ ...entry, outcome: 'done' }]);
      },
    );
  });

  describe('the verbs', () => {
    it('restrict, restore and close a profile', async () => {
      const scenario = await knownScenario();
      const status = async () => (await scenario.call('GET', '/@ada')).status;
      await run(scenario, `hide ada ${reason} --yes`);
      expect(await status()).toBe(404);
      await run(scenario, `restore ada ${reason} --yes`);
      expect(await status()).toBe(200);
      expect(await run(scenario, `close ada ${reason}`)).toMatchObject({ done: false });
      await run(scenario, `suspend ada --order ${reason} --yes`);
      expect(await status()).toBe(451);
      expect((await run(scenario, `close ada ${reason} --yes`)).lines[0]).toEqual(`${adaUid}: closed.`);
      expect(await status()).toBe(410);
      scenario.deps.clock.advance(1000);
      expect(await run(scenario, `restore ada ${reason} --yes`)).toMatchObject({
        done: false,
        lines: ['The profile is closed for good.'],
      });
      const acts = await run(scenario, 'audit ada');
      expect(acts.lines).toHaveLength(5);
      expect(acts.lines[0]).toContain('restore uid-ada  refused');
    });

    it('name what a suspension ends', async () => {
      const scenario = await knownScenario();
      await sendTip(scenario);
      expect((await run(scenario, `suspend ada ${reason}`)).lines).toEqual([
        `${adaUid} (@ada): good → suspended.`,
        'Ends 1 open payments.',
        `The owner reads, in the dashboard and by mail: ${decisionText}`,
        'Nothing was written. Repeat it with --yes to do it.',
      ]);
      expect((await run(scenario, `suspend ada ${reason} --yes`)).lines).toContain('Ended 1 open payments.');
    });

    it('refuse more than a week of hiding, and an unknown part', async () => {
      const scenario = await knownScenario();
      const longer = await run(scenario, `hide ada --days 8 ${reason}`);
      expect([longer.done, longer.lines[0]?.includes('7 days')]).toEqual([false, true]);
      expect(refusalOf('limit ada --part avatar --reason x')).toContain('picture, bio, link:<id> or block');
    });

    // Holds host-060.
    it('delete the bytes of withheld pictures for good', async () => {
      const scenario = await knownScenario();
      const picture = { slot: 'picture-a', generation: '1' } as const;
      const { pictures, store } = scenario.deps;
      pictures.upload(adaUid, picture, new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 7]));
      store.put(paths.draft(adaUid), { ...store.dump()[paths.draft(adaUid)], revision: 2, picture });
      await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
      expect((await run(scenario, `purge ada ${reason} --yes`)).data).toEqual({ purged: 0 });
      await run(scenario, `suspend ada ${reason} --yes`);
      expect((await run(scenario, `purge ada ${reason} --yes`)).data).toEqual({ purged: 1 });
      await run(scenario, `restore ada ${reason} --yes`);
      expect((await scenario.call('GET', '/v1/profiles/ada')).json['picture']).toBeNull();
      // The owner's upload is still stored, and they publish it again.
      await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
      expect((await scenario.call('GET', '/v1/profiles/ada')).json['picture']).toMatch(/^\/img\//);
    });

    it('refuse to erase an account with an open dispute, say why, and keep it in the audit', async () => {
      const scenario = await knownScenario();
      const { paymentIntentId } = await paidTip(scenario);
      scenario.stripe.dispute(paymentIntentId, 'needs_response');
      await run(scenario, `look acct_ada ${reason} --yes`);
      expect(await run(scenario, `erase ada ${reason} --yes`)).toMatchObject({
        done: false,
        data: { problem: 'account-busy' },
      });
      expect(auditOf(scenario).at(-1)).toMatchObject({ verb: 'erase', outcome: 'refused' });
    });

    it('give and take the right of a moderator', async () => {
      const scenario = await knownScenario();
      const role = () => scenario.deps.users.known[0]?.role;
      await run(scenario, `grant moderator ada ${reason} --yes`);
      expect(role()).toBe('moderator');
      await run(scenario, `revoke moderator ada ${reason} --yes`);
      expect(role()).toBeNull();
      scenario.deps.users.known.pop();
      expect((await run(scenario, `grant moderator ada ${reason} --yes`)).done).toBe(false);
    });

    it('check one account, and say when there is none', async () => {
      const scenario = await knownScenario();
      expect((await run(scenario, `look acct_ada ${reason} --yes`)).data).toEqual({ looked: 'same' });
      expect((await run(scenario, `look acct_eve ${reason} --yes`)).data).toEqual({ looked: 'unknown' });
    });
  });

  describe('invalid command lines', () => {
    it.each([
      ['', 'Say what to do'],
      ['explode ada', 'Say what to do'],
      ['hide', 'written so'],
      ['hide ada eve --reason x', 'written so'],
      ['grant admin ada --reason x', 'written so'],
      ['hide ada', 'Give a reason'],
      ['hide ada --reason x --days 0', '--days'],
      ['limit ada --reason x', 'Name what to limit'],
      ['hide ada --force', '--force'],
    ])('are refused with one sentence: %s', (line, sentence) => {
      expect(refusalOf(line)).toContain(sentence);
    });

    it('name every verb that there is, of reports, mails, jobs and cards too', () => {
      expect(refusalOf('explode ada')).toBe(
        `Say what to do: ${everyVerb.map(({ name }) => name).join(', ')}.`,
      );
      expect(refusalOf('explode ada')).toMatch(
        /suspend.*reports decide.*mails sent.*jobs retry.*cards check/,
      );
    });
  });

  it('the audit of all owners shows the newest act first', async () => {
    const scenario = await adasScenario();
    expect((await run(scenario, 'audit')).lines).toEqual(['No acts yet.']);
    await run(scenario, `hide ada ${reason} --yes`);
    scenario.deps.clock.advance(1000);
    await run(scenario, `restore ada ${reason} --yes`);
    expect((await run(scenario, 'audit')).lines.map((line) => line.split('  ')[2])).toEqual([
      `restore ${adaUid}`,
      `hide ${adaUid}`,
    ]);
  });
});

/** Mo is signed in, with this right. */
async function scenarioOf(role: ModerationRole | null): Promise<Scenario> {
  const scenario = await adasScenario();
  signIn(scenario.deps, 'uid-mo', 'token-mo');
  scenario.deps.users.known.push({ uid: 'uid-mo', email: 'mo@host.example', role });
  scenario.deps.users.known.push({ uid: adaUid, email: 'ada@example.com', role: null });
  return scenario;
}

const act = (scenario: Scenario, body: object) =>
  scenario.call('POST', '/v1/admin/acts', { who: 'ada', ...body }, bearerOf('token-mo'));

const statusOf = async (scenario: Scenario) => (await scenario.call('GET', '/@ada')).status;

describe('POST /v1/admin/acts', () => {
  it('refuses what a moderator does to their own profile, such as ending their own restriction', async () => {
    const scenario = await scenarioOf('moderator');
    await act(scenario, { verb: 'hide', reason: decisionText, days: 7, yes: true });
    // The first one that fits is found.
    scenario.deps.users.known.unshift({ uid: adaUid, email: 'ada@example.com', role: 'moderator' });
    const restore = { verb: 'restore', who: 'ada', reason: decisionText, yes: true };
    const own = await scenario.call('POST', '/v1/admin/acts', restore, bearerOf(adaToken));
    expect(own.json).toMatchObject({
      code: 'act-refused',
      detail: expect.stringContaining('own profile') as string,
    });
    expect(await statusOf(scenario)).toBe(404);
    expect((await act(scenario, restore)).status).toBe(200);
    expect(await statusOf(scenario)).toBe(200);
  });

  // Holds host-057.
  it('lets a moderator hide for 7 days and refuses a suspension; the audit has both attempts', async () => {
    const scenario = await scenarioOf('moderator');
    const reason = decisionText;
    const refused = await act(scenario, { verb: 'suspend', reason, yes: true });
    expect([refused.status, refused.json['code'], await statusOf(scenario)]).toEqual([
      403,
      'act-refused',
      200,
    ]);
    expect((await act(scenario, { verb: 'hide', reason, days: 7, yes: true })).status).toBe(200);
    expect(await statusOf(scenario)).toBe(404);
    const who = { who: 'mo@host.example', role: 'moderator', subject: adaUid };
    expect(auditOf(scenario)).toMatchObject([
      { ...who, verb: 'suspend', outcome: 'refused' },
      { ...who, verb: 'hide', outcome: 'done' },
    ]);
    expect((await act(scenario, { verb: 'hide', reason, days: 8, yes: true })).status).toBe(403);
    expect((await act(scenario, { verb: 'restore', reason, yes: true })).status).toBe(200);
    expect(await statusOf(scenario)).toBe(200);
  });

  it('lets an admin suspend', async () => {
    const scenario = await scenarioOf('admin');
    expect((await act(scenario, { verb: 'suspend', reason: decisionText, yes: true })).status).toBe(200);
    expect(await statusOf(scenario)).toBe(410);
  });

  it('writes nothing without yes, and nothing without a reason', async () => {
    const scenario = await scenarioOf('moderator');
    const would = await act(scenario, { verb: 'hide', reason: decisionText });
    expect([would.status, would.text.includes('Nothing was written')]).toEqual([200, true]);
    expect((await act(scenario, { verb: 'hide', yes: true })).status).toBe(422);
    expect([auditOf(scenario), await statusOf(scenario)]).toEqual([[], 200]);
  });

  it('shows the page as it is, also while it is hidden, without email address and payments of its owner', async () => {
    const scenario = await scenarioOf('moderator');
    await sendReport(scenario);
    await act(scenario, { verb: 'hide', reason: decisionText, days: 2, yes: true });
    const { status, json, text } = await act(scenario, { verb: 'show', who: '@Ada' });
    expect([status, /ada@example|acct_ada|zoe@example/.test(text)]).toEqual([200, false]);
    const { data } = v.parse(ownerCaseAnswer, json);
    expect(data).toMatchObject({
      uid: adaUid,
      handle: 'ada',
      card: { name: 'Ada Lovelace', tips: { state: 'on' } },
      links: [
        { part: 'link:insta', label: 'Instagram' },
        { part: 'link:site', label: 'Site' },
      ],
      restriction: { state: 'hidden', by: 'mo@host.example' },
      possible: ['restore', 'limit', 'hide'],
      hideDays: 7,
      reports: [{ kind: 'fraud', state: 'received' }],
      acts: [{ verb: 'hide', outcome: 'done', after: 'hidden' }],
    });
    expect(await statusOf(scenario)).toBe(404);
    expect((await act(scenario, { verb: 'find', who: 'eve' })).status).toBe(404);
  });

  it('shows a withheld picture to moderators alone', async () => {
    const scenario = await scenarioOf('moderator');
    const sha256 = await publishPicture(scenario);
    await act(scenario, { verb: 'hide', reason: decisionText, yes: true });
    expect((await scenario.call('GET', `/img/${sha256}`)).status).toBe(404);
    const path = `/v1/admin/pictures/${sha256}`;
    const { status, headers } = await scenario.call('GET', path, undefined, bearerOf('token-mo'));
    const seen = [status, headers.get('content-type'), headers.get('cache-control')];
    expect(seen).toEqual([200, 'image/png', expect.stringContaining('no-store') as string]);
    expect((await scenario.call('GET', path, undefined, bearerOf(adaToken))).json['code']).toBe(
      'moderator-needed',
    );
    expect((await scenario.call('GET', path)).status).toBe(401);
    const none = `/v1/admin/pictures/${'0'.repeat(64)}`;
    expect((await scenario.call('GET', none, undefined, bearerOf('token-mo'))).status).toBe(404);
  });

  it('offers no verb about the own profile, and none against an admin’s decision to a moderator', async () => {
    const scenario = await scenarioOf('moderator');
    await setStanding(scenario, wishes.suspend);
    const shown = async (who: string) =>
      v.parse(ownerCaseAnswer, (await act(scenario, { verb: 'show', who })).json).data;
    expect((await shown('ada')).possible).toEqual([]);
    expect(await shown('uid-mo')).toMatchObject({ handle: null, card: null, possible: [] });
  });

  it('refuses the second of two moderators who saw the same page, and a second press', async () => {
    const scenario = await scenarioOf('admin');
    const hide = { verb: 'hide', reason: decisionText, seenSince: null, yes: true };
    const both = await Promise.all([act(scenario, hide), act(scenario, { ...hide, verb: 'suspend' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect((await act(scenario, hide)).json['detail']).toContain('changed meanwhile');
    expect(mailsTo(scenario, 'ada@example.com')).toHaveLength(1);
  });

  it('sends the owner the reasons by mail, also without a report, and names law or term', async () => {
    const scenario = await scenarioOf('admin');
    await act(scenario, { verb: 'suspend', reason: decisionText, ground: 'Terms, fraud', yes: true });
    await act(scenario, { verb: 'restore', reason: 'He sent a proof.', yes: true });
    await act(scenario, { verb: 'pause-payments', reason: decisionText, days: 3, yes: true });
    const [suspended, restored, paused] = mailsTo(scenario, 'ada@example.com').map(
      ({ message }) => message.text,
    );
    for (const said of [decisionText, 'Terms, fraud', 'no end date', 'object until 2027-05-23'])
      expect(suspended).toContain(said);
    expect(restored).toContain('not restricted any more');
    expect(restored).not.toContain('object until');
    for (const said of ['take no tips', 'busker.test/legal/terms', 'ends on 2026-11-23'])
      expect(paused).toContain(said);
  });

  it('refuses owners, and a moderator whose right was taken away a moment ago', async () => {
    const scenario = await scenarioOf(null);
    const body = { verb: 'hide', reason: decisionText, yes: true };
    expect((await act(scenario, body)).json['code']).toBe('moderator-needed');
    await scenario.deps.users.setRole('uid-mo', 'moderator');
    await scenario.deps.users.setRole('uid-mo', null);
    expect((await act(scenario, body)).json['code']).toBe('moderator-needed');
    expect((await scenario.call('POST', '/v1/admin/acts', { who: 'ada', ...body })).status).toBe(401);
  });

  it('needs a sign-in of the last 15 minutes', async () => {
    const scenario = await scenarioOf('moderator');
    scenario.deps.clock.advance(15 * 60_000);
    const body = { verb: 'hide', reason: decisionText };
    expect((await act(scenario, body)).status).toBe(200);
    scenario.deps.clock.advance(1);
    expect((await act(scenario, body)).json['code']).toBe('recent-sign-in-required');
  });
});

import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { adasScenario, adaToken, adaUid, bearerOf, paidTip, sendTip, type Scenario } from '../testing/ada';
import { scenarioWithAccount } from '../testing/known-account';
import { admin, decisionText } from '../testing/standing';
import { parseAdminCall, adminVerbs } from './admin-call';
import { everyVerb } from '../every-verb';
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
    expect([scenario.deps.payments.calls.length, scenario.deps.users.known[0]?.role]).toEqual([calls, null]);
  });

  it.each(writing)('with --yes writes the person, the verb and the reason to the audit: %s', async (line) => {
    const scenario = await knownScenario();
    const { done } = await run(scenario, `${line} --yes --report r7`);
    expect(done).toBe(true);
    const verb = line.split(' ')[0];
    const subject = verb === 'look' ? 'acct_ada' : adaUid;
    const entry = { who: admin.name, role: 'admin', verb, subject, reason: decisionText, reportId: 'r7' };
    expect(auditOf(scenario)).toMatchObject([{ ...entry, outcome: 'done' }]);
  });
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
    expect(refusalOf('limit ada --part avatar --reason x')).toContain('picture, bio or link');
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
    expect(refusalOf('explode ada')).toBe(`Say what to do: ${everyVerb.map(({ name }) => name).join(', ')}.`);
    expect(refusalOf('explode ada')).toMatch(/suspend.*reports decide.*mails sent.*jobs retry.*cards check/);
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

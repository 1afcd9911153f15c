import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ownerCaseAnswer } from '../../core/dashboard-api/moderation-api';
import type { ModerationRole } from '../../core/moderation/standing';
import { adasScenario, adaToken, adaUid, bearerOf, signIn, type Scenario } from '../testing/ada';
import { publishPicture } from '../testing/published-picture';
import { mailsTo, sendReport } from '../testing/reports';
import { decisionText, setStanding, wishes } from '../testing/standing';

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

const auditOf = ({ deps }: Scenario) =>
  Object.entries(deps.store.dump()).flatMap(([path, data]) => (path.startsWith('audit/') ? [data] : []));

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

import { describe, expect, it } from 'vitest';
import type { ModerationRole } from '../../core/profile/standing';
import * as v from 'valibot';
import { reportAnswer, reportsAnswer } from '../../core/api/moderation-api';
import { adasStage, adaToken, adaUid, bearerOf, signIn, type Stage } from '../testing/ada';
import { encodeReport } from '../../core/documents/report-document';
import { fakeDecision, fakeReport } from '../../core/testing/fake-report';
import { mailsTo, sendReport, storedReports } from '../testing/reports';

const facts = 'The page shows the name of somebody else.';

/** Zoe has reported Ada, and Mo is signed in with this right. */
async function reported(role: ModerationRole | null, change: Parameters<typeof sendReport>[1] = {}) {
  const stage = await adasStage();
  signIn(stage.deps, 'uid-mo', 'token-mo');
  stage.deps.users.known.push({ uid: 'uid-mo', email: 'mo@host.example', role });
  stage.deps.users.known.push({ uid: adaUid, email: 'ada@example.com', role: null });
  await sendReport(stage, change);
  const id = storedReports(stage)[0]?.id ?? '';
  const get = (path: string) => stage.call('GET', path, undefined, bearerOf('token-mo'));
  const decide = (body: object, number = id) =>
    stage.call(
      'POST',
      `/v1/admin/reports/${number}/decision`,
      { outcome: 'hidden', facts, ...body },
      bearerOf('token-mo'),
    );
  return { stage, id, get, decide };
}

const page = async (stage: Stage) => (await stage.call('GET', '/@ada')).status;

describe('/v1/admin/reports', () => {
  it('lists open reports, with the caller’s right and without the email address of the reporter', async () => {
    const { id, get } = await reported('moderator');
    const { status, text, json } = await get('/v1/admin/reports');
    expect([status, text.includes('zoe@example.com')]).toEqual([200, false]);
    const { role, reports } = v.parse(reportsAnswer, json);
    expect([role, reports.length]).toEqual(['moderator', 1]);
    expect(reports[0]).toMatchObject({
      id,
      state: 'received',
      kind: 'fraud',
      subject: { uid: adaUid, handle: 'ada' },
      name: 'Zoe',
      decision: null,
    });
  });

  it('shows one report, and hostile text only as text in JSON', async () => {
    const why = '<script>alert(1)</script>';
    const { id, get } = await reported('moderator', { why });
    const { json } = await get(`/v1/admin/reports/${id}`);
    expect(v.parse(reportAnswer, json).report.why).toBe(why);
    for (const number of ['000000000000', 'nothing'])
      expect((await get(`/v1/admin/reports/${number}`)).json['code']).toBe('report-not-found');
  });

  it.each(['moderator', 'admin'] as const)(
    'refuses the decision of somebody with the right %s about their own profile',
    async (role) => {
      const { stage, id, decide } = await reported(null);
      // The first one that fits is found.
      stage.deps.users.known.unshift({ uid: adaUid, email: 'ada@example.com', role });
      const own = await stage.call(
        'POST',
        `/v1/admin/reports/${id}/decision`,
        { outcome: 'no-action', facts },
        bearerOf(adaToken),
      );
      expect(own.json).toMatchObject({
        code: 'act-refused',
        detail: expect.stringContaining('own profile') as string,
      });
      expect(storedReports(stage)[0]?.state.name).toBe('received');
      expect((await decide({})).status).toBe(403);
    },
  );

  it('takes a moderator’s decision: the page is hidden, mails are written, and a second decision follows', async () => {
    const { stage, decide } = await reported('moderator');
    const hidden = await decide({});
    expect([hidden.status, await page(stage)]).toEqual([200, 404]);
    expect(v.parse(reportAnswer, hidden.json).report).toMatchObject({
      state: 'decided',
      decision: { outcome: 'hidden', facts, by: 'mo@host.example' },
    });
    expect(mailsTo(stage, 'ada@example.com').length).toBe(1);
    expect((await decide({ outcome: 'no-action' })).status).toBe(200);
    expect(await page(stage)).toBe(200);
    expect((await decide({ outcome: 'no-action' })).json['code']).toBe('report-decided');
  });

  it('refuses a decision by somebody who did not see the decision of another moderator', async () => {
    const { stage, decide } = await reported('moderator');
    const both = await Promise.all([decide({ seenAt: null }), decide({ seenAt: null })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await decide({ seenAt: null })).json['code']).toBe('report-decided');
    expect(mailsTo(stage, 'ada@example.com').length).toBe(1);
    const decided = storedReports(stage)[0]?.state;
    const seenAt = decided?.name === 'decided' ? decided.decision.at : null;
    expect((await decide({ outcome: 'no-action', seenAt })).status).toBe(200);
  });

  it('lists a report that waits also when very many are decided', async () => {
    const { stage, get } = await reported('moderator');
    for (let count = 0; count < 210; count += 1)
      stage.deps.store.put(
        `reports/a${count}`,
        encodeReport(fakeReport({ id: `a${count}`, state: { name: 'decided', decision: fakeDecision() } })),
      );
    expect(v.parse(reportsAnswer, (await get('/v1/admin/reports')).json).reports).toHaveLength(1);
  });

  it('lets only an admin suspend', async () => {
    const mo = await reported('moderator');
    const refused = await mo.decide({ outcome: 'suspended' });
    expect([refused.status, refused.json['code'], await page(mo.stage)]).toEqual([403, 'act-refused', 200]);
    expect(storedReports(mo.stage)[0]?.state.name).toBe('received');
    const root = await reported('admin');
    expect([(await root.decide({ outcome: 'suspended' })).status, await page(root.stage)]).toEqual([
      200, 410,
    ]);
  });

  it('names the missing field of a decision', async () => {
    const { decide } = await reported('moderator', { address: 'https://busker.test/@nobody', u: 'nobody' });
    expect((await decide({})).json['fields']).toHaveProperty('handle');
    expect((await decide({ outcome: 'limited', handle: 'ada' })).json['fields']).toHaveProperty('parts');
    expect((await decide({ days: 8, handle: 'ada' })).json['fields']).toHaveProperty('days');
    expect((await decide({ facts: ' ' })).json['fields']).toHaveProperty('facts');
    expect((await decide({}, '000000000000')).json['code']).toBe('report-not-found');
    expect((await decide({ handle: 'ada' })).status).toBe(200);
  });

  it('refuses owners, strangers and a sign-in of more than 15 minutes', async () => {
    const owner = await reported(null);
    expect((await owner.get('/v1/admin/reports')).json['code']).toBe('moderator-needed');
    expect((await owner.decide({})).json['code']).toBe('moderator-needed');
    expect((await owner.stage.call('GET', '/v1/admin/reports')).status).toBe(401);
    const { stage, id, get, decide } = await reported('admin');
    stage.deps.clock.advance(15 * 60_000 + 1);
    for (const late of [
      await get('/v1/admin/reports'),
      await get(`/v1/admin/reports/${id}`),
      await decide({}),
    ])
      expect(late.json['code']).toBe('recent-sign-in-required');
  });
});

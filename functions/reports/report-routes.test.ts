import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  objectionAnswer,
  objectionsAnswer,
  reportAnswer,
  reportsAnswer,
} from '@busker/core/dashboard-api/moderation-api';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { reportDocument } from '@busker/core/moderation/report-document';
import type { ModerationRole } from '@busker/core/moderation/standing';
import { fakeDecision, fakeReport } from '@busker/core/testing/fakes';
import { reportTexts } from '@busker/core/messages/core-texts';
import {
  adaToken,
  adaUid,
  adasScenario,
  bearerOf,
  emptyScenario,
  signIn,
  decisionText,
  moderator,
  setStanding,
  wishes,
  type Scenario,
} from '../testing/ada';
import { goodReport, mailsTo, sendReport, storedReports } from '../testing/reports';

describe('report routes', () => {
  describe('the report form', () => {
    it.each(shippedLanguages)('works without a script in %s', async (language) => {
      const { status, text, headers } = await (
        await adasScenario()
      ).call('GET', `/report?u=ada&lang=${language}`);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(text).toContain(`<html lang="${language}"`);
      expect(text).toContain(reportTexts(language).goodFaith);
      expect(text).toContain('value="https://busker.test/@ada"');
      expect(text).not.toContain('<script');
    });

    it('is empty without a handle, and with an invalid handle', async () => {
      for (const query of ['', '?u=', '?u=%22%3E%3Cscript%3E']) {
        const { text } = await emptyScenario().call('GET', `/report${query}`);
        expect(text).toContain('id="address"');
        expect(text).not.toContain('@');
        expect(text).not.toContain('<script');
      }
    });
  });

  describe('a report without an account', () => {
    // Holds host-056.
    it('is stored, counted, confirmed on the page and by mail, and sent to the host', async () => {
      const scenario = await adasScenario();
      const answer = await sendReport(scenario);
      expect(answer.status).toBe(201);
      const [report, ...others] = storedReports(scenario);
      expect(others).toEqual([]);
      expect(report).toMatchObject({
        state: { name: 'received' },
        subject: { uid: 'uid-ada', handle: 'ada' },
        email: 'zoe@example.com',
        expiresAt: null,
      });
      expect(answer.text).toContain(`Your report has the number ${report?.id}.`);
      expect(answer.text).toContain('We write to zoe@example.com');
      expect(mailsTo(scenario, 'zoe@example.com')).toMatchObject([
        { message: { subject: `We have your report ${report?.id}` } },
      ]);
      expect(mailsTo(scenario, 'reports@busker.test')).toHaveLength(1);
      expect(scenario.deps.store.dump()['transparency/2026']).toMatchObject({ reports: { fraud: 1 } });
      expect(scenario.deps.lines.filter((line) => line.includes('report received'))).toHaveLength(1);
      expect(scenario.deps.lines.join()).not.toContain('zoe@example.com');
    });

    it('writes mails in the language of the form, German or English', async () => {
      const scenario = await adasScenario();
      await sendReport(scenario, {}, { language: 'de' });
      await sendReport(scenario, { email: 'yan@example.com' }, { language: 'pl' });
      expect(mailsTo(scenario, 'zoe@example.com')[0]?.message.subject).toMatch(/^Wir haben deine Meldung/);
      expect(mailsTo(scenario, 'yan@example.com')[0]?.message.subject).toMatch(/^We have your report/);
    });

    it('is one report when the form is sent twice', async () => {
      const scenario = await adasScenario();
      const [first, second] = [await sendReport(scenario), await sendReport(scenario)];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(storedReports(scenario)).toHaveLength(1);
      expect(mailsTo(scenario, 'zoe@example.com')).toHaveLength(1);
    });

    it('never returns the link to another person’s report', async () => {
      const scenario = await adasScenario();
      await sendReport(scenario);
      await sendReport(scenario, { why: 'Something else.' });
      expect(storedReports(scenario)).toHaveLength(2);
    });

    it('needs no name and no mail address for abuse of children, and needs both for everything else', async () => {
      const scenario = await adasScenario();
      const nameless = { name: '', email: '' };
      const answer = await sendReport(scenario, { ...nameless, kind: 'child-abuse' });
      expect(answer.status).toBe(201);
      expect(answer.text).toContain('Keep the link below');
      expect(storedReports(scenario)).toMatchObject([{ name: null, email: null }]);
      expect(mailsTo(scenario, 'zoe@example.com')).toEqual([]);
      expect((await sendReport(scenario, nameless)).status).toBe(422);
    });

    it('is about the profile in the address, the profile of the card that had the link, or no profile', async () => {
      const scenario = await adasScenario();
      await sendReport(scenario, { u: '', address: 'https://busker.test/@Ada?lang=de' });
      await sendReport(scenario, { u: 'ada', address: 'https://blog.example/about' });
      await sendReport(scenario, { u: '', address: 'https://blog.example/about' });
      await sendReport(scenario, { u: 'ada', address: 'https://busker.test/@nobody' });
      const subjects = storedReports(scenario).map(({ subject }) => subject?.handle ?? 'none');
      expect(subjects.toSorted()).toEqual(['ada', 'ada', 'none', 'none']);
    });

    it.each([
      ['kind', ''],
      ['kind', 'order'],
      ['address', 'javascript:alert(1)'],
      ['address', `https://a.example/${'x'.repeat(2100)}`],
      ['ground', ''],
      ['ground', 'x'.repeat(501)],
      ['why', '   '],
      ['why', 'ä'.repeat(4001)],
      ['name', ''],
      ['name', 'x'.repeat(101)],
      ['email', 'zoe'],
      ['email', 'zoe@a.example\r\nBcc: eve@b.example'],
      ['email', 'zoe@a.example,eve@b.example'],
      ['goodFaith', ''],
    ] as const)('names the refused field %s with %j, and keeps what was typed', async (field, wrong) => {
      const scenario = await adasScenario();
      const { status, text } = await sendReport(scenario, { [field]: wrong });
      expect(status).toBe(422);
      expect(text.match(/aria-describedby="[a-zA-Z]+-problem"/g)).toEqual([
        `aria-describedby="${field}-problem"`,
      ]);
      expect(text).toContain(`id="${field}-problem"`);
      const { u: _u, requestId: _id, kind, goodFaith: _given, ...typed } = { ...goodReport, [field]: '' };
      for (const value of [...Object.values(typed), kind && `value="${kind}" selected`])
        expect(text).toContain(value);
      expect(storedReports(scenario)).toEqual([]);
    });

    it('shows hostile text as text, and stores it without invisible characters', async () => {
      const scenario = await adasScenario();
      const hostile = '"><img src=x onerror=alert(1)>\u202Eevil';
      const { text } = await sendReport(scenario, {
        why: hostile,
        ground: hostile,
        name: hostile,
        email: '',
        u: hostile,
      });
      expect(text).not.toContain('<img');
      await sendReport(scenario, { why: hostile });
      expect(storedReports(scenario)[0]?.why).toBe('"><img src=x onerror=alert(1)>evil');
    });

    it('is refused when it is too long or in another format, and the form stays', async () => {
      const scenario = await adasScenario();
      expect((await sendReport(scenario, { why: 'x'.repeat(70_000) })).status).toBe(413);
      expect((await scenario.call('POST', '/report', {})).status).toBe(415);
    });
  });

  describe('many reports', () => {
    it('from one address need a challenge, which the form shows with the typed texts', async () => {
      const scenario = await adasScenario({ limitFactor: 1 });
      for (const n of [1, 2, 3])
        expect((await sendReport(scenario, { why: `Reason ${n}` })).status).toBe(201);
      const asked = await sendReport(scenario, { why: 'Reason 4' });
      expect(asked.status).toBe(403);
      expect(asked.text).toContain('<iframe class="challenge"');
      expect(asked.text).toContain('Reason 4');
      expect(asked.text).toContain('write to reports@busker.test');
      expect((await sendReport(scenario, { why: 'Reason 4', challenge: 'robot' })).status).toBe(403);
      expect((await sendReport(scenario, { why: 'Reason 4', challenge: 'human' })).status).toBe(201);
      // Other addresses get no challenge.
      expect((await sendReport(scenario, { why: 'Reason 5' }, { address: '198.51.100.9' })).status).toBe(201);
    });

    it('are refused when no challenge is configured, and the page shows the mail address', async () => {
      const scenario = await adasScenario({ limitFactor: 1, challenge: { kind: 'none' } });
      for (const n of [1, 2, 3]) await sendReport(scenario, { why: `Reason ${n}` });
      const refused = await sendReport(scenario, { why: 'Reason 4' });
      expect(refused.status).toBe(429);
      expect(refused.text).toContain('write to reports@busker.test');
    });

    it('from one address are refused above the daily limit, with a challenge or without', async () => {
      const scenario = await adasScenario({ limitFactor: 1 });
      for (let n = 0; n < 30; n += 1) await sendReport(scenario, { why: `Reason ${n}`, challenge: 'human' });
      expect((await sendReport(scenario, { why: 'One more', challenge: 'human' })).status).toBe(429);
    });
  });

  // Holds host-074.
  it('a mailbox gets three receipts a day, whoever names it and however it is written, and the page says so', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const answers = [];
    for (let n = 0; n < 12; n += 1) {
      const email = ['zoe@example.com', 'Zoe+a@example.com', `zoe+${n}@EXAMPLE.com`][n % 3] ?? '';
      answers.push(
        await sendReport(
          scenario,
          { email, why: `Reason ${n}` },
          { address: `198.51.${n}.7`, language: 'de' },
        ),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(12).fill(201));
    const receipts = ['zoe@example.com', 'Zoe+a@example.com', 'zoe+2@example.com'].flatMap((to) =>
      mailsTo(scenario, to),
    );
    expect(receipts).toHaveLength(3);
    expect(Object.keys(scenario.deps.store.dump()).filter((path) => path.startsWith('mail/'))).toHaveLength(
      15,
    );
    expect(answers[3]?.text).toContain(reportTexts('de').noMore({ mail: 'zoe@example.com' }));
    expect(answers[3]?.text).toContain('href="https://busker.test/report/');
    await sendReport(scenario, { email: 'yan@example.com' }, { address: '203.0.113.99' });
    expect(mailsTo(scenario, 'yan@example.com')).toHaveLength(1);
  });

  // Holds host-074.
  it('a statement of reasons goes to a confirmed address, and to no other', async () => {
    for (const emailVerified of [true, false]) {
      const scenario = await adasScenario();
      scenario.deps.users.known.push({ uid: adaUid, email: 'ada@example.com', emailVerified, role: null });
      signIn(scenario.deps, 'uid-mo', 'token-mo');
      scenario.deps.users.known.push({ uid: 'uid-mo', email: 'mo@host.example', role: 'admin' });
      await sendReport(scenario);
      const path = `/v1/admin/reports/${storedReports(scenario)[0]?.id}/decision`;
      const body = { outcome: 'suspended', facts: 'She is not Ada.' };
      expect((await scenario.call('POST', path, body, bearerOf('token-mo'))).status).toBe(200);
      expect(mailsTo(scenario, 'ada@example.com')).toHaveLength(emailVerified ? 1 : 0);
    }
  });

  describe('the state of a report', () => {
    it('is shown only with the link', async () => {
      const scenario = await adasScenario();
      const { text } = await sendReport(scenario);
      const link =
        /href="https:\/\/busker\.test(\/report\/[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const shown = await scenario.call('GET', link);
      expect(shown.status).toBe(200);
      expect(shown.text).toContain('We have received your report.');
      expect(shown.text).not.toContain('She is not Ada.');
      expect(shown.headers.get('referrer-policy')).toBe('no-referrer');
      const [path = ''] = link.split('?');
      for (const other of [
        path,
        `${path}?key=x.y`,
        link.replace(path, '/report/000000000000'),
        '/report/__x__',
      ])
        expect((await scenario.call('GET', other)).status, other).toBe(404);
    });
  });
});

describe('moderation routes', () => {
  const facts = 'The page shows the name of somebody else.';

  /** Zoe has reported Ada, and Mo is signed in with this right. */
  async function reported(role: ModerationRole | null, change: Parameters<typeof sendReport>[1] = {}) {
    const scenario = await adasScenario();
    signIn(scenario.deps, 'uid-mo', 'token-mo');
    scenario.deps.users.known.push({ uid: 'uid-mo', email: 'mo@host.example', role });
    scenario.deps.users.known.push({ uid: adaUid, email: 'ada@example.com', role: null });
    await sendReport(scenario, change);
    const id = storedReports(scenario)[0]?.id ?? '';
    const get = (path: string) => scenario.call('GET', path, undefined, bearerOf('token-mo'));
    const decide = (body: object, number = id) =>
      scenario.call(
        'POST',
        `/v1/admin/reports/${number}/decision`,
        { outcome: 'hidden', facts, ...body },
        bearerOf('token-mo'),
      );
    return { scenario, id, get, decide };
  }

  const page = async (scenario: Scenario) => (await scenario.call('GET', '/@ada')).status;

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
        const { scenario, id, decide } = await reported(null);
        // The first one that fits is found.
        scenario.deps.users.known.unshift({ uid: adaUid, email: 'ada@example.com', role });
        const own = await scenario.call(
          'POST',
          `/v1/admin/reports/${id}/decision`,
          { outcome: 'no-action', facts },
          bearerOf(adaToken),
        );
        expect(own.json).toMatchObject({
          code: 'act-refused',
          detail: expect.stringContaining('own profile') as string,
        });
        expect(storedReports(scenario)[0]?.state.name).toBe('received');
        expect((await decide({})).status).toBe(403);
      },
    );

    it('takes a moderator’s decision: the page is hidden, mails are written, and a second decision follows', async () => {
      const { scenario, decide } = await reported('moderator');
      const hidden = await decide({});
      expect([hidden.status, await page(scenario)]).toEqual([200, 404]);
      expect(v.parse(reportAnswer, hidden.json).report).toMatchObject({
        state: 'decided',
        decision: { outcome: 'hidden', facts, by: 'mo@host.example' },
      });
      expect(mailsTo(scenario, 'ada@example.com').length).toBe(1);
      expect((await decide({ outcome: 'no-action' })).status).toBe(200);
      expect(await page(scenario)).toBe(200);
      expect((await decide({ outcome: 'no-action' })).json['code']).toBe('report-decided');
    });

    it('refuses a decision by somebody who did not see the decision of another moderator', async () => {
      const { scenario, decide } = await reported('moderator');
      const both = await Promise.all([decide({ seenAt: null }), decide({ seenAt: null })]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect((await decide({ seenAt: null })).json['code']).toBe('report-decided');
      expect(mailsTo(scenario, 'ada@example.com').length).toBe(1);
      const decided = storedReports(scenario)[0]?.state;
      const seenAt = decided?.name === 'decided' ? decided.decision.at : null;
      expect((await decide({ outcome: 'no-action', seenAt })).status).toBe(200);
    });

    it('lists a report that waits also when very many are decided', async () => {
      const { scenario, get } = await reported('moderator');
      for (let count = 0; count < 210; count += 1)
        scenario.deps.store.put(
          `reports/a${count}`,
          reportDocument.encode(
            fakeReport({ id: `a${count}`, state: { name: 'decided', decision: fakeDecision() } }),
          ),
        );
      expect(v.parse(reportsAnswer, (await get('/v1/admin/reports')).json).reports).toHaveLength(1);
    });

    it('lets only an admin suspend', async () => {
      const mo = await reported('moderator');
      const refused = await mo.decide({ outcome: 'suspended' });
      expect([refused.status, refused.json['code'], await page(mo.scenario)]).toEqual([
        403,
        'act-refused',
        200,
      ]);
      expect(storedReports(mo.scenario)[0]?.state.name).toBe('received');
      const root = await reported('admin');
      expect([(await root.decide({ outcome: 'suspended' })).status, await page(root.scenario)]).toEqual([
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
      expect((await owner.scenario.call('GET', '/v1/admin/reports')).status).toBe(401);
      const { scenario, id, get, decide } = await reported('admin');
      scenario.deps.clock.advance(15 * 60_000 + 1);
      for (const late of [
        await get('/v1/admin/reports'),
        await get(`/v1/admin/reports/${id}`),
        await decide({}),
      ])
        expect(late.json['code']).toBe('recent-sign-in-required');
    });
  });
});

describe('objection routes', () => {
  const text = 'You are right.';

  /** Ada has objected to a restriction, and Mo is signed in with this right. */
  async function objected(role: ModerationRole | null, who = moderator) {
    const scenario = await adasScenario();
    signIn(scenario.deps, 'uid-mo', 'token-mo');
    scenario.deps.users.known.push({ uid: 'uid-mo', email: 'mo@host.example', role });
    scenario.deps.users.known.push({ uid: adaUid, email: 'ada@example.com', role: null });
    await setStanding(scenario, wishes.hide, { who });
    await scenario.call('POST', '/v1/me/appeals', { text: 'I am Ada.' }, bearerOf(adaToken));
    return scenario;
  }

  const list = async (scenario: Scenario, token = 'token-mo') => {
    const { json } = await scenario.call('GET', '/v1/admin/appeals', undefined, bearerOf(token));
    return v.parse(objectionsAnswer, json).objections;
  };
  const answer = (scenario: Scenario, id: string, body: object = {}, token = 'token-mo') =>
    scenario.call(
      'POST',
      `/v1/admin/appeals/${id}/answer`,
      { outcome: 'reversed', text, ...body },
      bearerOf(token),
    );
  const page = async (scenario: Scenario) => (await scenario.call('GET', '/@ada')).status;

  describe('/v1/admin/appeals', () => {
    it('lists what the owner wrote, what was decided, and whether the caller may answer', async () => {
      const scenario = await objected('moderator', { name: 'eve@host.example', role: 'moderator' });
      expect(await list(scenario)).toMatchObject([
        {
          from: 'owner',
          uid: adaUid,
          handle: 'ada',
          measure: 'hidden',
          reason: decisionText,
          decidedBy: 'eve@host.example',
          text: 'I am Ada.',
          answer: null,
          mayAnswer: 'yes',
        },
      ]);
    });

    it('takes an answer once, shows the page again and keeps the answered objection in the list', async () => {
      const scenario = await objected('moderator');
      const id = (await list(scenario))[0]?.id ?? '';
      const both = await Promise.all([answer(scenario, id), answer(scenario, id)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const done = both.find(({ status }) => status === 200);
      expect(v.parse(objectionAnswer, done?.json).objection).toMatchObject({
        answer: { outcome: 'reversed', text, by: 'mo@host.example', samePerson: true },
      });
      expect([await page(scenario), (await answer(scenario, id)).json['code']]).toEqual([
        200,
        'appeal-answered',
      ]);
      expect((await list(scenario)).map((each) => each.answer?.outcome)).toEqual(['reversed']);
      expect(mailsTo(scenario, 'ada@example.com').at(-1)?.message.text).toContain('You were right.');
    });

    it('refuses the person who decided when somebody else moderates too, and offers it to the other', async () => {
      const scenario = await objected('moderator');
      await setStanding(scenario, wishes.pause, {
        uid: 'uid-eve',
        who: { name: 'eve@host.example', role: 'admin' },
      });
      const [found] = await list(scenario);
      expect(found?.mayAnswer).toBe('same-person');
      expect((await answer(scenario, found?.id ?? '')).json['detail']).toContain('Somebody else');
      signIn(scenario.deps, 'uid-eve', 'token-eve');
      scenario.deps.users.known.push({ uid: 'uid-eve', email: 'eve@host.example', role: 'admin' });
      expect((await list(scenario, 'token-eve'))[0]?.mayAnswer).toBe('yes');
      expect((await answer(scenario, found?.id ?? '', {}, 'token-eve')).status).toBe(200);
    });

    // Holds host-073.
    it('refuses the person who decided under another address, by their uid', async () => {
      const scenario = await objected('moderator', {
        uid: 'uid-mo',
        name: 'mo@host.example',
        role: 'moderator',
      });
      await setStanding(scenario, wishes.pause, {
        uid: 'uid-eve',
        who: { uid: 'uid-root', name: 'root@host.example', role: 'admin' },
      });
      const index = scenario.deps.users.known.findIndex(({ uid }) => uid === 'uid-mo');
      scenario.deps.users.known[index] = { uid: 'uid-mo', email: 'maureen@host.example', role: 'moderator' };
      const [found] = await list(scenario);
      expect(found?.mayAnswer).toBe('same-person');
      expect((await answer(scenario, found?.id ?? '')).json['detail']).toContain('Somebody else');
      expect(JSON.stringify(found)).not.toContain('uid-mo');
      expect(JSON.stringify(scenario.deps.store.dump())).toContain('"decidedByUid":"uid-mo"');
    });

    // Holds host-073.
    it('lets another person answer who has the address of the person who decided', async () => {
      const scenario = await objected('moderator', {
        uid: 'uid-old',
        name: 'mo@host.example',
        role: 'moderator',
      });
      const [found] = await list(scenario);
      expect(found?.mayAnswer).toBe('yes');
      const answered = await answer(scenario, found?.id ?? '');
      expect(v.parse(objectionAnswer, answered.json).objection.answer).toMatchObject({ samePerson: false });
      const acts = Object.entries(scenario.deps.store.dump()).filter(([path]) => path.startsWith('audit/'));
      expect(acts.map(([, act]) => act['whoUid'])).toEqual(['uid-old', 'uid-mo']);
    });

    // Holds host-073.
    it('a changed address of the only moderator is nobody else', async () => {
      const scenario = await objected('moderator', {
        uid: 'uid-mo',
        name: 'old@host.example',
        role: 'moderator',
      });
      const [found] = await list(scenario);
      expect(found?.mayAnswer).toBe('yes');
      const answered = await answer(scenario, found?.id ?? '');
      expect(v.parse(objectionAnswer, answered.json).objection.answer).toMatchObject({ samePerson: true });
    });

    it('lets a moderator answer neither for an admin nor about the own profile', async () => {
      const scenario = await objected('moderator', { name: 'root@host.example', role: 'admin' });
      const [found] = await list(scenario);
      expect(found?.mayAnswer).toBe('set-by-admin');
      expect((await answer(scenario, found?.id ?? '')).json['code']).toBe('act-refused');
      // The first one that fits is found.
      scenario.deps.users.known.unshift({ uid: adaUid, email: 'ada@example.com', role: 'admin' });
      expect((await list(scenario, adaToken))[0]?.mayAnswer).toBe('own');
      expect((await answer(scenario, found?.id ?? '', {}, adaToken)).json['detail']).toContain('own profile');
      expect(await page(scenario)).toBe(404);
    });

    it('refuses owners, and finds no objection with another id', async () => {
      const owner = await objected(null);
      const asked = await owner.call('GET', '/v1/admin/appeals', undefined, bearerOf('token-mo'));
      expect(asked.json['code']).toBe('moderator-needed');
      expect((await answer(owner, 'x')).json['code']).toBe('moderator-needed');
      const scenario = await objected('admin');
      for (const id of ['nothing', '__x__'])
        expect((await answer(scenario, id)).json['code']).toBe('appeal-not-found');
    });
  });

  describe('an objection of the reporter', () => {
    /** Zoe’s report is decided, and the link leads to its page. */
    async function decided(outcome: string) {
      const scenario = await objected('admin');
      const sent = await sendReport(scenario);
      const link = /\/report\/[0-9a-f]{12}\?[^"]+/.exec(sent.text)?.[0].replaceAll('&amp;', '&') ?? '';
      const id = storedReports(scenario)[0]?.id ?? '';
      const body = { outcome, facts: 'We saw no fraud.' };
      await scenario.call('POST', `/v1/admin/reports/${id}/decision`, body, bearerOf('token-mo'));
      const key = new URLSearchParams(link.split('?')[1]).get('key') ?? '';
      const object = (why: string, given = key) =>
        scenario.call('POST', `/report/${id}`, new URLSearchParams({ key: given, text: why }).toString(), {
          'content-type': 'application/x-www-form-urlencoded',
        });
      const state = async () => (await scenario.call('GET', link)).text;
      const open = async () => (await list(scenario)).find(({ from }) => from === 'reporter');
      return { scenario, id, object, state, open };
    }

    it('is made on the page of the report without a mail, once, and its answer is read there', async () => {
      const { scenario, object, state, open } = await decided('no-action');
      for (const said of ['We saw no fraud.', 'Object to the decision'])
        expect(await state()).toContain(said);
      expect((await object('Look again.')).status).toBe(303);
      await object('And again.');
      expect(await state()).toContain('We have your objection.');
      expect(await state()).not.toContain('Object to the decision');
      const found = await open();
      expect(found).toMatchObject({ measure: 'none', text: 'Look again.', handle: 'ada' });
      await answer(scenario, found?.id ?? '', { outcome: 'upheld', text: 'It stands.' });
      expect(await state()).toContain('It stands.');
      expect(mailsTo(scenario, 'zoe@example.com').at(-1)?.message.text).toContain('The decision stands.');
      expect(mailsTo(scenario, 'reports@busker.test').at(-1)?.message.subject).toContain('objection');
    });

    it('stays in its form when it is too long, and the form says how long it may be; the same for an empty one', async () => {
      const { object, open } = await decided('no-action');
      const long = '🎻'.repeat(4001);
      const { status, text } = await object(long);
      expect(status).toBe(422);
      expect(text).toContain(long);
      expect(text).toContain('Please shorten this to 4000 characters.');
      expect(text).not.toContain('Say why the decision is wrong.');
      expect((await object('')).text).toContain('Say why the decision is wrong.');
      expect(await open()).toBeUndefined();
      expect((await object('🎻'.repeat(3999))).status).toBe(303);
    });

    it('opens the report again when the reporter was right', async () => {
      const { scenario, object, open, state } = await decided('no-action');
      await object('Look again.');
      await answer(scenario, (await open())?.id ?? '', { text: 'We overlooked it.' });
      expect(storedReports(scenario)[0]?.state).toEqual({ name: 'received' });
      expect(await state()).toContain('We have received your report.');
      expect(mailsTo(scenario, 'zoe@example.com').at(-1)?.message.text).toContain(
        'decide about your report again',
      );
    });

    it('needs the key, a text and a decision, and comes within six months', async () => {
      const { scenario, object, state } = await decided('no-action');
      expect((await object('Look.', 'x.y')).status).toBe(404);
      const empty = await object(' ');
      expect([empty.status, empty.text.includes('Say why the decision is wrong.')]).toEqual([422, true]);
      scenario.deps.clock.advance(185 * 24 * 60 * 60_000);
      await object('Look.');
      const stored = Object.keys(scenario.deps.store.dump()).filter((path) =>
        path.startsWith('appeals/report'),
      );
      expect([stored, (await state()).includes('<form')]).toEqual([[], false]);
      const hidden = await decided('hidden');
      await hidden.object('Look.');
      expect(await hidden.open()).toBeUndefined();
    });
  });

  it('goes with the account of the owner who objected, and its report is closed', async () => {
    const scenario = await adasScenario();
    signIn(scenario.deps, 'uid-mo', 'token-mo');
    scenario.deps.users.known.push({ uid: 'uid-mo', email: 'mo@host.example', role: 'admin' });
    await sendReport(scenario);
    const id = storedReports(scenario)[0]?.id ?? '';
    const body = { outcome: 'suspended', facts: decisionText };
    await scenario.call('POST', `/v1/admin/reports/${id}/decision`, body, bearerOf('token-mo'));
    await scenario.call('POST', '/v1/me/appeals', { text: 'I am Ada.' }, bearerOf(adaToken));
    expect([(await list(scenario)).length, storedReports(scenario)[0]?.state.name]).toEqual([1, 'appealed']);
    await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect([await list(scenario), storedReports(scenario)[0]?.state]).toMatchObject([
      [],
      { name: 'closed', appeal: null },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { shippedLanguages } from '../../core/base/language-tags';
import { adasStage, adaUid, bearerOf, emptyStage, signIn } from '../testing/ada';
import { goodReport, mailsTo, sendReport, storedReports } from '../testing/reports';
import { reportTexts } from '../messages/page-texts';

describe('the report form', () => {
  it.each(shippedLanguages)('works without a script in %s', async (language) => {
    const { status, text, headers } = await (await adasStage()).call('GET', `/report?u=ada&lang=${language}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(text).toContain(`<html lang="${language}"`);
    expect(text).toContain(reportTexts(language).goodFaith);
    expect(text).toContain('value="https://busker.test/@ada"');
    expect(text).not.toContain('<script');
  });

  it('is empty without a handle, and with an invalid handle', async () => {
    for (const query of ['', '?u=', '?u=%22%3E%3Cscript%3E']) {
      const { text } = await emptyStage().call('GET', `/report${query}`);
      expect(text).toContain('id="address"');
      expect(text).not.toContain('@');
      expect(text).not.toContain('<script');
    }
  });
});

describe('a report without an account', () => {
  // Holds host-056.
  it('is stored, counted, confirmed on the page and by mail, and sent to the host', async () => {
    const stage = await adasStage();
    const answer = await sendReport(stage);
    expect(answer.status).toBe(201);
    const [report, ...others] = storedReports(stage);
    expect(others).toEqual([]);
    expect(report).toMatchObject({
      state: { name: 'received' },
      subject: { uid: 'uid-ada', handle: 'ada' },
      email: 'zoe@example.com',
      expiresAt: null,
    });
    expect(answer.text).toContain(`Your report has the number ${report?.id}.`);
    expect(answer.text).toContain('We write to zoe@example.com');
    expect(mailsTo(stage, 'zoe@example.com')).toMatchObject([
      { message: { subject: `We have your report ${report?.id}` } },
    ]);
    expect(mailsTo(stage, 'reports@busker.test')).toHaveLength(1);
    expect(stage.deps.store.dump()['transparency/2026']).toMatchObject({ reports: { fraud: 1 } });
    expect(stage.deps.lines.filter((line) => line.includes('report received'))).toHaveLength(1);
    expect(stage.deps.lines.join()).not.toContain('zoe@example.com');
  });

  it('writes mails in the language of the form, German or English', async () => {
    const stage = await adasStage();
    await sendReport(stage, {}, { language: 'de' });
    await sendReport(stage, { email: 'yan@example.com' }, { language: 'pl' });
    expect(mailsTo(stage, 'zoe@example.com')[0]?.message.subject).toMatch(/^Wir haben deine Meldung/);
    expect(mailsTo(stage, 'yan@example.com')[0]?.message.subject).toMatch(/^We have your report/);
  });

  it('is one report when the form is sent twice', async () => {
    const stage = await adasStage();
    const [first, second] = [await sendReport(stage), await sendReport(stage)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(storedReports(stage)).toHaveLength(1);
    expect(mailsTo(stage, 'zoe@example.com')).toHaveLength(1);
  });

  it('never returns the link to another person’s report', async () => {
    const stage = await adasStage();
    await sendReport(stage);
    await sendReport(stage, { why: 'Something else.' });
    expect(storedReports(stage)).toHaveLength(2);
  });

  it('needs no name and no mail address for abuse of children, and needs both for everything else', async () => {
    const stage = await adasStage();
    const nameless = { name: '', email: '' };
    const answer = await sendReport(stage, { ...nameless, kind: 'child-abuse' });
    expect(answer.status).toBe(201);
    expect(answer.text).toContain('Keep the link below');
    expect(storedReports(stage)).toMatchObject([{ name: null, email: null }]);
    expect(mailsTo(stage, 'zoe@example.com')).toEqual([]);
    expect((await sendReport(stage, nameless)).status).toBe(422);
  });

  it('is about the profile in the address, the profile of the card that had the link, or no profile', async () => {
    const stage = await adasStage();
    await sendReport(stage, { u: '', address: 'https://busker.test/@Ada?lang=de' });
    await sendReport(stage, { u: 'ada', address: 'https://blog.example/about' });
    await sendReport(stage, { u: '', address: 'https://blog.example/about' });
    await sendReport(stage, { u: 'ada', address: 'https://busker.test/@nobody' });
    const subjects = storedReports(stage).map(({ subject }) => subject?.handle ?? 'none');
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
    const stage = await adasStage();
    const { status, text } = await sendReport(stage, { [field]: wrong });
    expect(status).toBe(422);
    expect(text.match(/aria-describedby="[a-zA-Z]+-problem"/g)).toEqual([
      `aria-describedby="${field}-problem"`,
    ]);
    expect(text).toContain(`id="${field}-problem"`);
    const { u: _u, requestId: _id, kind, goodFaith: _given, ...typed } = { ...goodReport, [field]: '' };
    for (const value of [...Object.values(typed), kind && `value="${kind}" selected`])
      expect(text).toContain(value);
    expect(storedReports(stage)).toEqual([]);
  });

  it('shows hostile text as text, and stores it without invisible characters', async () => {
    const stage = await adasStage();
    const hostile = '"><img src=x onerror=alert(1)>\u202Eevil';
    const { text } = await sendReport(stage, {
      why: hostile,
      ground: hostile,
      name: hostile,
      email: '',
      u: hostile,
    });
    expect(text).not.toContain('<img');
    await sendReport(stage, { why: hostile });
    expect(storedReports(stage)[0]?.why).toBe('"><img src=x onerror=alert(1)>evil');
  });

  it('is refused when it is too long or in another format, and the form stays', async () => {
    const stage = await adasStage();
    expect((await sendReport(stage, { why: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await stage.call('POST', '/report', {})).status).toBe(415);
  });
});

describe('many reports', () => {
  it('from one address need a challenge, which the form shows with the typed texts', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    for (const n of [1, 2, 3]) expect((await sendReport(stage, { why: `Reason ${n}` })).status).toBe(201);
    const asked = await sendReport(stage, { why: 'Reason 4' });
    expect(asked.status).toBe(403);
    expect(asked.text).toContain('<iframe class="challenge"');
    expect(asked.text).toContain('Reason 4');
    expect(asked.text).toContain('write to reports@busker.test');
    expect((await sendReport(stage, { why: 'Reason 4', challenge: 'robot' })).status).toBe(403);
    expect((await sendReport(stage, { why: 'Reason 4', challenge: 'human' })).status).toBe(201);
    // Other addresses get no challenge.
    expect((await sendReport(stage, { why: 'Reason 5' }, { address: '198.51.100.9' })).status).toBe(201);
  });

  it('are refused when no challenge is configured, and the page shows the mail address', async () => {
    const stage = await adasStage({ limitFactor: 1, challenge: { kind: 'none' } });
    for (const n of [1, 2, 3]) await sendReport(stage, { why: `Reason ${n}` });
    const refused = await sendReport(stage, { why: 'Reason 4' });
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('write to reports@busker.test');
  });

  it('from one address are refused above the daily limit, with a challenge or without', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    for (let n = 0; n < 30; n += 1) await sendReport(stage, { why: `Reason ${n}`, challenge: 'human' });
    expect((await sendReport(stage, { why: 'One more', challenge: 'human' })).status).toBe(429);
  });
});

// Holds host-074.
it('a mailbox gets three receipts a day, whoever names it and however it is written, and the page says so', async () => {
  const stage = await adasStage({ limitFactor: 1 });
  const answers = [];
  for (let n = 0; n < 12; n += 1) {
    const email = ['zoe@example.com', 'Zoe+a@example.com', `zoe+${n}@EXAMPLE.com`][n % 3] ?? '';
    answers.push(
      await sendReport(stage, { email, why: `Reason ${n}` }, { address: `198.51.${n}.7`, language: 'de' }),
    );
  }
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(12).fill(201));
  const receipts = ['zoe@example.com', 'Zoe+a@example.com', 'zoe+2@example.com'].flatMap((to) =>
    mailsTo(stage, to),
  );
  expect(receipts).toHaveLength(3);
  expect(Object.keys(stage.deps.store.dump()).filter((path) => path.startsWith('mail/'))).toHaveLength(15);
  expect(answers[3]?.text).toContain(reportTexts('de').noMore({ mail: 'zoe@example.com' }));
  expect(answers[3]?.text).toContain('href="https://busker.test/report/');
  await sendReport(stage, { email: 'yan@example.com' }, { address: '203.0.113.99' });
  expect(mailsTo(stage, 'yan@example.com')).toHaveLength(1);
});

// Holds host-074.
it('a statement of reasons goes to a confirmed address, and to no other', async () => {
  for (const emailVerified of [true, false]) {
    const stage = await adasStage();
    stage.deps.users.known.push({ uid: adaUid, email: 'ada@example.com', emailVerified, role: null });
    signIn(stage.deps, 'uid-mo', 'token-mo');
    stage.deps.users.known.push({ uid: 'uid-mo', email: 'mo@host.example', role: 'admin' });
    await sendReport(stage);
    const path = `/v1/admin/reports/${storedReports(stage)[0]?.id}/decision`;
    const body = { outcome: 'suspended', facts: 'She is not Ada.' };
    expect((await stage.call('POST', path, body, bearerOf('token-mo'))).status).toBe(200);
    expect(mailsTo(stage, 'ada@example.com')).toHaveLength(emailVerified ? 1 : 0);
  }
});

describe('the state of a report', () => {
  it('is shown only with the link', async () => {
    const stage = await adasStage();
    const { text } = await sendReport(stage);
    const link =
      /href="https:\/\/busker\.test(\/report\/[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const shown = await stage.call('GET', link);
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
      expect((await stage.call('GET', other)).status, other).toBe(404);
  });
});

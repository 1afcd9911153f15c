import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { stopPageTexts, withdrawPageTexts } from '@busker/core/messages/core-texts';
import { runSweeps } from '../jobs/run-sweep';
import { adaDraft, adasScenario, adaUid, type Answer } from '../testing/ada';
import {
  monthlyFan,
  monthlyId,
  monthlyIn,
  type MonthlyFan,
  knownAddress as known,
  stopOnPage,
  unknownAddress as unknown,
  withdrawOnPage,
} from '../testing/monthly-scenario';
import { printAsset } from './stop-page-routes';

describe('stop page', () => {
  const known = `${monthlyId}@fans.example`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  let fan: MonthlyFan;
  beforeEach(async () => {
    fan = await monthlyFan();
  });

  const send = (email: string): Promise<Answer> => stopOnPage(fan, email);
  const open = (path = '/@ada/monthly') => fan.scenario.call('GET', path);

  describe('/@ada/monthly', () => {
    // Holds pay-288.
    it('stops the monthly tips of an address without a key, and can be taken back with it', async () => {
      const answer = await send(` ${known.toUpperCase()} `);
      expect(answer.status).toBe(202);
      expect(answer.text).toContain('nothing more will be charged');
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ending', endReason: 'fan' });
      await fan.call('POST', '/keep');
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'active' });
    });

    // Holds pay-289.
    it('answers an unknown address alike, and keeps no address anywhere', async () => {
      const unknown = await send('nobody@fans.example');
      const stopped = await send(known);
      expect([unknown.status, unknown.text]).toEqual([stopped.status, stopped.text]);
      const kept = JSON.stringify(fan.scenario.deps.store.dump()) + fan.scenario.deps.lines.join('');
      expect(kept).not.toContain('fans.example');
    });

    // Holds pay-289.
    it('answers no sooner for an unknown address than for a known one', async () => {
      const { clock } = fan.scenario.deps;
      const took: number[] = [];
      for (const email of ['nobody@fans.example', known]) {
        const began = clock.now();
        await send(email);
        took.push(clock.now() - began);
      }
      expect(took).toEqual([2500, 2500]);
    });

    it.each(['', 'zoe', 'zoe@', 'a b@c.example', `${'x'.repeat(250)}@a.example`])(
      'shows the form again for %j with what was typed, and stops nothing',
      async (typed) => {
        const answer = await send(typed);
        expect(answer.status).toBe(422);
        expect(answer.text).toContain('This does not look like an email address.');
        expect(answer.text).toContain(`value="${typed.trim()}"`);
        expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'active' });
      },
    );

    it('shows it again with what was pasted, however long that is', async () => {
      const pasted = 'x'.repeat(50_000);
      const answer = await send(pasted);
      expect([answer.status, answer.text.includes(`value="${pasted}"`)]).toEqual([422, true]);
    });

    it('escapes what was typed', async () => {
      const answer = await send('"><script>alert(1)</script>');
      expect(answer.text).not.toContain('<script>alert');
    });

    // Holds pay-287.
    it('has the words that German law asks for, and needs no script and no sign-in', async () => {
      const { text, status } = await open('/@ada/monthly?lang=de');
      expect(status).toBe(200);
      expect(text).toContain('<h1>Verträge hier kündigen</h1>');
      expect(text).toMatch(/<button[^>]*type="submit"[^>]*>\s*Jetzt kündigen\s*<\/button>/);
      expect(text).not.toContain('<script');
    });

    // Holds pay-288.
    it('is there after the owner has taken the profile down, without the name', async () => {
      await fan.scenario.deps.store.transaction((tx) => Promise.resolve(tx.remove(paths.profile(adaUid))));
      const page = await open();
      expect(page.status).toBe(200);
      expect(page.text).toContain('@ada');
      expect(page.text).not.toContain('Ada Lovelace');
      expect((await send(known)).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ending' });
    });

    it('is no page for a handle that nobody has', async () => {
      expect((await open('/@nobody/monthly')).status).toBe(404);
      const sent = await fan.scenario.call('POST', '/@nobody/monthly', 'email=a%40b.example', form);
      expect(sent.status).toBe(404);
    });

    it('asks for a challenge at the fourth try of an address in ten minutes, whatever its capital letters', async () => {
      fan = await monthlyFan({ limitFactor: 1 });
      const statuses: number[] = [];
      for (const typed of [known, known.toUpperCase(), known.replace('f', 'F'), known.replace('s', 'S')])
        statuses.push((await send(typed)).status);
      expect(statuses).toEqual([202, 202, 202, 403]);
    });

    it('says so while Stripe does not answer, whoever asks', async () => {
      const away = { kind: 'unavailable', error: new Error('away') } as const;
      fan.scenario.deps.subscriptions.failNext('ofAddress', away);
      const answer = await send('nobody@fans.example');
      expect(answer.status).toBe(503);
      expect(answer.text).toContain('Stripe is not answering');
    });

    // Holds pay-279.
    it('notes a stop that Stripe did not answer', async () => {
      const away = { kind: 'unavailable', error: new Error('away') } as const;
      fan.scenario.deps.subscriptions.failNext('stopAtPeriodEnd', away);
      expect((await send(known)).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject({
        state: 'active',
        asked: { what: 'stop', reason: 'fan' },
      });
    });

    // Holds pay-287.
    it('is linked from the profile of who offers monthly tips, and from no other', async () => {
      const monthly = { on: true, intervals: ['month' as const], presets: { month: null, year: null } };
      const offering = await adasScenario({}, { draft: { tips: { ...adaDraft.tips, monthly } } });
      const { text } = await offering.call('GET', '/@ada?lang=de');
      expect(text).toMatch(/href="\/@ada\/monthly\?lang=de"\s*>\s*Verträge hier kündigen\s*</);
      expect((await fan.scenario.call('GET', '/@ada')).text).not.toContain('/@ada/monthly');
    });
  });
});

describe('withdraw form', () => {
  const away = { kind: 'unavailable', error: new Error('away') } as const;

  let fan: MonthlyFan;
  beforeEach(async () => {
    fan = await monthlyFan();
  });

  const send = (email: string, cardLast4: string, query = ''): Promise<Answer> =>
    withdrawOnPage(fan, email, cardLast4, { query });

  describe('the form of a withdrawal on /@ada/monthly', () => {
    // Holds pay-318.
    it('confirms it on a page with date, time, owner and what was declared, which can be printed', async () => {
      fan.scenario.deps.clock.advance(
        new Date('2026-12-01T09:05:07Z').getTime() - fan.scenario.deps.clock.now(),
      );
      const { text } = await send(known, '4242', '?lang=en');
      expect(text).toContain('<h1>Withdrawal received</h1>');
      expect(text).toMatch(/December 1, 2026 at 9:05:07\sAM UTC/);
      for (const said of ['@ada', known, '<bdi>4242</bdi>', '5 to 10 days']) expect(text).toContain(said);
      expect(text).toContain(printAsset.path);
      expect(text).toMatch(/<button id="print"[^>]* hidden/);
      expect(text).toContain('name="robots" content="noindex"');
    });

    // Holds pay-319.
    it('says so while Stripe does not answer, whoever asks, with what was typed', async () => {
      fan.scenario.deps.subscriptions.failNext('ofAddress', away);
      const answer = await send(unknown, '4242');
      expect(answer.status).toBe(503);
      expect(answer.text).toContain('Stripe is not answering');
      expect(answer.text).toContain(`value="${unknown}"`);
      expect(answer.text).toContain('value="4242"');
    });

    it.each([
      ['zoe', '4242', ['This does not look like an email address.']],
      [known, '424', ['Please type the last four digits of your card.']],
      [known, '4000002500003155', ['Please type the last four digits of your card.']],
      [`${'z'.repeat(300)}@example.com`, '4242', ['This does not look like an email address.']],
      [
        '',
        '',
        ['This does not look like an email address.', 'Please type the last four digits of your card.'],
      ],
    ])(
      'shows the open form again for %j and %j with what was typed, and withdraws nothing',
      async (email, digits, said) => {
        const answer = await send(email, digits);
        expect(answer.status).toBe(422);
        expect(answer.text).toMatch(/<details id="withdraw" open="">/);
        for (const each of said) expect(answer.text).toContain(each);
        expect(answer.text.match(/aria-invalid/g)).toHaveLength(said.length);
        for (const typed of [email, digits]) expect(answer.text).toContain(`value="${typed}"`);
        expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'active' });
      },
    );

    // Holds pay-396.
    it('says which ways there are without a card number, and leads to Stripe’s page, the same for everybody', async () => {
      const page = async () => (await fan.scenario.call('GET', '/@ada/monthly?lang=en')).text;
      expect(await page()).toContain('the address alone is no proof');
      expect(await page()).not.toContain('Open Stripe’s page');
      await fan.call('POST', '/portal', { flow: 'card' });
      expect(await page()).toMatch(/href="https:\/\/portal\.test\/login[^"]*">Open Stripe’s page</);
      fan.scenario.billing.change(fan.subscription, { card: null });
      await fan.call('POST', '/keep');
      expect((await send(known, '4242')).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'active', card: null });
    });

    // Holds pay-396.
    it.each(shippedLanguages)('names the owner in every text about them in %s', (language) => {
      const { about, withoutCard, done, otherwise } = withdrawPageTexts(language);
      const { gone, withAddress } = stopPageTexts(language);
      for (const text of [about, withoutCard, done, otherwise, gone, withAddress])
        expect(text({ owner: 'Ada' })).toContain('Ada');
    });

    it('escapes what was typed', async () => {
      const answer = await send('"><script>alert(1)</script>', '"><script>alert(2)</script>');
      expect(answer.text).not.toContain('<script>alert');
    });

    // Holds pay-287.
    it('has the words that German law asks for, and its form needs no script', async () => {
      const { text } = await fan.scenario.call('GET', '/@ada/monthly?lang=de');
      expect(text).toMatch(/<summary[^>]*>\s*Vertrag widerrufen\s*<\/summary>/);
      expect(text).toMatch(/<button[^>]*type="submit"[^>]*>\s*Widerruf bestätigen\s*<\/button>/);
      expect(text).toMatch(/<details id="withdraw"\s*>/);
      expect(text).not.toContain('<script');
    });
  });
});

describe('withdraw by email', () => {
  const hour = 60 * 60_000;
  const day = 24 * hour;
  const away = { kind: 'unavailable', error: new Error('away') } as const;

  let fan: MonthlyFan;
  beforeEach(async () => {
    fan = await monthlyFan();
  });

  const send = (email: string, cardLast4: string): Promise<Answer> => withdrawOnPage(fan, email, cardLast4);
  const withdrawn = { state: 'ended', endReason: 'withdrawn', asked: null };
  /** The page without what the fan typed: that is shown to who typed it. */
  const without = ({ text }: Answer, ...typed: string[]) =>
    typed.reduce((rest, each) => rest.replaceAll(each, '…'), text);

  describe('withdrawing on /@ada/monthly', () => {
    // Holds pay-318.
    it('ends the tip of the address and the card at once and gives the payment back in full', async () => {
      fan.scenario.deps.clock.advance(14 * day);
      expect((await send(` ${known.toUpperCase()} `, ' 4242 ')).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject(withdrawn);
      expect(await fan.view()).toMatchObject({ payments: [{ state: 'refunded', refunded: 537 }] });
    });

    // Holds pay-318.
    it('withdraws from a tip that was stopped, and from one once however often it is sent', async () => {
      await fan.stop();
      for (let count = 0; count < 2; count += 1) expect((await send(known, '4242')).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject(withdrawn);
      expect(fan.scenario.deps.refunds.orders).toHaveLength(1);
    });

    // Holds pay-391.
    it('withdraws from a tip that has ended within its days, whoever ended it, and after them from none', async () => {
      await fan.stop('now');
      fan.scenario.deps.clock.advance(14 * day);
      expect((await send(known, '4241')).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject({ endReason: 'fan' });
      expect((await send(known, '4242')).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject(withdrawn);
      expect(await fan.view()).toMatchObject({ payments: [{ state: 'refunded', refunded: 537 }] });
      expect(fan.scenario.deps.refunds.orders).toHaveLength(1);
      fan = await monthlyFan();
      await fan.stop('now');
      fan.scenario.deps.clock.advance(16 * day);
      expect((await send(known, '4242')).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject({ endReason: 'fan', asked: null });
      expect(fan.scenario.deps.refunds.orders).toHaveLength(0);
    });

    // Holds pay-391.
    it('answers alike for an address whose tip has ended', async () => {
      await fan.stop('now');
      const { clock } = fan.scenario.deps;
      const before = clock.now();
      const answers: string[] = [];
      for (const email of [unknown, known]) {
        clock.advance(before - clock.now());
        const answer = await send(email, '4242');
        expect(clock.now() - before).toBe(2500);
        answers.push(`${answer.status} ${without(answer, email)}`);
      }
      expect(new Set(answers).size).toBe(1);
      expect(monthlyIn(fan.scenario)).toMatchObject(withdrawn);
    });

    // Holds pay-318.
    it.each([
      ['another card', known, '4241', 0],
      ['another address', unknown, '4242', 0],
      ['fifteen days have passed', known, '4242', 16 * day],
    ])('changes nothing when %s', async (_why, email, digits, passed) => {
      fan.scenario.deps.clock.advance(passed);
      expect((await send(email, digits)).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'active', asked: null });
      expect(fan.scenario.deps.refunds.orders).toHaveLength(0);
    });

    // Holds pay-318.
    it('notes what Stripe did not answer, and the next look finishes it', async () => {
      fan.scenario.deps.subscriptions.failNext('endNow', away);
      expect((await send(known, '4242')).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject({ asked: { what: 'end', reason: 'withdrawn' } });
      fan.scenario.deps.clock.advance(2 * hour);
      await runSweeps(fan.scenario.deps, ['follow-monthlies']);
      expect(monthlyIn(fan.scenario)).toMatchObject(withdrawn);
      expect(fan.scenario.deps.refunds.orders).toHaveLength(1);
    });

    // Holds pay-319.
    it('answers an unknown address and another card alike, and keeps neither address nor digits', async () => {
      const { store, lines, clock } = fan.scenario.deps;
      const before = clock.now();
      const answers: string[] = [];
      for (const [email, digits] of [
        [unknown, '7193'],
        [known, '7193'],
        [known, '4242'],
      ] as const) {
        clock.advance(before - clock.now());
        const answer = await send(email, digits);
        expect(clock.now() - before).toBe(2500);
        answers.push(`${answer.status} ${without(answer, email, digits)}`);
      }
      expect(new Set(answers).size).toBe(1);
      expect(monthlyIn(fan.scenario)).toMatchObject(withdrawn);
      const kept = JSON.stringify(store.dump()) + lines.join('');
      expect(kept).not.toContain('fans.example');
      expect(kept).not.toContain('7193');
    });
  });
});

describe('admit ending', () => {
  const hour = 60 * 60_000;

  const forms = [
    ['stop', (fan: MonthlyFan, email: string, sender: object) => stopOnPage(fan, email, sender)],
    [
      'withdraw',
      (fan: MonthlyFan, email: string, sender: object) => withdrawOnPage(fan, email, '4242', sender),
    ],
  ] as const;

  const strict = (more: object = {}) => monthlyFan({ limitFactor: 1, ...more });
  const elsewhere = '203.0.113.50';
  const ended = { stop: { state: 'ending' }, withdraw: { state: 'ended', endReason: 'withdrawn' } } as const;
  const counters = ({ scenario }: MonthlyFan) =>
    JSON.stringify(Object.entries(scenario.deps.store.dump()).filter(([path]) => path.startsWith('limits/')));

  describe.each(forms)('strangers who send the form to %s', (what, send) => {
    // Holds pay-419.
    it('with 24 invented addresses from one client leave the fans elsewhere as they were', async () => {
      const fan = await strict();
      const statuses = [];
      for (let n = 0; n < 24; n += 1)
        statuses.push((await send(fan, `fan${n}@strangers.example`, {})).status);
      expect(statuses.filter((status) => status !== 202).length).toBeGreaterThan(0);
      expect((await send(fan, known, { address: elsewhere })).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject(ended[what]);
    });

    // Holds pay-419.
    it('from many clients make fans pass a challenge, and never shut them out', async () => {
      const fan = await strict();
      for (let n = 0; n < 24; n += 1) {
        const sent = await send(fan, `fan${n}@strangers.example`, { address: `198.51.${n}.7` });
        expect(sent.status).toBe(n < 20 ? 202 : 403);
      }
      const asked = await send(fan, known, { address: elsewhere });
      expect(asked.status).toBe(403);
      expect(asked.text).toContain('<iframe class="challenge"');
      expect(asked.text.match(/name="challenge"/g)).toHaveLength(1);
      expect(asked.text).toContain(`value="${known}"`);
      expect(asked.text).toContain(stopPageTexts('en').person);
      expect((await send(fan, known, { address: elsewhere, challenge: 'robot' })).status).toBe(403);
      expect((await send(fan, known, { address: elsewhere, challenge: 'human' })).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject(ended[what]);
    });

    // Holds pay-419.
    it('with the address of a fan make the fan pass a challenge, and never shut them out', async () => {
      const fan = await strict();
      const digits = { stop: '4242', withdraw: '0000' }[what];
      for (let n = 0; n < 12; n += 1) {
        const sender = { address: `198.51.${n}.7` };
        if (what === 'stop') await stopOnPage(fan, known.toUpperCase(), sender);
        else await withdrawOnPage(fan, known, digits, sender);
      }
      expect((await send(fan, known, { address: elsewhere })).status).toBe(403);
      expect((await send(fan, known, { address: elsewhere, challenge: 'human' })).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject(ended[what]);
    });

    // Holds pay-419.
    it.each([
      ['no challenge is configured', { challenge: { kind: 'none' } }, false],
      ['the service of the challenge does not answer', {}, true],
    ] as const)('shut nobody out while %s', async (_why, config, isAway) => {
      const fan = await strict(config);
      const answer = isAway ? { challenge: 'human' } : {};
      if (isAway) vi.spyOn(fan.scenario.deps.challenge, 'verify').mockResolvedValue('unavailable');
      for (let n = 0; n < 24; n += 1)
        await send(fan, `fan${n}@strangers.example`, { address: `198.51.${n}.7`, ...answer });
      expect((await send(fan, known, { address: elsewhere, ...answer })).status).toBe(202);
      expect(monthlyIn(fan.scenario)).toMatchObject(ended[what]);
    });

    // Holds pay-419.
    it('are refused as a client at last, and that counts for nobody else', async () => {
      const fan = await strict();
      const sent = async () => (await send(fan, known, { challenge: 'human' })).status;
      const most = { stop: 60, withdraw: 10 }[what];
      for (let n = 0; n < most; n += 1) expect(await sent()).toBe(202);
      const before = counters(fan);
      for (let n = 0; n < 5; n += 1) expect(await sent()).toBe(429);
      expect(counters(fan)).toBe(before);
    });

    it('get the challenge in the same words for a known and an unknown address', async () => {
      const fan = await strict();
      for (let n = 0; n < 20; n += 1)
        await send(fan, `fan${n}@strangers.example`, { address: `198.51.${n}.7` });
      const [ofKnown, ofUnknown] = [
        await send(fan, known, { address: elsewhere }),
        await send(fan, 'nobody@fans.example', { address: elsewhere }),
      ];
      expect([ofKnown.status, ofKnown.text.replaceAll(known, '…')]).toEqual([
        ofUnknown.status,
        ofUnknown.text.replaceAll('nobody@fans.example', '…'),
      ]);
    });
  });

  // Holds pay-319.
  it('a client tries ten digits a day, with a challenge and without, whatever the addresses and profiles', async () => {
    const fan = await strict();
    const statuses = [];
    for (let n = 0; n < 12; n += 1) {
      const { status } = await withdrawOnPage(fan, known, String(1000 + n), { challenge: 'human' });
      statuses.push(status);
      fan.scenario.deps.clock.advance(hour / 2);
    }
    const late = await withdrawOnPage(fan, known, '4242', { challenge: 'human' });
    expect(statuses).toEqual([...Array<number>(10).fill(202), 429, 429]);
    expect(late.text).toContain('Too many attempts.');
    expect(late.text).toContain(`value="${known}"`);
    expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'active' });
  });

  // Holds pay-319.
  it('digits are limited by the typed address where neither the client is known nor a challenge is configured', async () => {
    const fan = await strict({ challenge: { kind: 'none' } });
    const guess = async (n: number) =>
      (await withdrawOnPage(fan, known, String(1000 + n), { address: 'unknown' })).status;
    for (let n = 0; n < 10; n += 1) expect(await guess(n)).toBe(202);
    expect(await guess(10)).toBe(429);
    expect((await withdrawOnPage(fan, known, '4242', { address: elsewhere })).status).toBe(202);
  });

  it.each(shippedLanguages)(
    'asks for the challenge in %s, with a way for people without script',
    async (language) => {
      const fan = await strict();
      for (let n = 0; n < 4; n += 1) await stopOnPage(fan, known, { address: `198.51.${n}.7` });
      const { text } = await stopOnPage(fan, known, { query: `?lang=${language}` });
      const { person, noScript } = stopPageTexts(language);
      for (const said of [person, noScript, `/challenge?lang=${language}`]) expect(text).toContain(said);
    },
  );
});

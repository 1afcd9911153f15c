import { beforeEach, describe, expect, it, vi } from 'vitest';
import { shippedLanguages } from '../../core/locale/language-tags';
import { runSweeps } from '../jobs/run-sweep';
import { stopPageTexts } from '../messages/page-texts';
import type { Answer } from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { monthlyIn } from '../testing/monthly-scenario';
import {
  knownAddress as known,
  stopOnPage,
  unknownAddress as unknown,
  withdrawOnPage,
} from '../testing/withdraw-on-page';

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

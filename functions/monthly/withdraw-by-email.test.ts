import { beforeEach, describe, expect, it } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import type { Answer } from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { monthlyIn } from '../testing/monthly-stage';
import {
  knownAddress as known,
  unknownAddress as unknown,
  withdrawOnPage,
} from '../testing/withdraw-on-page';

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
    fan.stage.deps.clock.advance(14 * day);
    expect((await send(` ${known.toUpperCase()} `, ' 4242 ')).status).toBe(202);
    expect(monthlyIn(fan.stage)).toMatchObject(withdrawn);
    expect(await fan.view()).toMatchObject({ payments: [{ state: 'refunded', refunded: 537 }] });
  });

  // Holds pay-318.
  it('withdraws from a tip that was stopped, and from one once however often it is sent', async () => {
    await fan.stop();
    for (let count = 0; count < 2; count += 1) expect((await send(known, '4242')).status).toBe(202);
    expect(monthlyIn(fan.stage)).toMatchObject(withdrawn);
    expect(fan.stage.deps.refunds.orders).toHaveLength(1);
  });

  // Holds pay-391.
  it('withdraws from a tip that has ended within its days, whoever ended it, and after them from none', async () => {
    await fan.stop('now');
    fan.stage.deps.clock.advance(14 * day);
    expect((await send(known, '4241')).status).toBe(202);
    expect(monthlyIn(fan.stage)).toMatchObject({ endReason: 'fan' });
    expect((await send(known, '4242')).status).toBe(202);
    expect(monthlyIn(fan.stage)).toMatchObject(withdrawn);
    expect(await fan.view()).toMatchObject({ payments: [{ state: 'refunded', refunded: 537 }] });
    expect(fan.stage.deps.refunds.orders).toHaveLength(1);
    fan = await monthlyFan();
    await fan.stop('now');
    fan.stage.deps.clock.advance(16 * day);
    expect((await send(known, '4242')).status).toBe(202);
    expect(monthlyIn(fan.stage)).toMatchObject({ endReason: 'fan', asked: null });
    expect(fan.stage.deps.refunds.orders).toHaveLength(0);
  });

  // Holds pay-391.
  it('answers alike for an address whose tip has ended', async () => {
    await fan.stop('now');
    const { clock } = fan.stage.deps;
    const before = clock.now();
    const answers: string[] = [];
    for (const email of [unknown, known]) {
      clock.advance(before - clock.now());
      const answer = await send(email, '4242');
      expect(clock.now() - before).toBe(2500);
      answers.push(`${answer.status} ${without(answer, email)}`);
    }
    expect(new Set(answers).size).toBe(1);
    expect(monthlyIn(fan.stage)).toMatchObject(withdrawn);
  });

  // Holds pay-318.
  it.each([
    ['another card', known, '4241', 0],
    ['another address', unknown, '4242', 0],
    ['fifteen days have passed', known, '4242', 16 * day],
  ])('changes nothing when %s', async (_why, email, digits, passed) => {
    fan.stage.deps.clock.advance(passed);
    expect((await send(email, digits)).status).toBe(202);
    expect(monthlyIn(fan.stage)).toMatchObject({ state: 'active', asked: null });
    expect(fan.stage.deps.refunds.orders).toHaveLength(0);
  });

  // Holds pay-318.
  it('notes what Stripe did not answer, and the next look finishes it', async () => {
    fan.stage.deps.subscriptions.failNext('endNow', away);
    expect((await send(known, '4242')).status).toBe(202);
    expect(monthlyIn(fan.stage)).toMatchObject({ asked: { what: 'end', reason: 'withdrawn' } });
    fan.stage.deps.clock.advance(2 * hour);
    await runSweeps(fan.stage.deps, ['follow-monthlies']);
    expect(monthlyIn(fan.stage)).toMatchObject(withdrawn);
    expect(fan.stage.deps.refunds.orders).toHaveLength(1);
  });

  // Holds pay-319.
  it('answers an unknown address and another card alike, and keeps neither address nor digits', async () => {
    const { store, lines, clock } = fan.stage.deps;
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
    expect(monthlyIn(fan.stage)).toMatchObject(withdrawn);
    const kept = JSON.stringify(store.dump()) + lines.join('');
    expect(kept).not.toContain('fans.example');
    expect(kept).not.toContain('7193');
  });
});

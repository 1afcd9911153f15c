import { beforeEach, describe, expect, it } from 'vitest';
import { printAsset } from '../../pages/page-assets';
import { runSweeps } from '../../jobs/run-sweep';
import type { Answer } from '../../testing/ada';
import { monthlyFan, type MonthlyFan } from '../../testing/monthly-fan';
import { monthlyId, monthlyIn } from '../../testing/monthly-stage';

const known = `${monthlyId}@fans.example`;
const unknown = 'nobody@fans.example';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const hour = 60 * 60_000;
const day = 24 * hour;
const away = { kind: 'unavailable', error: new Error('away') } as const;

let fan: MonthlyFan;
beforeEach(async () => {
  fan = await monthlyFan();
});

const send = (email: string, cardLast4: string, query = ''): Promise<Answer> => {
  const body = new URLSearchParams({ what: 'withdraw', email, cardLast4 }).toString();
  return fan.stage.call('POST', `/@ada/monthly${query}`, body, form);
};
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

  // Holds pay-318.
  it('confirms it on a page with date, time, owner and what was declared, which can be printed', async () => {
    fan.stage.deps.clock.advance(new Date('2026-12-01T09:05:07Z').getTime() - fan.stage.deps.clock.now());
    const { text } = await send(known, '4242', '?lang=en');
    expect(text).toContain('<h1>Withdrawal received</h1>');
    expect(text).toMatch(/December 1, 2026 at 9:05:07\sAM UTC/);
    for (const said of ['@ada', known, '<bdi>4242</bdi>', '5 to 10 days']) expect(text).toContain(said);
    expect(text).toContain(printAsset.path);
    expect(text).toMatch(/<button id="print"[^>]* hidden/);
    expect(text).toContain('name="robots" content="noindex"');
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

  // Holds pay-319.
  it('takes five tries an hour and ten a day of an address, whatever the digits, and then not the right ones either', async () => {
    fan = await monthlyFan({ limitFactor: 1 });
    const statuses: number[] = [];
    const tries = async (count: number) => {
      for (let tried = 0; tried < count; tried += 1)
        statuses.push((await send(known, String(1000 + statuses.length))).status);
    };
    await tries(6);
    fan.stage.deps.clock.advance(hour);
    await tries(5);
    fan.stage.deps.clock.advance(hour);
    const late = await send(known, '4242');
    expect(statuses).toEqual([...Array<number>(5).fill(202), 429, ...Array<number>(4).fill(202), 429]);
    expect(late.status).toBe(429);
    expect(late.text).toContain('Too many attempts.');
    expect(late.text).toContain(`value="${known}"`);
    expect(monthlyIn(fan.stage)).toMatchObject({ state: 'active' });
  });

  // Holds pay-319.
  it('takes twenty tries of a profile in ten minutes, whatever the addresses', async () => {
    fan = await monthlyFan({ limitFactor: 1 });
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1)
      statuses.push((await send(`fan${count}@fans.example`, '4242')).status);
    expect(statuses).toEqual([...Array<number>(20).fill(202), 429]);
    fan.stage.deps.clock.advance(10 * 60_000);
    expect((await send(known, '4242')).status).toBe(202);
    expect(monthlyIn(fan.stage)).toMatchObject(withdrawn);
  });

  // Holds pay-319.
  it('says so while Stripe does not answer, whoever asks, with what was typed', async () => {
    fan.stage.deps.subscriptions.failNext('ofAddress', away);
    const answer = await send(unknown, '4242');
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('Stripe is not answering');
    expect(answer.text).toContain(`value="${unknown}"`);
    expect(answer.text).toContain('value="4242"');
  });

  it.each([
    ['zoe', '4242', ['This does not look like an email address.']],
    [known, '424', ['Please type the last four digits of your card.']],
    ['', '', ['This does not look like an email address.', 'Please type the last four digits of your card.']],
  ])(
    'shows the open form again for %j and %j with what was typed, and withdraws nothing',
    async (email, digits, said) => {
      const answer = await send(email, digits);
      expect(answer.status).toBe(422);
      expect(answer.text).toMatch(/<details id="withdraw"\s+open>/);
      for (const each of said) expect(answer.text).toContain(each);
      expect(answer.text.match(/aria-invalid/g)).toHaveLength(said.length);
      for (const typed of [email, digits]) expect(answer.text).toContain(`value="${typed}"`);
      expect(monthlyIn(fan.stage)).toMatchObject({ state: 'active' });
    },
  );

  it('escapes what was typed', async () => {
    const answer = await send('"><script>alert(1)</script>', '"><script>alert(2)</script>');
    expect(answer.text).not.toContain('<script>alert');
  });

  // Holds pay-287.
  it('has the words that German law asks for, and its form needs no script', async () => {
    const { text } = await fan.stage.call('GET', '/@ada/monthly?lang=de');
    expect(text).toMatch(/<summary[^>]*>\s*Vertrag widerrufen\s*<\/summary>/);
    expect(text).toMatch(/<button[^>]*type="submit"[^>]*>\s*Widerruf bestätigen\s*<\/button>/);
    expect(text).toMatch(/<details id="withdraw"\s*>/);
    expect(text).not.toContain('<script');
  });
});

describe('POST /v1/profiles/ada/monthly/withdraw-by-email', () => {
  const path = (handle: string) => `/v1/profiles/${handle}/monthly/withdraw-by-email`;
  const ask = (body: object, handle = 'ada') => fan.stage.call('POST', path(handle), body);

  // Holds pay-318, pay-319.
  it('answers every address and card alike, and withdraws with the right ones', async () => {
    for (const [email, cardLast4] of [
      [unknown, '4242'],
      [known, '4241'],
      [known, '4242'],
    ]) {
      const { status, json } = await ask({ email, cardLast4 });
      expect([status, json]).toEqual([202, {}]);
    }
    expect(monthlyIn(fan.stage)).toMatchObject(withdrawn);
  });

  it('names the field that is wrong', async () => {
    const { status, text } = await ask({ email: known, cardLast4: '424' });
    expect(status).toBe(422);
    expect(text).toContain('cardLast4 is the last four digits of the card.');
  });

  it('has no profile for a handle that nobody has', async () => {
    const { status, json } = await ask({ email: known, cardLast4: '4242' }, 'nobody');
    expect([status, json['code']]).toEqual([404, 'profile-not-found']);
  });

  // Holds pay-319.
  it('counts together with the form', async () => {
    fan = await monthlyFan({ limitFactor: 1 });
    for (let count = 0; count < 5; count += 1) await send(known, '1000');
    expect((await ask({ email: known, cardLast4: '4242' })).status).toBe(429);
  });
});

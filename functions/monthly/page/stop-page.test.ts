import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '../../../core/documents/documents';
import { adaDraft, adasStage, adaUid, type Answer } from '../../testing/ada';
import { monthlyFan, type MonthlyFan } from '../../testing/monthly-fan';
import { stopOnPage } from '../../testing/withdraw-on-page';
import { monthlyId, monthlyIn } from '../../testing/monthly-stage';

const known = `${monthlyId}@fans.example`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let fan: MonthlyFan;
beforeEach(async () => {
  fan = await monthlyFan();
});

const send = (email: string): Promise<Answer> => stopOnPage(fan, email);
const open = (path = '/@ada/monthly') => fan.stage.call('GET', path);

describe('/@ada/monthly', () => {
  // Holds pay-288.
  it('stops the monthly tips of an address without a key, and can be taken back with it', async () => {
    const answer = await send(` ${known.toUpperCase()} `);
    expect(answer.status).toBe(202);
    expect(answer.text).toContain('nothing more will be charged');
    expect(monthlyIn(fan.stage)).toMatchObject({ state: 'ending', endReason: 'fan' });
    await fan.call('POST', '/keep');
    expect(monthlyIn(fan.stage)).toMatchObject({ state: 'active' });
  });

  // Holds pay-289.
  it('answers an unknown address alike, and keeps no address anywhere', async () => {
    const unknown = await send('nobody@fans.example');
    const stopped = await send(known);
    expect([unknown.status, unknown.text]).toEqual([stopped.status, stopped.text]);
    const kept = JSON.stringify(fan.stage.deps.store.dump()) + fan.stage.deps.lines.join('');
    expect(kept).not.toContain('fans.example');
  });

  // Holds pay-289.
  it('answers no sooner for an unknown address than for a known one', async () => {
    const { clock } = fan.stage.deps;
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
      expect(monthlyIn(fan.stage)).toMatchObject({ state: 'active' });
    },
  );

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
    await fan.stage.deps.store.transaction((tx) => Promise.resolve(tx.remove(paths.profile(adaUid))));
    const page = await open();
    expect(page.status).toBe(200);
    expect(page.text).toContain('@ada');
    expect(page.text).not.toContain('Ada Lovelace');
    expect((await send(known)).status).toBe(202);
    expect(monthlyIn(fan.stage)).toMatchObject({ state: 'ending' });
  });

  it('is no page for a handle that nobody has', async () => {
    expect((await open('/@nobody/monthly')).status).toBe(404);
    const sent = await fan.stage.call('POST', '/@nobody/monthly', 'email=a%40b.example', form);
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
    fan.stage.deps.subscriptions.failNext('ofAddress', away);
    const answer = await send('nobody@fans.example');
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('Stripe is not answering');
  });

  // Holds pay-279.
  it('notes a stop that Stripe did not answer', async () => {
    const away = { kind: 'unavailable', error: new Error('away') } as const;
    fan.stage.deps.subscriptions.failNext('stopAtPeriodEnd', away);
    expect((await send(known)).status).toBe(202);
    expect(monthlyIn(fan.stage)).toMatchObject({ state: 'active', asked: { what: 'stop', reason: 'fan' } });
  });

  // Holds pay-287.
  it('is linked from the profile of who offers monthly tips, and from no other', async () => {
    const monthly = { on: true, intervals: ['month' as const], presets: { month: null, year: null } };
    const offering = await adasStage({}, { draft: { tips: { ...adaDraft.tips, monthly } } });
    const { text } = await offering.call('GET', '/@ada?lang=de');
    expect(text).toMatch(/href="\/@ada\/monthly\?lang=de"\s*>\s*Verträge hier kündigen\s*</);
    expect((await fan.stage.call('GET', '/@ada')).text).not.toContain('/@ada/monthly');
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { shippedLanguages } from '../../../core/base/language-tags';
import { printAsset } from './print-script';
import type { Answer } from '../../testing/ada';
import { monthlyFan, type MonthlyFan } from '../../testing/monthly-fan';
import { monthlyIn } from '../../testing/monthly-stage';
import {
  knownAddress as known,
  unknownAddress as unknown,
  withdrawOnPage,
} from '../../testing/withdraw-on-page';
import { stopPageTexts, withdrawPageTexts } from '../../messages/page-texts';

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
    [known, '4000002500003155', ['Please type the last four digits of your card.']],
    [`${'z'.repeat(300)}@example.com`, '4242', ['This does not look like an email address.']],
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

  // Holds pay-396.
  it('says which ways there are without a card number, and leads to Stripe’s page, the same for everybody', async () => {
    const page = async () => (await fan.stage.call('GET', '/@ada/monthly?lang=en')).text;
    expect(await page()).toContain('the address alone is no proof');
    expect(await page()).not.toContain('Open Stripe’s page');
    await fan.call('POST', '/portal', { flow: 'card' });
    expect(await page()).toMatch(/href="https:\/\/portal\.test\/login[^"]*">Open Stripe’s page</);
    fan.stage.billing.change(fan.subscription, { card: null });
    await fan.call('POST', '/keep');
    expect((await send(known, '4242')).status).toBe(202);
    expect(monthlyIn(fan.stage)).toMatchObject({ state: 'active', card: null });
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
    const { text } = await fan.stage.call('GET', '/@ada/monthly?lang=de');
    expect(text).toMatch(/<summary[^>]*>\s*Vertrag widerrufen\s*<\/summary>/);
    expect(text).toMatch(/<button[^>]*type="submit"[^>]*>\s*Widerruf bestätigen\s*<\/button>/);
    expect(text).toMatch(/<details id="withdraw"\s*>/);
    expect(text).not.toContain('<script');
  });
});

import { describe, expect, it } from 'vitest';
import { shippedLanguages } from '../../core/locale/language-tags';
import { receiptTexts } from '../messages/page-texts';
import { receiptRefusals, refusalIn } from '../pages/page';
import { adasScenario, bearerOf, goodTip, paidTip, type Scenario } from '../testing/ada';

const german = { 'accept-language': 'gsw-CH, de-AT;q=0.9, en;q=0.5' };
const page = async (scenario: Scenario, path: string, headers: Record<string, string> = {}) =>
  (await scenario.call('GET', path, undefined, headers)).text;

describe('the language of a receipt', () => {
  it('is the first shipped language of the browser, with its numbers and dates', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken } = await paidTip(scenario);
    expect(await page(scenario, `/t/${tipId}`, german)).toMatch(
      /<html lang="de" dir="ltr">[^]*Dein Trinkgeld/,
    );
    const path = `/v1/tips/${tipId}/receipt`;
    const read = await scenario.call('GET', path, undefined, { ...german, ...bearerOf(tipToken) });
    expect(read.json).toMatchObject({
      language: 'de',
      heading: 'Danke',
      sentence: 'Dein Trinkgeld an Ada Lovelace wurde bezahlt.',
    });
    const rows = read.text.replaceAll(/\s/g, ' ');
    expect(rows).toContain('["Trinkgeld","$ 5,00"]');
    expect(rows).toMatch(/\["Bezahlt am","20\. Nov\. 2026/);
  });

  it("is the requested one, else the browser's, else the owner's", async () => {
    const scenario = await adasScenario({}, { draft: { language: 'fr' } });
    const { tipId, tipToken } = await paidTip(scenario);
    expect(await page(scenario, `/t/${tipId}?lang=ja`, german)).toContain('<html lang="ja"');
    const read = await scenario.call('GET', `/v1/tips/${tipId}/receipt`, undefined, bearerOf(tipToken));
    expect(read.json).toMatchObject({ language: 'fr', heading: 'Merci' });
  });

  it("is right to left in Arabic, with the script's texts", async () => {
    const scenario = await adasScenario();
    const { tipId } = await paidTip(scenario);
    const text = await page(scenario, `/t/${tipId}?lang=ar`);
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain('ممكن خلال {time}');
    expect(await page(scenario, '/t/short?lang=ar')).toMatch(/dir="rtl"[^]*الإكرامية غير موجودة/);
  });

  it('applies to the page after a return from Stripe', async () => {
    const scenario = await adasScenario();
    await scenario.call('POST', '/v1/tips', await goodTip(scenario, { surface: 'hosted' }));
    const [session] = scenario.deps.payments.sessions.values();
    const { pathname, search } = new URL(session?.order.returnUrl ?? '');
    expect(await page(scenario, pathname + search, german)).toContain('Noch nicht bezahlt');
  });

  it('applies to the not-found page, which links on', async () => {
    const scenario = await adasScenario();
    for (const path of [
      '/t/short',
      `/t/${'a'.repeat(25)}?cs=made-up`,
      `/t/${'a'.repeat(25)}/pay?cs=made-up`,
    ]) {
      const text = await page(scenario, path, german);
      expect(text).toMatch(/<html lang="de" dir="ltr">[^]*Trinkgeld nicht gefunden/);
      expect(text).toContain('<a href="/">Zur Startseite</a>');
    }
  });

  it('is a shipped one for any header', async () => {
    const scenario = await adasScenario();
    for (const header of ['*', ';;q=', 'zh-TW', 'de;q=0, xx', 'x'.repeat(5000), 'en;q=9.9.9', ''])
      expect(await page(scenario, `/t/${'a'.repeat(25)}`, { 'accept-language': header })).toContain(
        'lang="en"',
      );
  });
});

describe('an error of the form', () => {
  const send = async (scenario: Scenario, lang: string, change: Record<string, string>) => {
    const own = { origin: 'https://busker.test' };
    const form = await page(scenario, `/@ada/tip?lang=${lang}`);
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? '';
    const fields = { session: hidden('session'), requestId: hidden('requestId'), choice: 'other', ...change };
    const headers = { ...own, 'content-type': 'application/x-www-form-urlencoded' };
    return scenario.call('POST', `/@ada/tip?lang=${lang}`, new URLSearchParams(fields).toString(), headers);
  };

  it('is in German, with German numbers, beside the field', async () => {
    const scenario = await adasScenario();
    const unread = await send(scenario, 'de', { other: 'fünf' });
    expect(unread.status).toBe(422);
    expect(unread.text).toContain('Bitte prüfe die markierten Felder.');
    expect(unread.text).toMatch(/id="other-problem"[^<]*>Gib einen Betrag ein, zum Beispiel 3,00\s\$\./);
    expect((await send(scenario, 'de', { other: '0,50' })).text).toMatch(
      /Das kleinste Trinkgeld ist 1,00\s\$\./,
    );
    expect((await send(scenario, 'de', { other: '5', receiptEmail: 'zoe' })).text).toContain(
      'Das sieht nicht nach einer E-Mail-Adresse aus.',
    );
  });

  it('is in Arabic, from right to left', async () => {
    const scenario = await adasScenario();
    const refused = await send(scenario, 'ar', { other: 'خمسة' });
    expect(refused.text).toMatch(/dir="rtl"[^]*من فضلك راجع الحقول المحددة/);
    const foreign = await scenario.call('POST', '/@ada/tip?lang=ar', 'choice=500', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(foreign.status).toBe(403);
    expect(foreign.text).toContain('لم ينجح ذلك');
  });
});

describe.each(shippedLanguages)('the receipt in %s', (language) => {
  it('has every text, with its parts in place', () => {
    const texts = receiptTexts(language);
    expect(texts.undoLeft({ time: '9:59' })).toContain('9:59');
    for (const { heading, sentence } of Object.values(texts.states)) {
      expect(heading).not.toBe('');
      expect(sentence({ owner: 'Ada' })).toContain('Ada');
    }
    expect(texts.cardEnding({ brand: 'visa', last4: '4242' })).toMatch(/visa.*4242/);
    expect(texts.fields.write({ example: '5' })).toContain('5');
    for (const text of [...Object.values(receiptRefusals(language)), ...Object.values(texts.rows)])
      expect(text.trim()).not.toBe('');
    expect(refusalIn(language, { code: 'internal' })).toBe(texts.refused.otherwise);
    const alike = shippedLanguages.filter((other) => receiptTexts(other).title === texts.title);
    expect(alike).toEqual([language]);
  });
});

// Holds pay-225.
it.each(shippedLanguages)(
  'a tip that is paid late is on its way in %s, whatever the fan paid with',
  (language) => {
    const { processing, paid } = receiptTexts(language).states;
    expect(processing.sentence({ owner: 'Ada' })).toMatch(/Ada[^]*Stripe/);
    expect(`${processing.heading} ${processing.sentence({ owner: 'Ada' })}`).not.toMatch(
      /\b(bank|banc|banq)|مصرف|銀行|은행|银行/i,
    );
    expect(processing.heading).not.toBe(paid.heading);
  },
);

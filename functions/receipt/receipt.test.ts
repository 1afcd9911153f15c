import { describe, expect, it, vi } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { profileDocument } from '@busker/core/profile-documents/profile-document';
import { methodName } from '@busker/core/payments/methods';
import { receiptTexts } from '@busker/core/messages/core-texts';
import { receiptRefusals, refusalIn } from '../pages/page';
import { styleAsset } from '../pages/page-assets';
import {
  adaDraft,
  adasScenario,
  adaUid,
  bearerOf,
  goodTip,
  paidTip,
  sendTip,
  word,
  type Scenario,
} from '../testing/ada';
import { stored } from '../store/store';
import { openReceipt as open } from '../testing/fake-receipt-window';
import { tipIn } from '../testing/stored-state';
import { signTipView } from '../tips/tip-access';
import { receiptAsset } from './receipt-page';

describe('receipt', () => {
  describe('GET /t/{tipId}', () => {
    it('is the same empty page for every tip, not cached, and sends its URL to no other site', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario, { name: 'Zoe' });
      const answer = await scenario.call('GET', `/t/${tip.tipId}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.text).not.toMatch(/Zoe|Ada|5\.00/);
      expect(answer.text).toContain(receiptAsset.path);
      expect((await scenario.call('GET', `/t/${'a'.repeat(25)}`)).text).toBe(answer.text);
      expect((await scenario.call('GET', '/t/short')).status).toBe(404);
    });

    it('serves its assets under their hashes', async () => {
      const scenario = await adasScenario();
      for (const { path, type } of [receiptAsset, styleAsset]) {
        const answer = await scenario.call('GET', path);
        expect({ status: answer.status, contentType: answer.headers.get('content-type') }).toEqual({
          status: 200,
          contentType: type,
        });
        expect(answer.headers.get('cache-control')).toContain('immutable');
      }
    });

    // Holds pay-046.
    it("shows the state of a hosted tip after Stripe's page, and gives no other access", async () => {
      const scenario = await adasScenario();
      const made = await scenario.call('POST', '/v1/tips', await goodTip(scenario, { surface: 'hosted' }));
      const [sessionId = ''] = scenario.deps.payments.sessions.keys();
      const back = new URL(scenario.deps.payments.sessions.get(sessionId)?.order.returnUrl ?? '');
      const waiting = await scenario.call('GET', back.pathname + back.search);
      expect(waiting.text).toContain('Nothing was charged');
      scenario.stripe.payHosted(sessionId);
      scenario.deps.clock.advance(2000);
      const paid = await scenario.call('GET', back.pathname + back.search);
      expect(paid.text).toContain('Your tip for Ada Lovelace has been paid.');
      expect(paid.text).toContain('Ask Ada Lovelace.');
      expect(paid.text).toContain('href="/report?u=ada&amp;lang=en"');
      expect(paid.text).not.toContain('http-equiv');
      expect(paid.text).not.toContain(word(made, 'tipToken'));
      const view = back.searchParams.get('cs') ?? '';
      const undo = await scenario.call(
        'POST',
        `/v1/tips/${word(made, 'tipId')}/undo`,
        undefined,
        bearerOf(view),
      );
      expect(undo.status).toBe(404);
      expect((await scenario.call('GET', `${back.pathname}?cs=made-up`)).status).toBe(404);
    });
  });

  describe('the receipt in the browser', () => {
    // Holds pay-216.
    it('tells what the card statement shows, in the words of the reader', async () => {
      const scenario = await adasScenario();
      const receipt = await open(scenario, await paidTip(scenario, { name: 'Zoe' }));
      await expect.poll(() => receipt.text('rows')).toContain('On your statementADA LOVELACE* TIP');
      await receipt.close();
    });

    // Holds pay-234.
    it.each([
      ['cashapp', null, 'CashApp*…'],
      ['swish', null, 'Stripe'],
      ['swish', 'ADA LOVELACE', 'ADA LOVELACE'],
      ['ideal', null, ''],
    ])(
      'tells what the statement shows after %s, with Stripe’s own text first: %s',
      async (type, own, text) => {
        const scenario = await adasScenario();
        const tip = await paidTip(scenario);
        const path = paths.tip(adaUid, tip.tipId);
        const stored = scenario.deps.store.dump()[path] as {
          readonly stripe: { readonly statement: string };
        };
        const { statement: _card, ...stripe } = stored.stripe;
        const kept = own === null ? {} : { statement: own };
        const paid = { ...stripe, ...kept, brand: null, last4: null, paymentMethodType: type };
        scenario.deps.store.put(path, { ...stored, stripe: paid });
        const receipt = await open(scenario, tip);
        await expect.poll(() => receipt.text('rows')).toContain(`Paid with${methodName(type)}`);
        const [, shown = ''] = /On your statement(.*?)Paid on/.exec(receipt.text('rows') ?? '') ?? [];
        expect(shown).toBe(text);
        await receipt.close();
      },
    );

    it('removes the token from the URL at once and shows the tip', async () => {
      const scenario = await adasScenario();
      const receipt = await open(
        scenario,
        await paidTip(scenario, { name: 'Zoe', coverCosts: true, total: 546 }),
      );
      expect(receipt.window.location.href).not.toContain('#');
      await expect.poll(() => receipt.text('heading')).toBe('Thank you');
      expect(receipt.text('rows')).toMatch(/Tip\$5\.00Card costs covered\$0\.46Total\$5\.46/);
      expect(receipt.window.sessionStorage.length + receipt.window.localStorage.length).toBe(0);
      await receipt.close();
    });

    // Holds host-301.
    it.each([null, 'links.ada.example'])(
      'names the owner and links to the profile while it exists, on the domain %s too',
      async (domain) => {
        const scenario = await adasScenario();
        const { store } = scenario.deps;
        const profile = await store.read(stored.profile(adaUid));
        if (profile === undefined) throw new Error('Ada has no profile');
        store.put(paths.profile(adaUid), profileDocument.encode({ ...profile, domain }));
        const receipt = await open(scenario, await paidTip(scenario));
        await expect.poll(() => receipt.shown('way-back')).toBe(true);
        expect(receipt.text('ask')).toBe('Questions about this tip? Ask Ada Lovelace.');
        expect(receipt.window.document.getElementById('profile')?.getAttribute('href')).toBe(
          domain === null ? 'https://busker.test/@ada' : `https://${domain}/`,
        );
        const report = receipt.window.document.querySelector('footer a[href^="/report"]');
        expect(report?.getAttribute('href')).toBe('/report?lang=en&u=ada');
        await receipt.close();
      },
    );

    // Holds pay-468.
    it('asks the owner by mail where they show an address', async () => {
      const mail = { url: 'mailto:ada@ada.example', label: 'Mail', order: 3, on: true };
      const scenario = await adasScenario({}, { draft: { links: { ...adaDraft.links, mail } } });
      const tip = await paidTip(scenario);
      const receipt = await open(scenario, tip);
      const link = () => receipt.window.document.querySelector('#ask a')?.getAttribute('href');
      await expect.poll(link).toBe('mailto:ada@ada.example');
      expect(receipt.text('ask')).toBe('Questions about this tip? Ask Ada Lovelace.');
      await receipt.close();
      const off = await adasScenario({}, { draft: { links: { mail: { ...mail, on: false } } } });
      const closed = await open(off, await paidTip(off));
      await expect.poll(() => closed.shown('ask')).toBe(true);
      expect(closed.window.document.querySelector('#ask a')).toBeNull();
      await closed.close();
    });

    // Holds pay-229, pay-230.
    it('names the wallet of the card, and by when a slow refund arrives', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      const payment = scenario.deps.payments.payments.get(tip.paymentIntentId);
      const charge = payment?.charge;
      if (payment === undefined || charge == null) throw new Error('The tip is paid.');
      const method = { brand: null, last4: null, country: null };
      payment.charge = { ...charge, method: { ...method, type: 'card', wallet: 'apple_pay' } };
      scenario.deps.refunds.next = 'pending';
      await scenario.call('POST', `/v1/tips/${tip.tipId}/undo`, undefined, bearerOf(tip.tipToken));
      const byCard = await open(scenario, tip);
      await expect.poll(() => byCard.text('rows')).toContain('Paid withApple Pay');
      expect(byCard.text('rows')).toContain('Being refunded$5.00Card');
      await byCard.close();
      scenario.deps.clock.advance(60_000);
      payment.charge = { ...charge, method: { ...method, type: 'ideal' } };
      const byBank = await open(scenario, tip);
      await expect.poll(() => byBank.text('rows')).toContain('Paid withiDEAL');
      expect(byBank.text('rows')).toContain('Being refunded$5.00 · within 7 days');
      await byBank.close();
    });

    it('undoes the tip, also with a clock that is an hour fast', async () => {
      vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 20, 13));
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      const receipt = await open(scenario, tip);
      await expect.poll(() => receipt.shown('undo')).toBe(true);
      expect(receipt.text('undo-left')).toBe('Time left: 10:00.');
      receipt.press('undo-button');
      await expect.poll(() => receipt.text('heading')).toBe('Refunded');
      expect(receipt.shown('undo')).toBe(false);
      expect(tipIn(scenario, tip.tipId).state).toBe('refunded');
      await receipt.close();
      vi.restoreAllMocks();
    });

    it('edits and erases name and message', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario, { name: 'Zoe', message: 'Hello' });
      const receipt = await open(scenario, tip);
      await expect.poll(() => receipt.shown('words')).toBe(true);
      receipt.fill('message', 'Hello again');
      receipt.window.document
        .getElementById('words')
        ?.dispatchEvent(new receipt.window.Event('submit', { cancelable: true }));
      await expect.poll(() => receipt.text('done')).toBe('Saved.');
      expect(tipIn(scenario, tip.tipId).fan).toMatchObject({ name: 'Zoe', message: 'Hello again' });
      receipt.press('erase-button');
      await expect.poll(() => receipt.text('done')).toContain('erased');
      expect(tipIn(scenario, tip.tipId).fan).toMatchObject({ name: null, message: null });
      await receipt.close();
    });

    it('shows errors', async () => {
      const scenario = await adasScenario();
      const { tipId } = await sendTip(scenario);
      const receipt = await open(scenario, { tipId, tipToken: 'made-up' });
      await expect.poll(() => receipt.text('problem')).toBe('This tip could not be found.');
      await receipt.close();
    });
  });
});

describe('payment page', () => {
  /** A tip whose fan opened Stripe's page; `back` is the URL to which that page returns. */
  async function leftUnpaid(scenario: Scenario) {
    const made = await scenario.call('POST', '/v1/tips', await goodTip(scenario, { surface: 'hosted' }));
    const [sessionId = '', session] = [...scenario.deps.payments.sessions.entries()].at(-1) ?? [];
    const back = new URL(session?.order.returnUrl ?? '');
    back.searchParams.delete('lang');
    const address = back.pathname + back.search;
    const look = () => scenario.call('GET', address);
    return { made, sessionId, address, look, pay: `${back.pathname}/pay${back.search}`, url: session?.url };
  }
  const offers = ({ text }: { readonly text: string }) => text.includes('Back to the payment page');
  const leadsTo = ({ status, headers }: { readonly status: number; readonly headers: Headers }) =>
    [status, headers.get('location')] as const;

  const checksAgain = ({ text }: { readonly text: string }) => text.includes('http-equiv="refresh"');

  describe('the page after a return from Stripe', () => {
    it('thanks a fan who paid, even right after a poll that read unpaid', async () => {
      const scenario = await adasScenario();
      const { sessionId, look, made } = await leftUnpaid(scenario);
      const token = bearerOf(word(made, 'tipToken'));
      await scenario.call('GET', `/v1/tips/${word(made, 'tipId')}`, undefined, token);
      scenario.deps.clock.advance(500);
      scenario.stripe.payHosted(sessionId);
      const page = await look();
      expect(page.text).toContain('has been paid');
      expect(page.text).not.toContain('Nothing was charged');
    });

    it('keeps the focus while it waits for the fan', async () => {
      const scenario = await adasScenario();
      const page = await (await leftUnpaid(scenario)).look();
      expect({ offers: offers(page), checksAgain: checksAgain(page) }).toEqual({
        offers: true,
        checksAgain: false,
      });
    });

    it('asks Stripe for a few returns in ten minutes; a further one shows the stored state and reloads', async () => {
      const scenario = await adasScenario({ limitFactor: 1 });
      const { sessionId, look } = await leftUnpaid(scenario);
      // The first request always reaches Stripe.
      for (let count = 0; count < 21; count += 1) {
        expect(checksAgain(await look())).toBe(false);
        scenario.deps.clock.advance(1);
      }
      scenario.stripe.payHosted(sessionId);
      const page = await look();
      expect({ offers: offers(page), checksAgain: checksAgain(page) }).toEqual({
        offers: true,
        checksAgain: true,
      });
      scenario.deps.clock.advance(2000);
      expect((await look()).text).toContain('has been paid');
    });
  });

  describe("the link back to Stripe's page", () => {
    // Holds web-021.
    it('is shown for an unpaid tip, and leads to the same page', async () => {
      const scenario = await adasScenario();
      const { look, pay, url } = await leftUnpaid(scenario);
      const page = await look();
      expect(page.text).toContain('Not paid yet');
      expect(page.text).toContain(`href="${pay}"`);
      const answer = await scenario.call('GET', pay);
      expect(leadsTo(answer)).toEqual([303, url]);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    });

    it('belongs to this tip, also when another one is open', async () => {
      const scenario = await adasScenario();
      const mine = await leftUnpaid(scenario);
      const other = await leftUnpaid(scenario);
      expect(other.url).not.toBe(mine.url);
      expect(leadsTo(await scenario.call('GET', mine.pay))).toEqual([303, mine.url]);
      const foreign = mine.pay.replace(/\?.*/, other.pay.slice(other.pay.indexOf('?')));
      for (const address of [foreign, mine.pay.replace(/cs=.*/, 'cs=made-up'), mine.pay.replace(/\?.*/, '')])
        expect((await scenario.call('GET', address)).status).toBe(404);
    });

    // Holds web-021.
    it.each([
      ['paid', (scenario: Scenario, id: string) => void scenario.stripe.payHosted(id), 'has been paid'],
      [
        'out of time',
        async (scenario: Scenario, id: string) =>
          void (await scenario.deps.payments.expireCheckout('acct_ada', id)),
        'not paid in time',
      ],
    ])("is gone once the page was %s: the tip's page shows how it ended", async (_, end, says) => {
      const scenario = await adasScenario();
      const { sessionId, address, look, pay } = await leftUnpaid(scenario);
      expect(offers(await look())).toBe(true);
      await end(scenario, sessionId);
      // At once, before the event arrives.
      expect(leadsTo(await scenario.call('GET', pay))).toEqual([303, address]);
      const page = await look();
      expect(page.text).toContain(says);
      expect(offers(page)).toBe(false);
      expect(leadsTo(await scenario.call('GET', pay))).toEqual([303, address]);
    });

    it("is missing for a tip that is paid in the fan's page", async () => {
      const scenario = await adasScenario();
      const made = await scenario.call('POST', '/v1/tips', await goodTip(scenario));
      const tipId = word(made, 'tipId');
      const view = signTipView(scenario.deps.config.secrets, { uid: adaUid, tipId });
      const address = `/t/${tipId}?cs=${view}`;
      expect(offers(await scenario.call('GET', address))).toBe(false);
      expect(leadsTo(await scenario.call('GET', `/t/${tipId}/pay?cs=${view}`))).toEqual([303, address]);
    });

    it('leads nowhere once the account is disconnected', async () => {
      const scenario = await adasScenario();
      const { pay, address } = await leftUnpaid(scenario);
      scenario.deps.payments.sessions.clear();
      expect(leadsTo(await scenario.call('GET', pay))).toEqual([303, address]);
    });

    it('shows an error without a payment state while Stripe does not answer', async () => {
      const scenario = await adasScenario();
      const { pay, url } = await leftUnpaid(scenario);
      scenario.deps.payments.failNext('readCheckout', { kind: 'unavailable', error: new Error('away') });
      const answer = await scenario.call('GET', pay);
      expect(answer.status).toBe(503);
      expect(answer.text).toContain('Something went wrong');
      expect(answer.text).not.toContain('charged');
      expect(leadsTo(await scenario.call('GET', pay))).toEqual([303, url]);
    });

    it('asks Stripe only a few times in ten minutes', async () => {
      const scenario = await adasScenario({ limitFactor: 1 });
      const { pay } = await leftUnpaid(scenario);
      const statuses: number[] = [];
      for (let count = 0; count < 21; count += 1) statuses.push((await scenario.call('GET', pay)).status);
      expect(statuses.filter((status) => status === 303)).toHaveLength(20);
      expect(statuses.at(-1)).toBe(429);
      scenario.deps.clock.advance(10 * 60_000);
      expect((await scenario.call('GET', pay)).status).toBe(303);
    });
  });
});

const german = { 'accept-language': 'gsw-CH, de-AT;q=0.9, en;q=0.5' };
const page = async (scenario: Scenario, path: string, headers: Record<string, string> = {}) =>
  (await scenario.call('GET', path, undefined, headers)).text;

describe('the languages of a receipt', () => {
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

    it('has amounts and times in the digits of its texts, also for a reader in Egypt', async () => {
      const scenario = await adasScenario();
      const { tipId, tipToken } = await paidTip(scenario);
      const headers = { 'accept-language': 'ar-EG', ...bearerOf(tipToken) };
      const read = await scenario.call('GET', `/v1/tips/${tipId}/receipt`, undefined, headers);
      expect(read.text).toContain('5.00');
      expect(read.text).not.toMatch(/[\u0660-\u0669]/);
    });

    it("is right to left in Arabic, with the script's texts", async () => {
      const scenario = await adasScenario();
      const { tipId } = await paidTip(scenario);
      const text = await page(scenario, `/t/${tipId}?lang=ar`);
      expect(text).toContain('<html lang="ar" dir="rtl">');
      expect(text).toContain('ممكن خلال {time}');
      expect(await page(scenario, '/t/short?lang=ar')).toMatch(/dir="rtl"[^]*الإكرامية غير موجودة/);
    });

    // Holds dash-1351.
    it('is after a return from Stripe that in which the fan began, also in a browser of another one', async () => {
      const scenario = await adasScenario();
      const request = await goodTip(scenario, { surface: 'hosted' });
      await scenario.call('POST', '/v1/tips', request, { 'accept-language': 'pl' });
      const [session] = scenario.deps.payments.sessions.values();
      const { pathname, search } = new URL(session?.order.returnUrl ?? '');
      expect(await page(scenario, pathname + search, german)).toContain('<html lang="pl"');
      expect(
        await page(scenario, `${pathname}?cs=${new URLSearchParams(search).get('cs')}`, german),
      ).toContain('Noch nicht bezahlt');
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
      const fields = {
        session: hidden('session'),
        requestId: hidden('requestId'),
        choice: 'other',
        ...change,
      };
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
});

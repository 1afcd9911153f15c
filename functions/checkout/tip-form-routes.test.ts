import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { Window } from 'happy-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emails, noEmails } from '@busker/core/testing/email-addresses';
import { directionOf, isolated, shippedLanguages } from '@busker/core/locale/language-tags';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import { receiptTexts } from '@busker/core/messages/core-texts';
import { readable, stored } from '../store/store';
import {
  adaDraft,
  adasScenario,
  bearerOf,
  emptyScenario,
  goodTip,
  storedTips,
  tipSession,
  word,
  type Scenario,
} from '../testing/ada';
import { tipIn } from '../testing/stored-state';
import { offlineScript } from './browser/offline-script';
import { offlineAsset } from './tip-form-routes';

const own = { origin: 'https://busker.test', 'content-type': 'application/x-www-form-urlencoded' };

/** Loads the form as a browser does and reads its hidden fields. */
async function openForm(scenario: Scenario, query = '') {
  const page = await scenario.call('GET', `/@ada/tip${query}`);
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '';
  return { page, fields: { session: hidden('session'), requestId: hidden('requestId') } };
}

async function send(
  scenario: Scenario,
  change: Record<string, string>,
  headers: Record<string, string> = own,
) {
  const { fields } = await openForm(scenario);
  const body = new URLSearchParams({ ...fields, choice: '500', ...change }).toString();
  return scenario.call('POST', '/@ada/tip', body, headers);
}

describe('the tip form without JavaScript', () => {
  it('has the presets and every optional field', async () => {
    const { page } = await openForm(await adasScenario());
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    for (const text of [
      'Tip Ada Lovelace',
      '$5.00',
      'Another amount ($1.00 to $500.00)',
      'Message (optional)',
    ]) {
      expect(page.text).toContain(text);
    }
    expect(page.text).not.toMatch(/<script(?! defer="" src="\/v1\/assets\/offline-[0-9a-f]{16}\.js"><)/);
  });

  // Holds dash-958.
  it('says what covering the costs adds: to the suggested amount, else to the first one', async () => {
    const scenario = await adasScenario();
    const first = (await openForm(scenario)).page;
    expect(first.text).toContain('to cover the card costs, for example $0.40 on $3.00');
    const suggested = await scenario.call('GET', '/@ada/tip?amount=500&cur=usd', undefined, own);
    expect(suggested.text).toContain('for example $0.46 on $5.00');
  });

  it("redirects to Stripe's page with one tip, however often it is sent", async () => {
    const scenario = await adasScenario();
    const { fields } = await openForm(scenario);
    const body = new URLSearchParams({ ...fields, choice: '500', cover: 'on', name: 'Zoe' }).toString();
    const sent = await scenario.call('POST', '/@ada/tip', body, own);
    expect({ status: sent.status, location: sent.headers.get('location') }).toEqual({
      status: 303,
      location: expect.stringContaining('checkout.test'),
    });
    const again = await scenario.call('POST', '/@ada/tip', body, own);
    expect(again.headers.get('location')).toBe(sent.headers.get('location'));
    expect(storedTips(scenario)).toHaveLength(1);
    const [session] = scenario.deps.payments.sessions.values();
    expect(session?.order).toMatchObject({ amount: 546, currency: 'usd', account: 'acct_ada' });
  });

  it("reads a typed amount in the owner's language", async () => {
    const scenario = await adasScenario({}, { draft: { language: 'de' } });
    await send(scenario, { choice: 'other', other: '7,50' });
    expect([...scenario.deps.payments.sessions.values()][0]?.order.amount).toBe(750);
  });

  it.each([
    [{ choice: 'other', other: 'lots' }, 'Enter an amount'],
    [{ choice: 'other', other: '0.10' }, 'The smallest tip is $1.00.'],
    [{ choice: '99999999' }, 'The largest tip is $500.00.'],
    [{ choice: '' }, 'Choose an amount'],
    [{ choice: '5e2.5' }, 'Choose an amount'],
    [{ receiptEmail: 'zoe' }, 'This does not look like an email address.'],
    [{ message: 'm'.repeat(201) }, 'Please shorten this to 200 characters.'],
  ])('shows the form again with the input and the reason: %j', async (change, why) => {
    const scenario = await adasScenario();
    const answer = await send(scenario, { name: 'Zoe <3', ...change });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(why);
    expect(answer.text).toContain('Zoe &lt;3');
    expect(storedTips(scenario)).toEqual([]);
  });

  it('comes back with what was pasted, however long that is', async () => {
    const pasted = 'm'.repeat(50_000);
    const answer = await send(await adasScenario(), { message: pasted });
    expect([answer.status, answer.text.includes(pasted)]).toEqual([422, true]);
    expect(answer.text).toContain('Please shorten this to 200 characters.');
  });

  it.each(noEmails)('says of %j at its field that it is no email address', async (receiptEmail) => {
    const answer = await send(await adasScenario(), { receiptEmail });
    const says = answer.text.includes('This does not look like an email address.');
    expect([answer.status, says]).toEqual([422, true]);
  });

  it.each(emails)('mails the receipt of a tip to %j as %j', async (receiptEmail, address) => {
    const scenario = await adasScenario();
    expect((await send(scenario, { receiptEmail })).status).toBe(303);
    const [session] = scenario.deps.payments.sessions.values();
    expect(session?.order).toMatchObject({ receiptEmail: address });
  });

  it('is refused from any other page, without its own token, and in another content type', async () => {
    const scenario = await adasScenario();
    const foreign = await send(scenario, {}, { ...own, origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await send(scenario, { session: 'made-up' })).status).toBe(403);
    const json = await scenario.call('POST', '/@ada/tip', '{}', {
      ...own,
      'content-type': 'application/json',
    });
    expect(json.status).toBe(415);
    const large = await scenario.call('POST', '/@ada/tip', 'a'.repeat(70_000), own);
    expect(large.status).toBe(413);
    expect(storedTips(scenario)).toEqual([]);
  });

  it.each(['', 'x', '0'.repeat(65), 'a b c d e f', '__proto__'])(
    'refuses the shared request id %j, and offers a form with its own',
    async (requestId) => {
      const scenario = await adasScenario();
      const refused = await send(scenario, { requestId, name: 'Zoe' });
      expect({ status: refused.status, storedTips: storedTips(scenario) }).toEqual({
        status: 403,
        storedTips: [],
      });
      expect(refused.text).toMatch(/name="requestId" value="id\d{6}"/);
      expect(refused.text).toContain('Zoe');
    },
  );

  it('refuses a token that was issued to another page', async () => {
    const scenario = await adasScenario();
    expect((await send(scenario, { session: await tipSession(scenario) })).status).toBe(403);
  });

  // Holds pay-026.
  it('says that the profile takes no tips', async () => {
    const off = await adasScenario({}, { draft: { tips: { ...adaDraft.tips, on: false } } });
    const answer = await off.call('GET', '/@ada/tip');
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('Ada Lovelace is not accepting tips');
    expect((await emptyScenario().call('GET', '/@ada/tip')).status).toBe(404);
  });
});

describe('a hosted tip through the API', () => {
  const orderOf = ({ deps }: Scenario) => [...deps.payments.sessions.values()][0]?.order;

  // Holds pay-942.
  it.each(shippedLanguages)(
    'is named on Stripe’s page in the language of the fan’s browser: %s',
    async (language) => {
      const scenario = await adasScenario();
      const request = await goodTip(scenario, { surface: 'hosted' });
      const send = (wished: string) =>
        scenario.call('POST', '/v1/tips', request, { 'accept-language': wished });
      const sent = await send(`${language},en;q=0.5`);
      const { title, detail } = orderOf(scenario) ?? {};
      expect(title).toBe(
        receiptTexts(language).stripeTitle({ owner: isolated('Ada Lovelace', directionOf(language)) }),
      );
      for (const part of ['Ada Lovelace', 'blog.example']) expect(detail).toContain(part);
      // A repeated call is identical, whatever the browser sends then.
      expect((await send('xx')).json).toEqual(sent.json);
      expect(tipIn(scenario, word(sent, 'tipId')).pageLanguage).toBe(language);
    },
  );

  // Holds pay-942.
  // Holds dash-1352.
  it('from the form is named in the language of the form', async () => {
    const scenario = await adasScenario();
    const { fields } = await openForm(scenario);
    const body = new URLSearchParams({ ...fields, choice: '500' }).toString();
    await scenario.call('POST', '/@ada/tip?lang=de', body, { ...own, 'accept-language': 'fr' });
    const { title, detail } = orderOf(scenario) ?? {};
    expect([title, detail]).toEqual([
      'Trinkgeld für Ada Lovelace',
      'Ein Dankeschön für das, was Ada Lovelace macht.',
    ]);
  });

  // Holds pay-048.
  it('returns the URL to pay at, and the same one when repeated, until it is paid', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario, { surface: 'hosted', receiptEmail: 'zoe@fans.example' });
    const first = await scenario.call('POST', '/v1/tips', request);
    expect({ status: first.status, url: first.json['url'] }).toEqual({
      status: 201,
      url: expect.stringContaining('/c/pay/'),
    });
    expect((await scenario.call('POST', '/v1/tips', request)).json).toEqual(first.json);
    const [sessionId = ''] = scenario.deps.payments.sessions.keys();
    const order = scenario.deps.payments.sessions.get(sessionId)?.order;
    expect(order).toMatchObject({ receiptEmail: 'zoe@fans.example', title: 'Tip for Ada Lovelace' });
    expect(order?.detail).toBe('A thank-you for what Ada Lovelace makes, sent from blog.example.');
    expect(order?.returnUrl).toMatch(/^https:\/\/busker\.test\/t\/[a-z2-7]{25}\?cs=/);
    expect(JSON.stringify(scenario.deps.store.dump())).not.toContain('zoe@');
    scenario.stripe.payHosted(sessionId);
    scenario.deps.clock.advance(2000);
    const headers = bearerOf(word(first, 'tipToken'));
    const status = await scenario.call('GET', `/v1/tips/${word(first, 'tipId')}`, undefined, headers);
    expect(status.json['status']).toBe('paid');
    expect((await scenario.call('POST', '/v1/tips', request)).json['code']).toBe('tip-not-changeable');
  });
});

const show = async (scenario: Scenario, query: string, headers: Record<string, string> = {}) =>
  scenario.call('GET', `/@ada/tip${query}`, undefined, headers);

const hidden = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1];

/** The amounts to choose from, in order; `*` marks the chosen one. */
const amountsOf = (page: string) =>
  [...page.matchAll(/<input type="radio" name="choice" value="(\w+)"( checked="")?/g)].map(
    ([, amount, checked]) => `${amount}${checked === undefined ? '' : '*'}`,
  );

async function onlyTip(scenario: Scenario) {
  const [path = ''] = storedTips(scenario);
  const [, uid = '', , tipId = ''] = path.split('/');
  return scenario.deps.store.read(stored.tip(uid, tipId));
}

/** Where the only stored tip came from. */
const sourceOf = async (scenario: Scenario) => (await onlyTip(scenario))?.source;

/** Sends the form that this address shows. */
async function press(scenario: Scenario, query: string, typed: Record<string, string>) {
  const { text } = await show(scenario, query);
  const fields = Object.fromEntries(
    ['session', 'requestId', 'at'].map((name) => [name, hidden(text, name) ?? '']),
  );
  return scenario.call(
    'POST',
    '/@ada/tip?lang=en',
    new URLSearchParams({ ...fields, ...typed }).toString(),
    own,
  );
}

describe('a link to the tip form', () => {
  // Holds out-062.
  it('chooses its amount and stores nothing until the fan sends the form', async () => {
    const scenario = await adasScenario();
    expect(amountsOf((await show(scenario, '')).text)).toEqual(['300', '500', '1000', 'other']);
    expect(amountsOf((await show(scenario, '?amount=500&cur=usd')).text)).toEqual([
      '500*',
      '300',
      '1000',
      'other',
    ]);
    expect(amountsOf((await show(scenario, '?amount=700&cur=usd')).text)).toEqual([
      '700*',
      '300',
      '500',
      '1000',
      'other',
    ]);
    expect(storedTips(scenario)).toEqual([]);
  });

  // Holds out-061.
  it.each([
    '?amount=500&cur=jpy',
    '?amount=500',
    '?amount=5.00&cur=usd',
    '?amount=1&cur=usd',
    '?amount=<b>&cur=usd',
  ])('ignores the amount of %s without a word', async (query) => {
    const scenario = await adasScenario();
    const asked = await show(scenario, query);
    expect({ status: asked.status, amounts: amountsOf(asked.text) }).toEqual({
      status: 200,
      amounts: ['300', '500', '1000', 'other'],
    });
    expect(asked.text).not.toContain('<p class="error" role="alert">');
  });

  // Holds out-063.
  it('gives the tip its place', async () => {
    const scenario = await adasScenario();
    expect((await press(scenario, '?at=hat', { choice: '500' })).status).toBe(303);
    expect(await sourceOf(scenario)).toEqual({
      origin: 'https://busker.test',
      for: null,
      placement: 'hat',
    });
  });

  it.each([
    ['?at=%3Cscript%3E', {}],
    ['?at=hat', { at: '=SUM(A1)' }],
  ])('leaves out a place that is no place: %s %j', async (query, typed) => {
    const scenario = await adasScenario();
    expect((await press(scenario, query, { choice: '500', ...typed })).status).toBe(303);
    expect((await sourceOf(scenario))?.placement).toBeNull();
  });

  it('is kept when the form is refused', async () => {
    const scenario = await adasScenario();
    const refused = await press(scenario, '?at=hat', { choice: '700', receiptEmail: 'zoe' });
    expect(refused.status).toBe(422);
    expect(hidden(refused.text, 'at')).toBe('hat');
    expect(amountsOf(refused.text)[0]).toBe('700*');
    expect(refused.text).toContain('<details open="">');
  });

  it('survives a change of the handle', async () => {
    const scenario = await adasScenario();
    const moved = await scenario.call('GET', '/@Ada/tip?amount=500&cur=usd&at=hat');
    expect({ status: moved.status, to: moved.headers.get('location') }).toEqual({
      status: 308,
      to: '/@ada/tip?amount=500&cur=usd&at=hat',
    });
  });
});

describe('the tip form', () => {
  // Holds out-064.
  it("speaks the phone's language, else the owner's, and ?lang= before both", async () => {
    const scenario = await adasScenario({}, { draft: { ...adaDraft, language: 'de' } });
    const titleOf = async (query: string, headers: Record<string, string>) =>
      /<html lang="([^"]+)"/.exec((await show(scenario, query, headers)).text)?.[1];
    expect(await titleOf('', { 'accept-language': 'ja-JP,en;q=0.5' })).toBe('ja');
    expect(await titleOf('', { 'accept-language': 'ar-EG' })).toBe('ar');
    expect(await titleOf('', { 'accept-language': 'sv' })).toBe('de');
    expect(await titleOf('', {})).toBe('de');
    expect(await titleOf('?lang=fr', { 'accept-language': 'ja-JP' })).toBe('fr');
  });

  // Holds pay-465.
  it('asks for the amount, then for name and message, then how to pay, with two text fields open', async () => {
    const { text } = await show(await adasScenario(), '');
    const parts = ['name="choice"', 'name="other"', 'name="name"', 'name="message"', '<details>', '<button'];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    const [open = ''] = text.split('<details>');
    const fields = [...open.matchAll(/<(?:input id|textarea id)="(\w+)"/g)].map(([, id]) => id);
    // The field of another amount is shown with its choice.
    expect(fields).toEqual(['other', 'name', 'message']);
  });

  // Holds tag-180, tag-182, tag-183.
  it('offers beside the message to keep it for the owner, and says in one open line who sees what', async () => {
    const scenario = await adasScenario();
    const { text } = await show(scenario, '');
    expect(text).toMatch(/name="privateMessage"\/?>Only for Ada Lovelace</);
    expect(text).toMatch(/name="hideAmount"\/?>Hide the amount</);
    expect(text).toContain('<p class="muted">Ada Lovelace sees all of this and your card’s country.');
    const typed = { choice: '500', message: 'For you alone', privateMessage: 'on', hideAmount: 'on' };
    await press(scenario, '', typed);
    expect((await onlyTip(scenario))?.fan).toMatchObject({ privateMessage: true, hidesAmount: true });
  });

  // Holds pay-466.
  it('has one button, and sends no amount that the fan did not choose', async () => {
    const scenario = await adasScenario();
    const { text } = await show(scenario, '');
    expect(text.match(/<button/g)).toHaveLength(1);
    expect(text).not.toMatch(/<button[^>]*name=/);
    // The browser refuses to send the form without a choice.
    expect(text.match(/name="choice" value="\w+" required/g)).toHaveLength(4);
    const refused = await press(scenario, '', { name: 'Zoe' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Choose an amount.');
    expect(refused.text).toContain('value="Zoe"');
    expect(storedTips(scenario)).toEqual([]);
  });

  it.each([
    [{ choice: 'other', other: '7' }, 700],
    [{ choice: '500', other: '7' }, 500],
    [{ other: '7' }, 700],
  ])('takes the amount of %j', async (typed, amount) => {
    const scenario = await adasScenario();
    expect((await press(scenario, '', typed)).status).toBe(303);
    expect([...scenario.deps.payments.sessions.values()][0]?.order.amount).toBe(amount);
  });

  it('keeps a refused other amount chosen, with its field', async () => {
    const scenario = await adasScenario();
    const refused = await press(scenario, '?amount=700&cur=usd', { choice: 'other', other: 'lots' });
    expect(amountsOf(refused.text)).toEqual(['300', '500', '1000', 'other*']);
    expect(refused.text).toContain('value="lots"');
  });
});

const monthly = {
  on: true,
  intervals: ['month' as const, 'year' as const],
  presets: { month: null, year: null },
};

const valueOf = (page: string, name: string) =>
  new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page)?.[1] ?? '';

/** The hidden fields and the button of the page with the words. */
const agreedFields = (page: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  ),
  agreed: valueOf(page, 'agreed'),
});

describe('the form without JavaScript', () => {
  let scenario: Scenario;

  beforeEach(async () => {
    scenario = await adasScenario({}, { draft: { tips: { ...adaDraft.tips, monthly } } });
  });

  /** Opens the form, and sends it with these fields. */
  async function sendMonthly(fields: Readonly<Record<string, string>>, language = 'en') {
    const { text } = await scenario.call('GET', `/@ada/tip?lang=${language}`);
    const given = { session: valueOf(text, 'session'), requestId: valueOf(text, 'requestId') };
    return post({ ...given, choice: '500', ...fields }, language);
  }

  function post(fields: Readonly<Record<string, string>>, language = 'en') {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: scenario.deps.config.publicOrigin,
    };
    return scenario.call(
      'POST',
      `/@ada/tip?lang=${language}`,
      new URLSearchParams(fields).toString(),
      headers,
    );
  }

  const monthlies = () =>
    Object.entries(scenario.deps.store.dump()).flatMap(([path, data]) =>
      /^profiles\/[^/]+\/monthly\/[^/]+$/.test(path) ? [readable(path, monthlyDocument.decode(data))] : [],
    );

  // Holds pay-295.
  it('asks how often, with once chosen, and only where the owner offers it', async () => {
    const { text } = await scenario.call('GET', '/@ada/tip');
    expect(text.match(/name="every"/g)).toHaveLength(3);
    expect(text).toMatch(/value="once"\s+checked/);
    expect(text).not.toMatch(/value="(month|year)"\s+checked/);
    scenario = await adasScenario();
    expect((await scenario.call('GET', '/@ada/tip')).text).not.toContain('name="every"');
  });

  // Holds pay-296.
  it('shows the words with one button before anything is made, and then leads to Stripe', async () => {
    const shown = await sendMonthly({ every: 'month', name: 'Zoe', cover: 'on' }, 'de');
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('jeden Monat');
    expect(shown.text).toMatch(/<button[^>]*name="agreed"[^>]*>[^<]*5,50[^<]*<\/button>/);
    expect(storedTips(scenario)).toEqual([]);
    // Without a connection the page stays, as the form does.
    expect(shown.text).toContain(offlineAsset.path);
    expect(shown.text).toContain('id="offline"');
    const paid = await post(agreedFields(shown.text), 'de');
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toContain('/c/pay/');
    expect(monthlies()).toMatchObject([
      { every: 'month', amount: 550, tipAmount: 500, fan: { name: 'Zoe' }, consent: { language: 'de' } },
    ]);
    const [begun] = monthlies();
    const plain = (text = 'none') => text.replaceAll(/\s+/g, ' ');
    expect(plain(shown.text)).toContain(plain(begun?.consent.words.split(', bis')[0]));
  });

  it('takes the limits of the interval, and names them in the form', async () => {
    const refused = await sendMonthly({ every: 'month', choice: 'other', other: '0.50' });
    expect(refused.text).toContain('The smallest tip is $1.00.');
    expect(refused.text).toMatch(/value="month"\s+checked/);
    const yearly = await sendMonthly({ every: 'year', choice: 'other', other: '7000' });
    expect(yearly.text).toContain('The largest tip is $6,000.00.');
  });

  it('shows the words again when they have changed meanwhile', async () => {
    const shown = await sendMonthly({ every: 'month' });
    const again = await post({ ...agreedFields(shown.text), agreed: '999' });
    expect(again.text).toContain('name="agreed"');
    expect(monthlies()).toEqual([]);
  });

  it.each(['', 'once', 'weekly'])('is one tip with %j', async (every) => {
    expect((await sendMonthly({ every })).status).toBe(303);
    expect(monthlies()).toEqual([]);
  });

  it('is refused when the owner has switched it off meanwhile', async () => {
    const shown = await sendMonthly({ every: 'month' });
    scenario = await adasScenario();
    const {
      session: _session,
      requestId: _requestId,
      agreed: version = '',
      ...fields
    } = agreedFields(shown.text);
    for (const agreed of ['', version]) {
      const answer = await sendMonthly({ ...fields, agreed });
      expect(answer.status).toBe(409);
      expect(answer.text).toContain('Nothing was charged');
    }
    expect(monthlies()).toEqual([]);
  });

  it('escapes what was typed on the page with the words', async () => {
    const shown = await sendMonthly({ every: 'month', name: '"><b>Zoe' });
    expect(shown.text).not.toContain('<b>Zoe');
  });
});

describe('offline script', () => {
  let close = () => Promise.resolve();
  afterEach(() => close());

  /** The form with its script, in a browser that is online or not. */
  async function openForm() {
    const scenario = await adasScenario();
    const { text } = await scenario.call('GET', '/@ada/tip');
    const window = new Window({ url: 'https://busker.test/@ada/tip' });
    close = () => window.happyDOM.close();
    const { document } = window;
    document.write(text.replace(/<script[^]*?<\/script>/g, '').replace(/<link[^>]*>/g, ''));
    let isOnline = true;
    Object.defineProperty(window.navigator, 'onLine', { get: () => isOnline });
    offlineScript(window as unknown as globalThis.Window & typeof globalThis);
    const sent: boolean[] = [];
    // After the script's own listener, so that this one sees its decision.
    document.addEventListener('submit', (event) => {
      sent.push(!event.defaultPrevented);
      event.preventDefault();
    });
    const element = (selector: string) =>
      document.querySelector(selector) as unknown as HTMLInputElement & HTMLButtonElement;
    return {
      sent,
      element,
      says: () => (element('#offline').hidden ? '' : element('#offline').textContent),
      connect: (online: boolean) => {
        isOnline = online;
        window.dispatchEvent(new window.Event(online ? 'online' : 'offline'));
      },
    };
  }

  // Holds out-066.
  it('sends nothing without a connection, says so and keeps what was typed', async () => {
    const form = await openForm();
    form.element('#name').value = 'Zoe';
    form.element('input[value="500"]').checked = true;
    form.connect(false);
    form.element('form button').click();
    expect(form.sent).toEqual([false]);
    expect(form.says()).toContain('You are offline. What you typed is still here.');
    expect(form.element('#name').value).toBe('Zoe');
    form.connect(true);
    expect(form.says()).toBe('');
    form.element('form button').click();
    expect(form.sent).toEqual([false, true]);
  });

  it('says nothing with a connection', async () => {
    const form = await openForm();
    form.element('input[value="500"]').checked = true;
    form.element('form button').click();
    expect({ sent: form.sent, says: form.says() }).toEqual({ sent: [true], says: '' });
  });
});

const form = '/@ada/tip';
const sheetsIn = (page: string) => [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);

describe('the style of the tip form', () => {
  // Holds out-074.
  it('the tip form has its style sheet in itself, and its policy allows that one by its hash', async () => {
    const scenario = await adasScenario();
    const { text, headers } = await scenario.call('GET', form);
    const [css, ...more] = sheetsIn(text);
    const hash = createHash('sha256')
      .update(css ?? '')
      .digest('base64');
    // Another style sheet needs another hash in core/web/route-headers.ts, and after it `npm run deploy -- --write-config`.
    expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(more).toEqual([]);
    expect(text).not.toMatch(/ style="/);
  });

  it('the linked sheet of the tip form comes after all that the fan sees', async () => {
    const scenario = await adasScenario();
    const { text } = await scenario.call('GET', form);
    const [shown, after] = text.split('<link rel="stylesheet"');
    expect(shown).toContain('</footer>');
    expect(after).not.toMatch(/<(?:main|form|footer)/);
  });

  it('a refused form has the same style sheet in itself', async () => {
    const scenario = await adasScenario();
    const shown = await scenario.call('GET', form);
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.text)?.[1] ?? '';
    const sent = {
      session: field('session'),
      requestId: field('requestId'),
      choice: 'other',
      other: 'a lot',
    };
    const refused = await scenario.app.request(`http://127.0.0.1${form}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: scenario.deps.config.publicOrigin,
      },
      body: new URLSearchParams(sent).toString(),
    });
    expect(refused.status).toBe(422);
    expect(sheetsIn(await refused.text())).toEqual(sheetsIn(shown.text));
  });

  it.each(['/@ada', '/@ada/embed', '/@nobody/tip', '/legal/imprint'])(
    '%s has no style in itself, which its policy would not allow',
    async (path) => {
      const scenario = await adasScenario();
      const { text } = await scenario.call('GET', path);
      expect(sheetsIn(text)).toEqual([]);
      expect(text.indexOf('<link rel="stylesheet"')).toBeLessThan(text.indexOf('</head>'));
    },
  );
});

/** Bytes as brotli sends them. The page, its style sheet and its script are all that the form loads. */
const budget = 14_000;

describe('the weight of the tip form', () => {
  // Holds out-065.
  it.each(shippedLanguages)(
    'the tip form in %s weighs at most 14 kB with its style sheet and script',
    async (language) => {
      const scenario = await adasScenario();
      const page = await scenario.call('GET', `/@ada/tip?lang=${language}&amount=700&cur=usd&at=hat`);
      const parts = [...page.text.matchAll(/<(?:link rel="stylesheet" href|script defer="" src)="([^"]+)"/g)];
      const loaded = await Promise.all(parts.map(([, path = '']) => scenario.call('GET', path)));
      expect(loaded.map(({ status }) => status)).toEqual([200, 200]);
      expect(page.text).not.toMatch(/<(?:img|iframe|video|object)|@import|url\(/);
      const weights = [page, ...loaded].map(({ text }) => brotliCompressSync(text).length);
      expect(weights.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(budget);
    },
  );
});

import { Window } from 'happy-dom';
import { describe, expect, it, vi } from 'vitest';
import { adaDraft, adasScenario, goodTip, paidTip, word, type Scenario } from '../testing/ada';
import { openReceipt as open } from '../testing/fake-receipt-window';
import { tipIn } from '../testing/stored-state';
import { receiptScript } from './browser/receipt-script';

describe('the receipt after paying on Stripe’s page', () => {
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
  const note = 'You keep the engines running.';

  interface Begun {
    readonly tipId: string;
    /** What the browser sends back to addresses of this tip. */
    readonly cookie: string;
    readonly setCookie: string;
    readonly address: string;
    readonly sessionId: string;
  }

  /** A fan tips by the form; the browser keeps the cookie. */
  async function begin(scenario: Scenario, typed: Readonly<Record<string, string>> = {}): Promise<Begun> {
    const shown = await scenario.call('GET', '/@ada/tip');
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.text)?.[1] ?? '';
    const fields = { session: hidden('session'), requestId: hidden('requestId'), choice: '500', ...typed };
    const own = { ...urlencoded, origin: scenario.deps.config.publicOrigin };
    const sent = await scenario.call('POST', '/@ada/tip', new URLSearchParams(fields).toString(), own);
    const [sessionId = '', session] = [...scenario.deps.payments.sessions.entries()].at(-1) ?? [];
    const { pathname, search } = new URL(session?.order.returnUrl ?? '');
    const setCookie = sent.headers.get('set-cookie') ?? '';
    const cookie = setCookie.split(';')[0] ?? '';
    return {
      tipId: pathname.split('/').at(-1) ?? '',
      cookie,
      setCookie,
      address: pathname + search,
      sessionId,
    };
  }

  async function paid(scenario: Scenario, typed?: Readonly<Record<string, string>>): Promise<Begun> {
    const begun = await begin(scenario, typed);
    scenario.stripe.payHosted(begun.sessionId);
    scenario.deps.clock.advance(2000);
    return begun;
  }

  const thankful = () => adasScenario({}, { draft: { tips: { ...adaDraft.tips, thanks: note } } });
  const look = (scenario: Scenario, { address }: Begun, cookie = '') =>
    scenario.call('GET', address, undefined, cookie === '' ? {} : { cookie });
  const tokenIn = (page: string) => /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const post = (
    scenario: Scenario,
    { address }: Begun,
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string>,
  ) => {
    const body = new URLSearchParams(fields).toString();
    const own = { ...urlencoded, origin: scenario.deps.config.publicOrigin, ...headers };
    return scenario.call('POST', address, body, own);
  };
  const mayChange = ({ text }: { readonly text: string }) => text.includes('<form');
  const explains = ({ text }: { readonly text: string }) =>
    text.includes('In the browser in which you began it');

  // Holds pay-460.
  it('has the owner’s note, the undo, the fan’s words and the link, in the page as it is sent', async () => {
    const scenario = await thankful();
    const tip = await paid(scenario, { name: 'Zoe', message: 'Hello <3' });
    const page = await look(scenario, tip, tip.cookie);
    for (const part of [note, 'Undo this tip', 'Time left: 9:58.', 'value="Zoe"', 'Hello &lt;3', '$5.00'])
      expect(page.text).toContain(part);
    expect(page.text).toContain(`https://busker.test/t/${tip.tipId}#${tokenIn(page.text)}`);
    expect(page.text).not.toContain('needs JavaScript');
    expect(page.headers.get('cache-control')).toBe('private, no-store');
  });

  // Holds pay-460.
  it('undoes the tip, and changes and erases the words, by plain forms', async () => {
    const scenario = await adasScenario();
    const tip = await paid(scenario, { name: 'Zoe', message: 'Hello' });
    const { cookie } = tip;
    const token = tokenIn((await look(scenario, tip, cookie)).text);
    const saved = await post(scenario, tip, { token, do: 'save', name: 'Zoë', message: 'Bye' }, { cookie });
    expect(saved.status).toBe(303);
    expect(tipIn(scenario, tip.tipId).fan).toMatchObject({ name: 'Zoë', message: 'Bye' });
    const back = saved.headers.get('location') ?? '';
    expect((await scenario.call('GET', back, undefined, { cookie })).text).toContain('Saved.');
    const long = await post(
      scenario,
      tip,
      { token, do: 'save', name: 'Zoë', message: 'm'.repeat(201) },
      { cookie },
    );
    expect(long.status).toBe(422);
    expect(long.text).toContain('Message (optional): Please shorten this to 200 characters.');
    expect(long.text).toContain('m'.repeat(201));
    await post(scenario, tip, { token, do: 'erase' }, { cookie });
    expect(tipIn(scenario, tip.tipId).fan).toMatchObject({ name: null, message: null });
    expect((await post(scenario, tip, { token, do: 'undo' }, { cookie })).status).toBe(303);
    expect(tipIn(scenario, tip.tipId).state).toBe('refunded');
    const again = await look(scenario, tip, cookie);
    expect(again.text).toContain('Refunded');
    expect(again.text).toMatch(/<form id="undo"[^>]* hidden/);
  });

  it('asks for one mail when the owner answers, by a plain form', async () => {
    const scenario = await adasScenario();
    const tip = await paid(scenario);
    const { cookie } = tip;
    const { text } = await look(scenario, tip, cookie);
    expect(text).toContain('Or one mail when Ada Lovelace answers');
    const token = tokenIn(text);
    const wrong = await post(scenario, tip, { token, do: 'mail', email: 'zoe' }, { cookie });
    expect([wrong.status, wrong.text.includes('This does not look like an email address.')]).toEqual([
      422,
      true,
    ]);
    expect(wrong.text).toContain('value="zoe"');
    const asked = await post(scenario, tip, { token, do: 'mail', email: 'zoe@example.com' }, { cookie });
    const back = asked.headers.get('location') ?? '';
    expect((await scenario.call('GET', back, undefined, { cookie })).text).toContain('A mail is on its way.');
    expect(Object.keys(scenario.deps.store.dump()).filter((path) => path.startsWith('mail/'))).toHaveLength(
      1,
    );
  });

  // Holds out-220.
  it('says in a sentence that no more mails are sent today', async () => {
    const scenario = await adasScenario({ mail: { from: 'busker@busker.test', dailyCap: 1 } });
    const tip = await paid(scenario);
    const { cookie } = tip;
    const token = tokenIn((await look(scenario, tip, cookie)).text);
    const mail = { token, do: 'mail', email: 'zoe@example.com' };
    expect((await post(scenario, tip, mail, { cookie })).status).toBe(303);
    const refused = await post(scenario, tip, mail, { cookie });
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('Please try again later, tomorrow at the latest.');
  });

  // Holds tag-181.
  it('changes what others see of name and message, by its form and by its script', async () => {
    const scenario = await adasScenario();
    const tip = await paid(scenario, {
      name: 'Zoe',
      message: 'Hello',
      privateMessage: 'on',
      hideAmount: 'on',
    });
    expect(tipIn(scenario, tip.tipId).fan).toMatchObject({ privateMessage: true, hidesAmount: true });
    const { cookie } = tip;
    const page = await look(scenario, tip, cookie);
    expect(page.text).toMatch(/name="privateMessage"[^>]* checked/);
    expect(page.text).toMatch(/name="hideAmount"[^>]* checked/);
    expect(page.text).toContain('Only for Ada Lovelace');
    const token = tokenIn(page.text);
    const form = { token, do: 'save', name: 'Zoe', message: 'Hello', anonymous: 'on' };
    await post(scenario, tip, form, { cookie });
    const { fan } = tipIn(scenario, tip.tipId);
    expect(fan).toMatchObject({ anonymous: true, message: 'Hello' });
    expect(fan).not.toHaveProperty('privateMessage');
    expect(fan).not.toHaveProperty('hidesAmount');
    const receipt = await open(scenario, { tipId: tip.tipId, tipToken: token });
    await expect.poll(() => [receipt.ticked('anonymous'), receipt.ticked('private')]).toEqual([true, false]);
    receipt.press('private');
    receipt.press('hide');
    receipt.send('words');
    await expect
      .poll(() => tipIn(scenario, tip.tipId).fan)
      .toMatchObject({ privateMessage: true, hidesAmount: true });
  });

  // Holds pay-461.
  it('has a cookie for this one receipt, which no script reads, for a day', async () => {
    const scenario = await adasScenario();
    const { tipId, setCookie, cookie, address } = await begin(scenario);
    expect(setCookie.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=86400',
      `Path=/t/${tipId}`,
      'SameSite=Lax',
      'Secure',
    ]);
    expect(cookie).toMatch(/^__session=/);
    const token = tokenIn((await scenario.call('GET', address, undefined, { cookie })).text);
    const known = JSON.stringify([...scenario.deps.payments.sessions.values()]);
    expect(token).not.toBe('');
    for (const secret of [token, cookie.replace('__session=', '')])
      expect(known + address).not.toContain(secret);
    const local = await adasScenario({ publicOrigin: 'http://localhost:4100' });
    expect((await begin(local)).setCookie).not.toContain('Secure');
    const inTheHouse = await adasScenario({ publicOrigin: 'http://192.168.0.2:4100' });
    expect((await begin(inTheHouse)).setCookie).toContain('Secure');
  });

  // Holds pay-461.
  it('keeps several tips of one browser apart', async () => {
    const scenario = await adasScenario();
    const [one, other] = [await paid(scenario, { name: 'One' }), await paid(scenario, { name: 'Other' })];
    expect(one.setCookie).toContain(`Path=/t/${one.tipId}`);
    expect(other.setCookie).toContain(`Path=/t/${other.tipId}`);
    expect((await look(scenario, one, one.cookie)).text).toContain('value="One"');
    expect((await look(scenario, other, other.cookie)).text).toContain('value="Other"');
  });

  // Holds pay-462.
  it('shows the state alone, and says why, without a cookie, with that of another tip, with an altered and with an expired one', async () => {
    const scenario = await thankful();
    const tip = await paid(scenario, { name: 'Zoe' });
    const other = await paid(scenario);
    const { cookie } = tip;
    const token = tokenIn((await look(scenario, tip, cookie)).text);
    const altered = `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`;
    const bad = ['', other.cookie, altered, '__session=', '__session=a.b', `${cookie}.x`, `session=${token}`];
    const refused = async (given: string) => {
      const page = await look(scenario, tip, given);
      expect(page.status).toBe(200);
      expect(page.text).toContain('has been paid');
      expect([explains(page), mayChange(page), page.text.includes('Zoe'), page.text.includes(note)]).toEqual([
        true,
        false,
        false,
        false,
      ]);
      for (const wanted of ['undo', 'save', 'erase']) {
        const answer = await post(scenario, tip, { token, do: wanted, name: 'Eve' }, { cookie: given });
        expect(answer.status).toBe(403);
        expect(explains(answer)).toBe(true);
      }
    };
    for (const given of bad) await refused(given);
    scenario.deps.clock.advance(24 * 60 * 60_000);
    await refused(cookie);
    expect(tipIn(scenario, tip.tipId)).toMatchObject({ state: 'paid', fan: { name: 'Zoe' } });
  });

  // Holds pay-463.
  it('takes a form only with the page’s own token, from the page itself, and for what it offers', async () => {
    const scenario = await adasScenario();
    const tip = await paid(scenario, { name: 'Zoe' });
    const other = await paid(scenario);
    const { cookie } = tip;
    const token = tokenIn((await look(scenario, tip, cookie)).text);
    const foreign = tokenIn((await look(scenario, other, other.cookie)).text);
    const view = new URLSearchParams(tip.address.split('?')[1]).get('cs') ?? '';
    const forms: readonly (readonly [Record<string, string>, Record<string, string>])[] = [
      [{ token, do: 'undo' }, { origin: 'https://evil.example' }],
      [{ token, do: 'undo' }, { origin: 'null' }],
      [{ do: 'undo' }, {}],
      [{ token: foreign, do: 'undo' }, {}],
      [{ token: view, do: 'undo' }, {}],
      [{ token, do: 'refund' }, {}],
      [{ token, do: 'constructor' }, {}],
      [{ token }, {}],
    ];
    for (const [fields, headers] of forms)
      expect((await post(scenario, tip, fields, { cookie, ...headers })).status).toBe(403);
    const json = await post(
      scenario,
      tip,
      { token, do: 'undo' },
      { cookie, 'content-type': 'application/json' },
    );
    expect(json.status).toBe(415);
    expect(tipIn(scenario, tip.tipId)).toMatchObject({ state: 'paid', fan: { name: 'Zoe' } });
    const page = await look(scenario, tip, cookie);
    // Without it a browser sends `Origin: null` with a form of a page that has no referrer.
    expect(page.text).toContain('<meta name="referrer" content="same-origin"/>');
  });

  // Holds pay-460.
  it('leads an unpaid fan back to the payment page, and is whole after it', async () => {
    const scenario = await adasScenario();
    const tip = await begin(scenario, { name: 'Zoe' });
    const waiting = await look(scenario, tip, tip.cookie);
    const [, pay = ''] = /<p id="pay"><a class="button" href="([^"]+)"/.exec(waiting.text) ?? [];
    expect((await scenario.call('GET', pay)).headers.get('location')).toContain('checkout.test');
    expect(waiting.text).toContain('value="Zoe"');
    scenario.stripe.payHosted(tip.sessionId);
    scenario.deps.clock.advance(2000);
    const after = await look(scenario, tip, tip.cookie);
    expect(after.text).toMatch(/<p id="pay" hidden/);
    expect(after.text).toContain('Undo this tip');
  });

  // Holds pay-460.
  it('offers no undo where the owner allows none', async () => {
    const scenario = await adasScenario({}, { draft: { tips: { ...adaDraft.tips, undo: false } } });
    const tip = await paid(scenario);
    const page = await look(scenario, tip, tip.cookie);
    expect(page.text).toMatch(/<form id="undo"[^>]* hidden/);
    const form = { token: tokenIn(page.text), do: 'undo' };
    const refused = await post(scenario, tip, form, { cookie: tip.cookie });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('This tip can no longer be undone here.');
    expect(tipIn(scenario, tip.tipId).state).toBe('paid');
  });

  // Holds pay-464.
  it('shows the owner’s note on the receipt of a paid tip, by every road, and not on that of another one', async () => {
    const scenario = await thankful();
    const sheet = await open(scenario, await paidTip(scenario));
    await expect.poll(() => sheet.shown('thanks')).toBe(true);
    expect(sheet.text('thanks')).toBe(note);
    await sheet.close();
    const tip = await begin(scenario);
    expect((await look(scenario, tip, tip.cookie)).text).not.toContain(note);
    scenario.stripe.payHosted(tip.sessionId);
    scenario.deps.clock.advance(2000);
    expect((await look(scenario, tip, tip.cookie)).text).toContain(note);
  });

  describe('after "Other ways to pay" in a card', () => {
    /** The page at which the tab of a card begins. */
    async function fromCard(scenario: Scenario) {
      const request = await goodTip(scenario, { surface: 'hosted', name: 'Zoe' });
      const made = await scenario.call('POST', '/v1/tips?via=receipt', request);
      const { pathname, search, hash } = new URL(word(made, 'url'));
      const [sessionId = '', session] = [...scenario.deps.payments.sessions.entries()].at(-1) ?? [];
      const back = new URL(session?.order.returnUrl ?? '');
      back.searchParams.delete('lang');
      const tipId = word(made, 'tipId');
      return {
        go: pathname + search,
        hash,
        tipId,
        sessionId,
        address: back.pathname + back.search,
        url: session?.url,
      };
    }

    // Holds pay-467.
    it('the tab begins at our own page, which gives it the cookie and leads on to Stripe', async () => {
      const scenario = await adasScenario();
      const { go, hash, sessionId, ...tip } = await fromCard(scenario);
      const own = { ...urlencoded, origin: scenario.deps.config.publicOrigin };
      const body = new URLSearchParams({ token: hash.slice(1) }).toString();
      const sent = await scenario.call('POST', go, body, own);
      expect([sent.status, sent.headers.get('location')]).toEqual([303, tip.url]);
      const setCookie = sent.headers.get('set-cookie') ?? '';
      expect(setCookie).toContain(`Path=/t/${tip.tipId};`);
      scenario.stripe.payHosted(sessionId);
      scenario.deps.clock.advance(2000);
      const page = await look(
        scenario,
        { ...tip, sessionId, setCookie, cookie: '' },
        setCookie.split(';')[0],
      );
      expect(page.text).toContain('Undo this tip');
      expect(page.text).toContain('value="Zoe"');
      // Once paid, the same way leads to the receipt.
      expect((await scenario.call('POST', go, body, own)).headers.get('location')).toBe(tip.address);
    });

    // Holds pay-467.
    it('gives nothing for another token or from another page, and the fan pays all the same', async () => {
      const scenario = await adasScenario();
      const { go, hash, url } = await fromCard(scenario);
      const other = await fromCard(scenario);
      const own = scenario.deps.config.publicOrigin;
      for (const [token, origin] of [
        [other.hash.slice(1), own],
        ['made-up', own],
        ['', own],
        [hash.slice(1), 'null'],
        [hash.slice(1), 'https://evil.example'],
      ] as const) {
        const body = new URLSearchParams({ token }).toString();
        const sent = await scenario.call('POST', go, body, { ...urlencoded, origin });
        expect([sent.headers.get('location'), sent.headers.get('set-cookie')]).toEqual([url, null]);
      }
      const foreign = go.replace(/\?.*/, other.go.slice(other.go.indexOf('?')));
      for (const address of [foreign, go.replace(/cs=.*/, 'cs=made-up'), go.replace(/\?.*/, '')])
        expect((await scenario.call('GET', address)).status).toBe(404);
    });

    it.each([
      ['https://busker.test', 'sends the token, and takes it out of the address'],
      ['null', 'follows the link'],
    ])('the page with the origin %s %s', async (origin) => {
      const scenario = await adasScenario();
      const { go, hash } = await fromCard(scenario);
      const window = new Window({ url: `https://busker.test${go}${hash}` });
      const { text } = await scenario.call('GET', go);
      // A module would need CORS in a tab that a sandboxed frame has opened.
      expect(text).toMatch(/<script defer="" src="\/v1\/assets\/receipt-/);
      window.document.write(text.replace(/<script[^]*?<\/script>/g, '').replace(/<link[^>]*>/g, ''));
      const submit = vi.fn<() => void>();
      Object.assign(window.document.querySelector('form') ?? {}, { submit });
      const replace = vi.spyOn(window.location, 'replace').mockReturnValue(undefined);
      Object.defineProperty(window, 'origin', { value: origin });
      receiptScript(window as unknown as globalThis.Window & typeof globalThis);
      const sent = window.document.querySelector('input')?.getAttribute('value') ?? '';
      expect(window.location.hash).toBe('');
      expect([submit.mock.calls.length, sent, replace.mock.calls.flat()]).toEqual(
        origin === 'null'
          ? [0, '', [`https://busker.test${go.replace('/go?', '/pay?')}`]]
          : [1, hash.slice(1), []],
      );
      await window.happyDOM.close();
    });

    // Holds pay-048.
    it('has the address of Stripe’s page for programs that do not ask for more', async () => {
      const scenario = await adasScenario();
      const request = await goodTip(scenario, { surface: 'hosted' });
      const made = await scenario.call('POST', '/v1/tips', request);
      expect(word(made, 'url')).toContain('/c/pay/');
    });
  });

  it('has the same parts with its script, which keeps what the fan is writing', async () => {
    const scenario = await adasScenario();
    const tip = await paid(scenario, { name: 'Zoe' });
    const page = await look(scenario, tip, tip.cookie);
    const receipt = await open(scenario, { tipId: tip.tipId, tipToken: '' }, 'en', page.text);
    receipt.fill('message', 'Half a sent');
    receipt.window.document
      .getElementById('message')
      ?.dispatchEvent(new receipt.window.Event('input', { bubbles: true }));
    await expect.poll(() => receipt.shown('watch')).toBe(true);
    expect(receipt.field('message')).toBe('Half a sent');
    receipt.press('copy-button');
    receipt.press('undo-button');
    await expect.poll(() => receipt.text('heading')).toBe('Refunded');
    expect(tipIn(scenario, tip.tipId).state).toBe('refunded');
    await receipt.close();
  });
});

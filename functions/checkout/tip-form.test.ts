import { describe, expect, it } from 'vitest';
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
    const large = await scenario.call('POST', '/@ada/tip', 'a'.repeat(20_000), own);
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
    expect(order).toMatchObject({ receiptEmail: 'zoe@fans.example', title: 'Tip for @ada' });
    expect(order?.detail).toBe('A thank-you for what @ada makes, sent from blog.example.');
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

import { describe, expect, it } from 'vitest';
import {
  adaDraft,
  adasStage,
  bearerOf,
  emptyStage,
  goodTip,
  storedTips,
  tipSession,
  word,
  type Stage,
} from '../testing/ada';

const own = { origin: 'https://busker.test', 'content-type': 'application/x-www-form-urlencoded' };

/** Loads the form as a browser does and reads its hidden fields. */
async function openForm(stage: Stage, query = '') {
  const page = await stage.call('GET', `/@ada/tip${query}`);
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '';
  return { page, fields: { session: hidden('session'), requestId: hidden('requestId') } };
}

async function send(stage: Stage, change: Record<string, string>, headers: Record<string, string> = own) {
  const { fields } = await openForm(stage);
  const body = new URLSearchParams({ ...fields, choice: '500', ...change }).toString();
  return stage.call('POST', '/@ada/tip', body, headers);
}

describe('the tip form without JavaScript', () => {
  it('has the presets and every optional field', async () => {
    const { page } = await openForm(await adasStage());
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
    expect(page.text).not.toMatch(/<script(?! defer src="\/v1\/assets\/offline-[0-9a-f]{16}\.js"><)/);
  });

  it("redirects to Stripe's page with one tip, however often it is sent", async () => {
    const stage = await adasStage();
    const { fields } = await openForm(stage);
    const body = new URLSearchParams({ ...fields, choice: '500', cover: 'on', name: 'Zoe' }).toString();
    const sent = await stage.call('POST', '/@ada/tip', body, own);
    expect({ status: sent.status, location: sent.headers.get('location') }).toEqual({
      status: 303,
      location: expect.stringContaining('checkout.test'),
    });
    const again = await stage.call('POST', '/@ada/tip', body, own);
    expect(again.headers.get('location')).toBe(sent.headers.get('location'));
    expect(storedTips(stage)).toHaveLength(1);
    const [session] = stage.deps.payments.sessions.values();
    expect(session?.order).toMatchObject({ amount: 546, currency: 'usd', account: 'acct_ada' });
  });

  it("reads a typed amount in the owner's language", async () => {
    const stage = await adasStage({}, { draft: { language: 'de' } });
    await send(stage, { choice: 'other', other: '7,50' });
    expect([...stage.deps.payments.sessions.values()][0]?.order.amount).toBe(750);
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
    const stage = await adasStage();
    const answer = await send(stage, { name: 'Zoe <3', ...change });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(why);
    expect(answer.text).toContain('Zoe &lt;3');
    expect(storedTips(stage)).toEqual([]);
  });

  it('is refused from any other page, without its own token, and in another content type', async () => {
    const stage = await adasStage();
    const foreign = await send(stage, {}, { ...own, origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await send(stage, { session: 'made-up' })).status).toBe(403);
    const json = await stage.call('POST', '/@ada/tip', '{}', { ...own, 'content-type': 'application/json' });
    expect(json.status).toBe(415);
    const large = await stage.call('POST', '/@ada/tip', 'a'.repeat(20_000), own);
    expect(large.status).toBe(413);
    expect(storedTips(stage)).toEqual([]);
  });

  it.each(['', 'x', '0'.repeat(65), 'a b c d e f', '__proto__'])(
    'refuses the shared request id %j, and offers a form with its own',
    async (requestId) => {
      const stage = await adasStage();
      const refused = await send(stage, { requestId, name: 'Zoe' });
      expect({ status: refused.status, storedTips: storedTips(stage) }).toEqual({
        status: 403,
        storedTips: [],
      });
      expect(refused.text).toMatch(/name="requestId" value="id\d{6}"/);
      expect(refused.text).toContain('Zoe');
    },
  );

  it('refuses a token that was issued to another page', async () => {
    const stage = await adasStage();
    expect((await send(stage, { session: await tipSession(stage) })).status).toBe(403);
  });

  // Holds pay-026.
  it('says that the profile takes no tips', async () => {
    const off = await adasStage({}, { draft: { tips: { ...adaDraft.tips, on: false } } });
    const answer = await off.call('GET', '/@ada/tip');
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('Ada Lovelace is not accepting tips');
    expect((await emptyStage().call('GET', '/@ada/tip')).status).toBe(404);
  });
});

describe('a hosted tip through the API', () => {
  // Holds pay-048.
  it('returns the URL to pay at, and the same one when repeated, until it is paid', async () => {
    const stage = await adasStage();
    const request = await goodTip(stage, { surface: 'hosted', receiptEmail: 'zoe@fans.example' });
    const first = await stage.call('POST', '/v1/tips', request);
    expect({ status: first.status, url: first.json['url'] }).toEqual({
      status: 201,
      url: expect.stringContaining('/c/pay/'),
    });
    expect((await stage.call('POST', '/v1/tips', request)).json).toEqual(first.json);
    const [sessionId = ''] = stage.deps.payments.sessions.keys();
    const order = stage.deps.payments.sessions.get(sessionId)?.order;
    expect(order).toMatchObject({ receiptEmail: 'zoe@fans.example', title: 'Tip for @ada' });
    expect(order?.detail).toBe('A thank-you for what @ada makes, sent from blog.example.');
    expect(order?.returnUrl).toMatch(/^https:\/\/busker\.test\/t\/[a-z2-7]{25}\?cs=/);
    expect(JSON.stringify(stage.deps.store.dump())).not.toContain('zoe@');
    stage.stripe.payHosted(sessionId);
    stage.deps.clock.advance(2000);
    const headers = bearerOf(word(first, 'tipToken'));
    const status = await stage.call('GET', `/v1/tips/${word(first, 'tipId')}`, undefined, headers);
    expect(status.json['status']).toBe('paid');
    expect((await stage.call('POST', '/v1/tips', request)).json['code']).toBe('tip-not-changeable');
  });
});

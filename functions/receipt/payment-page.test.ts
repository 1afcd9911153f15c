import { describe, expect, it } from 'vitest';
import { adasStage, adaUid, bearerOf, goodTip, word, type Stage } from '../testing/ada';
import { signTipView } from '../tips/tip-tokens';

/** A tip whose fan opened Stripe's page; `back` is the URL to which that page returns. */
async function leftUnpaid(stage: Stage) {
  const made = await stage.call('POST', '/v1/tips', await goodTip(stage, { surface: 'hosted' }));
  const [sessionId = '', session] = [...stage.deps.payments.sessions.entries()].at(-1) ?? [];
  const back = new URL(session?.order.returnUrl ?? '');
  const address = back.pathname + back.search;
  const look = () => stage.call('GET', address);
  return { made, sessionId, address, look, pay: `${back.pathname}/pay${back.search}`, url: session?.url };
}
const offers = ({ text }: { readonly text: string }) => text.includes('Back to the payment page');
const leadsTo = ({ status, headers }: { readonly status: number; readonly headers: Headers }) =>
  [status, headers.get('location')] as const;

const looksAgain = ({ text }: { readonly text: string }) => text.includes('http-equiv="refresh"');

describe('the page after a return from Stripe', () => {
  it('thanks a fan who paid, even right after a poll that read unpaid', async () => {
    const stage = await adasStage();
    const { sessionId, look, made } = await leftUnpaid(stage);
    const token = bearerOf(word(made, 'tipToken'));
    await stage.call('GET', `/v1/tips/${word(made, 'tipId')}`, undefined, token);
    stage.deps.clock.advance(500);
    stage.stripe.payHosted(sessionId);
    const page = await look();
    expect(page.text).toContain('has been paid');
    expect(page.text).not.toContain('Nothing was charged');
  });

  it('keeps the focus while it waits for the fan', async () => {
    const stage = await adasStage();
    const page = await (await leftUnpaid(stage)).look();
    expect({ offers: offers(page), looksAgain: looksAgain(page) }).toEqual({
      offers: true,
      looksAgain: false,
    });
  });

  it('asks Stripe for a few returns in ten minutes; a further one shows the stored state and reloads', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    const { sessionId, look } = await leftUnpaid(stage);
    // The first request always reaches Stripe.
    for (let count = 0; count < 21; count += 1) {
      expect(looksAgain(await look())).toBe(false);
      stage.deps.clock.advance(1);
    }
    stage.stripe.payHosted(sessionId);
    const page = await look();
    expect({ offers: offers(page), looksAgain: looksAgain(page) }).toEqual({
      offers: true,
      looksAgain: true,
    });
    stage.deps.clock.advance(2000);
    expect((await look()).text).toContain('has been paid');
  });
});

describe("the link back to Stripe's page", () => {
  // Holds web-021.
  it('is shown for an unpaid tip, and leads to the same page', async () => {
    const stage = await adasStage();
    const { look, pay, url } = await leftUnpaid(stage);
    const page = await look();
    expect(page.text).toContain('Not paid yet');
    expect(page.text).toContain(`href="${pay}"`);
    const answer = await stage.call('GET', pay);
    expect(leadsTo(answer)).toEqual([303, url]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  it('belongs to this tip, also when another one is open', async () => {
    const stage = await adasStage();
    const mine = await leftUnpaid(stage);
    const other = await leftUnpaid(stage);
    expect(other.url).not.toBe(mine.url);
    expect(leadsTo(await stage.call('GET', mine.pay))).toEqual([303, mine.url]);
    const foreign = mine.pay.replace(/\?.*/, other.pay.slice(other.pay.indexOf('?')));
    for (const address of [foreign, mine.pay.replace(/cs=.*/, 'cs=made-up'), mine.pay.replace(/\?.*/, '')])
      expect((await stage.call('GET', address)).status).toBe(404);
  });

  // Holds web-021.
  it.each([
    ['paid', (stage: Stage, id: string) => void stage.stripe.payHosted(id), 'has been paid'],
    [
      'out of time',
      async (stage: Stage, id: string) => void (await stage.deps.payments.expireCheckout('acct_ada', id)),
      'not paid in time',
    ],
  ])("is gone once the page was %s: the tip's page shows how it ended", async (_, end, says) => {
    const stage = await adasStage();
    const { sessionId, address, look, pay } = await leftUnpaid(stage);
    expect(offers(await look())).toBe(true);
    await end(stage, sessionId);
    // At once, before the event arrives.
    expect(leadsTo(await stage.call('GET', pay))).toEqual([303, address]);
    const page = await look();
    expect(page.text).toContain(says);
    expect(offers(page)).toBe(false);
    expect(leadsTo(await stage.call('GET', pay))).toEqual([303, address]);
  });

  it("is missing for a tip that is paid in the fan's page", async () => {
    const stage = await adasStage();
    const made = await stage.call('POST', '/v1/tips', await goodTip(stage));
    const tipId = word(made, 'tipId');
    const view = signTipView(stage.deps.config.secrets, { uid: adaUid, tipId });
    const address = `/t/${tipId}?cs=${view}`;
    expect(offers(await stage.call('GET', address))).toBe(false);
    expect(leadsTo(await stage.call('GET', `/t/${tipId}/pay?cs=${view}`))).toEqual([303, address]);
  });

  it('leads nowhere once the account is disconnected', async () => {
    const stage = await adasStage();
    const { pay, address } = await leftUnpaid(stage);
    stage.deps.payments.sessions.clear();
    expect(leadsTo(await stage.call('GET', pay))).toEqual([303, address]);
  });

  it('shows an error without a payment state while Stripe does not answer', async () => {
    const stage = await adasStage();
    const { pay, url } = await leftUnpaid(stage);
    stage.deps.payments.failNext('readCheckout', { kind: 'unavailable', error: new Error('away') });
    const answer = await stage.call('GET', pay);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('Something went wrong');
    expect(answer.text).not.toContain('charged');
    expect(leadsTo(await stage.call('GET', pay))).toEqual([303, url]);
  });

  it('asks Stripe only a few times in ten minutes', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    const { pay } = await leftUnpaid(stage);
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await stage.call('GET', pay)).status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
    stage.deps.clock.advance(10 * 60_000);
    expect((await stage.call('GET', pay)).status).toBe(303);
  });
});

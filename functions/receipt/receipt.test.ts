import { describe, expect, it, vi } from 'vitest';
import { paths } from '../../core/documents/documents';
import { wayName } from '../../core/ways/ways';
import { styleAsset } from '../pages/page-assets';
import { receiptAsset } from './receipt-page';
import { adasStage, adaUid, bearerOf, goodTip, paidTip, sendTip, word } from '../testing/ada';
import { openReceipt as open } from '../testing/fake-receipt-window';
import { tipIn } from '../testing/stored-state';

describe('GET /t/{tipId}', () => {
  it('is the same empty page for every tip, not cached, and sends its URL to no other site', async () => {
    const stage = await adasStage();
    const tip = await paidTip(stage, { name: 'Zoe' });
    const answer = await stage.call('GET', `/t/${tip.tipId}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.text).not.toMatch(/Zoe|Ada|5\.00/);
    expect(answer.text).toContain(receiptAsset.path);
    expect((await stage.call('GET', `/t/${'a'.repeat(25)}`)).text).toBe(answer.text);
    expect((await stage.call('GET', '/t/short')).status).toBe(404);
  });

  it('serves its assets under their hashes', async () => {
    const stage = await adasStage();
    for (const { path, type } of [receiptAsset, styleAsset]) {
      const answer = await stage.call('GET', path);
      expect({ status: answer.status, contentType: answer.headers.get('content-type') }).toEqual({
        status: 200,
        contentType: type,
      });
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
  });

  // Holds pay-046.
  it("shows the state of a hosted tip after Stripe's page, and gives no other access", async () => {
    const stage = await adasStage();
    const made = await stage.call('POST', '/v1/tips', await goodTip(stage, { surface: 'hosted' }));
    const [sessionId = ''] = stage.deps.payments.sessions.keys();
    const back = new URL(stage.deps.payments.sessions.get(sessionId)?.order.returnUrl ?? '');
    const waiting = await stage.call('GET', back.pathname + back.search);
    expect(waiting.text).toContain('Nothing was charged');
    stage.stripe.payHosted(sessionId);
    stage.deps.clock.advance(2000);
    const paid = await stage.call('GET', back.pathname + back.search);
    expect(paid.text).toContain('Your tip for Ada Lovelace has been paid.');
    expect(paid.text).toContain('Ask Ada Lovelace.');
    expect(paid.text).toContain('href="/report?u=ada&amp;lang=en"');
    expect(paid.text).not.toContain('http-equiv');
    expect(paid.text).not.toContain(word(made, 'tipToken'));
    const view = back.searchParams.get('cs') ?? '';
    const undo = await stage.call('POST', `/v1/tips/${word(made, 'tipId')}/undo`, undefined, bearerOf(view));
    expect(undo.status).toBe(404);
    expect((await stage.call('GET', `${back.pathname}?cs=made-up`)).status).toBe(404);
  });
});

describe('the receipt in the browser', () => {
  // Holds pay-216.
  it('tells what the card statement shows, in the words of the reader', async () => {
    const stage = await adasStage();
    const receipt = await open(stage, await paidTip(stage, { name: 'Zoe' }));
    await expect.poll(() => receipt.text('rows')).toContain('On your statementADA LOVELACE* TIP');
    await receipt.close();
  });

  // Holds pay-234.
  it.each([
    ['cashapp', null, 'CashApp*…'],
    ['swish', null, 'Stripe'],
    ['swish', 'ADA LOVELACE', 'ADA LOVELACE'],
    ['ideal', null, ''],
  ])('tells what the statement shows after %s, with Stripe’s own text first: %s', async (type, own, text) => {
    const stage = await adasStage();
    const tip = await paidTip(stage);
    const path = paths.tip(adaUid, tip.tipId);
    const stored = stage.deps.store.dump()[path] as { readonly stripe: { readonly statement: string } };
    const { statement: _card, ...stripe } = stored.stripe;
    const kept = own === null ? {} : { statement: own };
    const paid = { ...stripe, ...kept, brand: null, last4: null, paymentMethodType: type };
    stage.deps.store.put(path, { ...stored, stripe: paid });
    const receipt = await open(stage, tip);
    await expect.poll(() => receipt.text('rows')).toContain(`Paid with${wayName(type)}`);
    const [, shown = ''] = /On your statement(.*?)Paid on/.exec(receipt.text('rows') ?? '') ?? [];
    expect(shown).toBe(text);
    await receipt.close();
  });

  it('removes the token from the URL at once and shows the tip', async () => {
    const stage = await adasStage();
    const receipt = await open(stage, await paidTip(stage, { name: 'Zoe', coverCosts: true, total: 546 }));
    expect(receipt.window.location.href).not.toContain('#');
    await expect.poll(() => receipt.text('heading')).toBe('Thank you');
    expect(receipt.text('rows')).toMatch(/Tip\$5\.00Card costs covered\$0\.46Total\$5\.46/);
    expect(receipt.window.sessionStorage.length + receipt.window.localStorage.length).toBe(0);
    await receipt.close();
  });

  it('names the owner and links to the profile while it exists', async () => {
    const stage = await adasStage();
    const receipt = await open(stage, await paidTip(stage));
    await expect.poll(() => receipt.shown('way-back')).toBe(true);
    expect(receipt.text('ask')).toBe('Questions about this tip? Ask Ada Lovelace.');
    expect(receipt.window.document.getElementById('profile')?.getAttribute('href')).toBe(
      'https://busker.test/@ada',
    );
    const report = receipt.window.document.querySelector('footer a[href^="/report"]');
    expect(report?.getAttribute('href')).toBe('/report?lang=en&u=ada');
    await receipt.close();
  });

  // Holds pay-229, pay-230.
  it('names the wallet of the card, and by when a slow refund arrives', async () => {
    const stage = await adasStage();
    const tip = await paidTip(stage);
    const payment = stage.deps.payments.payments.get(tip.paymentIntentId);
    const charge = payment?.charge;
    if (payment === undefined || charge == null) throw new Error('The tip is paid.');
    const method = { brand: null, last4: null, country: null };
    payment.charge = { ...charge, method: { ...method, type: 'card', wallet: 'apple_pay' } };
    stage.deps.refunds.next = 'pending';
    await stage.call('POST', `/v1/tips/${tip.tipId}/undo`, undefined, bearerOf(tip.tipToken));
    const byCard = await open(stage, tip);
    await expect.poll(() => byCard.text('rows')).toContain('Paid withApple Pay');
    expect(byCard.text('rows')).toContain('Being refunded$5.00Card');
    await byCard.close();
    stage.deps.clock.advance(60_000);
    payment.charge = { ...charge, method: { ...method, type: 'ideal' } };
    const byBank = await open(stage, tip);
    await expect.poll(() => byBank.text('rows')).toContain('Paid withiDEAL');
    expect(byBank.text('rows')).toContain('Being refunded$5.00 · within 7 days');
    await byBank.close();
  });

  it('undoes the tip, also with a clock that is an hour fast', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 20, 13));
    const stage = await adasStage();
    const tip = await paidTip(stage);
    const receipt = await open(stage, tip);
    await expect.poll(() => receipt.shown('undo')).toBe(true);
    expect(receipt.text('undo-left')).toBe('Time left: 10:00.');
    receipt.press('undo-button');
    await expect.poll(() => receipt.text('heading')).toBe('Refunded');
    expect(receipt.shown('undo')).toBe(false);
    expect(tipIn(stage, tip.tipId).state).toBe('refunded');
    await receipt.close();
    vi.restoreAllMocks();
  });

  it('edits and erases name and message', async () => {
    const stage = await adasStage();
    const tip = await paidTip(stage, { name: 'Zoe', message: 'Hello' });
    const receipt = await open(stage, tip);
    await expect.poll(() => receipt.shown('words')).toBe(true);
    receipt.fill('message', 'Hello again');
    receipt.window.document
      .getElementById('words')
      ?.dispatchEvent(new receipt.window.Event('submit', { cancelable: true }));
    await expect.poll(() => receipt.text('done')).toBe('Saved.');
    expect(tipIn(stage, tip.tipId).fan).toMatchObject({ name: 'Zoe', message: 'Hello again' });
    receipt.press('erase-button');
    await expect.poll(() => receipt.text('done')).toContain('erased');
    expect(tipIn(stage, tip.tipId).fan).toMatchObject({ name: null, message: null });
    await receipt.close();
  });

  it('shows errors', async () => {
    const stage = await adasStage();
    const { tipId } = await sendTip(stage);
    const receipt = await open(stage, { tipId, tipToken: 'made-up' });
    await expect.poll(() => receipt.text('problem')).toBe('This tip could not be found.');
    await receipt.close();
  });
});

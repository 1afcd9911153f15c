import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { manageTexts } from '@busker/core/messages/core-texts';
import { runSweeps } from '../jobs/run-sweep';
import { sendEvent } from '../testing/ada';
import {
  monthlyFan,
  monthlyId,
  monthlyIn,
  monthlyReference,
  type MonthlyFan,
} from '../testing/monthly-scenario';
import { openReceipt } from '../testing/fake-receipt-window';
import { signTipToken, signTipView } from '../tips/tip-access';

const day = 24 * 60 * 60_000;
const away = { kind: 'unavailable', error: new Error('away') } as const;

let fan: MonthlyFan;
let page: Awaited<ReturnType<typeof openReceipt>>;
beforeEach(async () => {
  fan = await monthlyFan();
});
// The tests of the texts open no page.
afterEach(() => (page as typeof page | undefined)?.close());

async function open(language = 'en') {
  const tipToken = signTipToken(fan.scenario.deps.config.secrets, monthlyReference);
  page = await openReceipt(fan.scenario, { tipId: monthlyId, tipToken }, language);
  await expect.poll(() => page.shown('monthly')).toBe(true);
}
async function says(text: string) {
  await expect.poll(() => page.text('monthly-sentence')).toContain(text);
}

describe('the page of a monthly tip', () => {
  // Holds pay-284.
  it('shows what is given to whom, the next charge, the card and every payment', async () => {
    fan.scenario.deps.clock.advance(31 * day);
    fan.scenario.billing.renew(fan.subscription);
    await sendEvent(fan.scenario, 'invoice.paid', { reference: monthlyReference });
    await open();
    expect(page.text('monthly-heading')).toBe('$5.37 to Ada Lovelace every month');
    expect(page.text('monthly-sentence')).toMatch(/^Next charge: .* \(UTC\)\.$/);
    const rows = page.text('monthly-rows');
    expect(rows).toContain('CardVisa ending in 4242');
    expect(rows?.match(/\$5\.37 · Thank you/g)).toHaveLength(2);
    expect(page.text('monthly-lastly')).toContain('stop any time on this page');
  });

  // Holds pay-285.
  it('stops with two presses, by keyboard too, and can be kept after all', async () => {
    await open();
    page.press('stop');
    expect([page.shown('stop-sure'), page.focused()]).toEqual([true, 'stop-yes']);
    page.press('stop-yes');
    await says('Stopped. Nothing more will be charged.');
    await expect.poll(() => page.focused()).toBe('monthly-heading');
    expect([page.shown('stop-part'), page.shown('keep')]).toEqual([false, true]);
    expect(monthlyIn(fan.scenario).state).toBe('ending');
    page.press('keep');
    await says('Next charge');
    expect(monthlyIn(fan.scenario).state).toBe('active');
  });

  it('goes on when the second press is no', async () => {
    await open();
    page.press('stop');
    page.press('stop-no');
    expect([page.shown('stop-sure'), page.focused()]).toEqual([false, 'stop']);
    expect(monthlyIn(fan.scenario).state).toBe('active');
  });

  // Holds pay-286.
  it('withdraws with two presses, and says when it ended and that the money goes back', async () => {
    await open();
    page.press('withdraw');
    expect(page.text('withdraw-text')).toBe('$5.37 goes back to you, and nothing more will be charged.');
    page.press('withdraw-yes');
    await says('You have withdrawn. $5.37 goes back to you');
    expect(page.text('monthly-rows')).toMatch(/Ended on.* UTC/);
    expect(page.text('monthly-rows')).toContain('Refunded');
    expect([page.shown('stop-part'), page.shown('withdraw-part')]).toEqual([false, false]);
  });

  // Holds pay-286.
  it('prints the page after a withdrawal, with its date and time on it', async () => {
    await open();
    page.press('withdraw');
    page.press('withdraw-yes');
    await says('You have withdrawn.');
    const printed: string[] = [];
    const print = () => {
      const seen = page.shown('monthly') && page.shown('monthly-rows');
      printed.push(seen ? (page.text('monthly-rows') ?? '') : '');
    };
    Object.assign(page.window, { print });
    expect(page.shown('print')).toBe(true);
    page.press('print');
    expect(printed).toHaveLength(1);
    expect(printed[0]).toMatch(/Ended on[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d\d\s[AP]M UTC/);
  });

  // Holds pay-390.
  it('offers a withdrawal after the end, and says that the money goes back', async () => {
    await fan.stop('now');
    await open();
    await says('Ended on');
    expect([page.shown('stop-part'), page.shown('withdraw-part')]).toEqual([false, true]);
    page.press('withdraw');
    page.press('withdraw-yes');
    await says('You have withdrawn. $5.37 goes back to you');
    expect(page.shown('withdraw-part')).toBe(false);
  });

  it('offers no withdrawal after fifteen days', async () => {
    fan.scenario.deps.clock.advance(16 * day);
    await open();
    expect([page.shown('stop-part'), page.shown('withdraw-part')]).toEqual([true, false]);
  });

  // Holds pay-279.
  it('says that a stop is noted while Stripe does not answer, and nothing else can be pressed', async () => {
    await open();
    fan.scenario.deps.subscriptions.failNext('stopAtPeriodEnd', away);
    page.press('stop');
    page.press('stop-yes');
    await expect.poll(() => page.text('problem')).toContain('Your wish is noted');
    await says('Your wish is noted.');
    expect(page.shown('stop-part')).toBe(false);
  });

  // Holds pay-416.
  it.each([
    ['stop', 'cannot stop it or pay anything back'],
    ['withdraw', 'cannot stop it or pay anything back'],
  ] as const)(
    'says that a %s is noted, and when it can be made, once the account is disconnected',
    async (what, said) => {
      await open();
      fan.scenario.deps.subscriptions.outage = { kind: 'gone' };
      page.press(what);
      page.press(`${what}-yes`);
      await expect.poll(() => page.text('problem')).toContain('only if the account is connected again');
      fan.scenario.deps.clock.advance(61 * 60_000);
      await runSweeps(fan.scenario.deps, ['follow-monthlies']);
      await page.close();
      await open();
      await says(said);
      await says('Your wish is noted. We can carry it out only if the account is connected again');
    },
  );

  // Holds pay-416.
  it('says of a withdrawal after the end that the money waits for the account', async () => {
    await fan.stop('now');
    fan.scenario.deps.subscriptions.outage = { kind: 'gone' };
    expect((await fan.call('POST', '/withdraw')).json).toMatchObject({
      code: 'monthly-elsewhere',
      detail: expect.stringContaining('A stop or a withdrawal is noted here') as string,
    });
    fan.scenario.deps.clock.advance(61 * 60_000);
    await runSweeps(fan.scenario.deps, ['follow-monthlies']);
    await open();
    await says('The money can go back only once Ada Lovelace connects the Stripe account again');
  });

  // Holds pay-417.
  it('says before the button that leads to Stripe that the amount there can be another one', async () => {
    await open();
    expect(page.shown('confirm-note')).toBe(false);
    await page.close();
    fan.scenario.billing.renew(fan.subscription, 'declined');
    await sendEvent(fan.scenario, 'invoice.payment_failed', { reference: monthlyReference });
    await open();
    expect(page.text('confirm-note')).toContain('Then another amount is charged than the one on this page.');
    expect([page.shown('confirm-note'), page.text('confirm')]).toEqual([true, 'Pay at Stripe']);
  });

  // Holds pay-417.
  it('shows what was paid in another currency beside the amount', async () => {
    const intent = fan.scenario.billing.renew(fan.subscription);
    const payment = fan.scenario.deps.payments.payments.get(intent);
    if (payment === undefined) throw new Error('There is no payment');
    payment.intent = { ...payment.intent, presented: { amount: 505, currency: 'eur' } };
    await sendEvent(fan.scenario, 'invoice.paid', { reference: monthlyReference });
    expect((await fan.view()).payments[0]).toMatchObject({ presented: { amount: 505, currency: 'eur' } });
    await open();
    expect(page.text('monthly-rows')).toContain('€5.05 ($5.37) · Thank you');
  });

  it('does not promise to keep it while Stripe does not answer', async () => {
    await fan.stop();
    await open();
    fan.scenario.deps.subscriptions.failNext('stopAtPeriodEnd', away);
    page.press('keep');
    await expect.poll(() => page.text('problem')).toBe('Something went wrong. Please try again.');
    expect(page.shown('keep')).toBe(true);
  });

  // Holds pay-282.
  it('leads to Stripe where the bank asks', async () => {
    fan.scenario.billing.renew(fan.subscription, 'asks');
    await sendEvent(fan.scenario, 'invoice.payment_failed', { reference: monthlyReference });
    await open();
    expect(page.text('monthly-sentence')).toContain('Your bank wants you to confirm');
    const assign = vi.spyOn(page.window.location, 'assign').mockReturnValue(undefined);
    page.press('confirm');
    await expect.poll(() => assign.mock.calls[0]?.[0]).toContain('https://invoice.test/');
  });

  // Holds pay-294, pay-366.
  it('changes the amount from the next charge on, and keeps what the fan has read', async () => {
    await open();
    page.press('change');
    expect([page.shown('change-sure'), page.focused()]).toEqual([true, 'change-amount']);
    expect(page.text('change-label')).toBe('New amount (USD)');
    expect(page.text('change-text')).toMatch(/^Charged from .* on\. Nothing is charged today/);
    const read = `${page.text('change-label')}: $8.50. ${page.text('change-text')}`;
    const field = page.window.document.getElementById('change-amount') as unknown as HTMLInputElement;
    expect([field.value, field.min, field.max, field.step]).toEqual(['5.37', '1.00', '500.00', '0.01']);
    page.fill('change-amount', '8.5');
    page.window.document
      .getElementById('change-sure')
      ?.dispatchEvent(new page.window.Event('submit', { cancelable: true }));
    await expect.poll(() => page.text('monthly-heading')).toBe('$8.50 to Ada Lovelace every month');
    expect(monthlyIn(fan.scenario)).toMatchObject({ amount: 850, tipAmount: 850, coverAmount: 0 });
    expect(monthlyIn(fan.scenario).amountConsents).toMatchObject([
      { amount: 850, words: read, language: 'en' },
    ]);
  });

  // Holds pay-401.
  it('says to load it again when its words are not those of today, and keeps the amount', async () => {
    await open();
    // As the script of a page from before the words had a version.
    const fetch = (path: string, { body, ...init }: RequestInit) => {
      const without = typeof body === 'string' ? body.replace(/,"wordsVersion":\d+/, '') : null;
      return fan.scenario.app.request(path, { ...init, body: without });
    };
    Object.assign(page.window, { fetch });
    page.press('change');
    page.fill('change-amount', '8.5');
    const submit = new page.window.Event('submit', { cancelable: true });
    page.window.document.getElementById('change-sure')?.dispatchEvent(submit);
    await expect.poll(() => page.text('problem')).toContain('Load this page again');
    expect(page.text('monthly-heading')).toBe('$5.37 to Ada Lovelace every month');
    expect(monthlyIn(fan.scenario).amount).toBe(537);
  });

  // Holds pay-290.
  it('leads to Stripe for another card', async () => {
    await open();
    const assign = vi.spyOn(page.window.location, 'assign').mockReturnValue(undefined);
    page.press('card');
    await expect.poll(() => assign.mock.calls[0]?.[0]).toMatch(/portal\.test\/.*\/card$/);
  });

  // Holds pay-291.
  it('leads to Stripe’s own page once the owner has left, and offers nothing that cannot be done', async () => {
    const { deps } = fan.scenario;
    await fan.call('POST', '/portal', { flow: 'card' });
    deps.subscriptions.outage = { kind: 'gone' };
    deps.clock.advance(8 * day);
    await runSweeps(deps, ['follow-monthlies']);
    await open();
    expect(page.text('monthly-sentence')).toContain('has disconnected the Stripe account');
    expect(page.window.document.getElementById('login')?.getAttribute('href')).toContain('portal.test/login');
    const parts = ['stop-part', 'withdraw-part', 'change-part', 'card', 'keep', 'confirm'];
    expect(parts.filter((id) => page.shown(id))).toEqual([]);
  });

  // Holds pay-287.
  it('has the words that German law asks for', async () => {
    await open('de');
    const button = (id: string) => page.text(id)?.trim();
    expect(button('stop')).toBe('Vertrag hier kündigen');
    expect(button('stop-yes')).toBe('Jetzt kündigen');
    expect(button('withdraw')).toBe('Vertrag widerrufen');
    expect(button('withdraw-yes')).toBe('Widerruf bestätigen');
  });
});

// Holds pay-297.
it('the page that Stripe leads back to gives the key for an hour, and later only the way without it', async () => {
  await open();
  const { deps } = fan.scenario;
  const back = () =>
    fan.scenario.call('GET', `/t/${monthlyId}?cs=${signTipView(deps.config.secrets, monthlyReference)}`);
  const key = signTipToken(deps.config.secrets, monthlyReference);
  const first = await back();
  expect(first.text).toContain(`href="/t/${monthlyId}#${key}"`);
  expect(first.text).toContain('href="/@ada/monthly?lang=en"');
  deps.clock.advance(61 * 60_000);
  const later = await back();
  expect(later.text).not.toContain(key);
  expect(later.text).toContain('href="/@ada/monthly?lang=en"');
});

it('a receipt of one tip has no such part', async () => {
  const { sendTip } = await import('../testing/ada');
  page = await openReceipt(fan.scenario, await sendTip(fan.scenario));
  await expect.poll(() => page.text('heading')).toBe('Not paid yet');
  expect(page.shown('monthly')).toBe(false);
});

it.each(shippedLanguages)('every text is there in %s', (language) => {
  for (const text of Object.values(manageTexts(language))) {
    const written =
      typeof text === 'function' ? text({ amount: 'A', owner: 'B', day: 'C', currency: 'D' }) : text;
    expect(written.trim()).not.toBe('');
    expect(written).not.toContain('undefined');
  }
});

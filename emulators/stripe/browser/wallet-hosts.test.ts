import { expect, it } from 'vitest';
import { CARD_PAGE, cardPages } from '../testing/card-pages';
import { ADA } from '../testing/open-sandbox';
import { mountCard } from '../testing/pay-page';

const cards = cardPages();
const on = { stripeAccount: ADA };

/** The wallets that the row of buttons is ready with, on a page of this host; null = none. */
async function walletsAt(host: string, types = ['card', 'link']): Promise<readonly string[] | null> {
  await cards.open(CARD_PAGE, { host });
  await mountCard(cards.page, { types });
  return cards.page.evaluate(
    () =>
      new Promise((resolve) => {
        const place = document.body.appendChild(document.createElement('div'));
        const element = window.elements.create('expressCheckout');
        element.on('ready', ({ availablePaymentMethods: found }) =>
          resolve(
            found
              ? Object.entries(found)
                  .filter(([, isThere]) => isThere)
                  .map(([name]) => name)
              : null,
          ),
        );
        element.mount(place);
      }),
  );
}

// Holds pay-343.
it('shows wallets on the hosts that are registered for the account, and on this machine', async () => {
  const all = ['applePay', 'googlePay', 'link', 'amazonPay'];
  await cards.sandbox.control('accounts/wallets', { account: ADA, wallets: all });
  await cards.sandbox.control('accounts/way', { account: ADA, type: 'amazon_pay', status: 'active' });
  const shown = (host: string) => walletsAt(host, ['card', 'link', 'amazon_pay']);
  expect(await shown('127.0.0.1')).toEqual(all);
  expect(await shown('localhost')).toEqual(all);
  expect(await shown('shop.localhost')).toBeNull();

  const domains = cards.sandbox.stripe.paymentMethodDomains;
  await domains.create({ domain_name: 'shop.localhost' });
  expect(await shown('shop.localhost')).toBeNull();
  const { id } = await domains.create({ domain_name: 'shop.localhost' }, on);
  expect(await shown('shop.localhost')).toEqual(all);
  expect(await shown('www.shop.localhost')).toBeNull();
  await domains.update(id, { enabled: false }, on);
  expect(await shown('shop.localhost')).toBeNull();
});

// Holds pay-343.
it('shows no wallet that the account has switched off, and none where no card is offered', async () => {
  await cards.sandbox.control('accounts/wallets', { account: ADA, wallets: ['applePay', 'googlePay'] });
  await cards.sandbox.control('accounts/way', { account: ADA, type: 'amazon_pay', status: 'active' });
  const prefer = (preference: string) =>
    cards.sandbox.control('accounts/preference', { account: ADA, type: 'apple_pay', preference });
  await prefer('off');
  expect(await walletsAt('localhost')).toEqual(['googlePay']);
  await prefer('none');
  expect(await walletsAt('localhost', ['amazon_pay'])).toBeNull();
});

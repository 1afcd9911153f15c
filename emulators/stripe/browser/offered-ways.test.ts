import { expect, it } from 'vitest';
import { CARD_PAGE, cardPages } from '../testing/card-pages';
import { ADA } from '../testing/open-sandbox';
import { elementEvents, mountCard } from '../testing/pay-page';

const cards = cardPages();
const prefer = (type: string, preference: string) =>
  cards.sandbox.control('accounts/preference', { account: ADA, type, preference });

// Holds pay-342.
it('reports Stripe’s refusal as a load error when nothing is left of the list', async () => {
  await prefer('card', 'off');
  await cards.open(CARD_PAGE);
  await mountCard(cards.page);
  await expect
    .poll(async () => (await elementEvents(cards.page)).find(([type]) => type === 'loaderror'))
    .toEqual([
      'loaderror',
      {
        elementType: 'payment',
        error: {
          type: 'invalid_request_error',
          message: expect.stringContaining('No valid payment method types'),
        },
      },
    ]);
  expect((await elementEvents(cards.page)).map(([type]) => type)).not.toContain('ready');
  await prefer('card', 'none');
});

// Holds pay-342.
it('offers what is left of the list by name, without the fields of a card', async () => {
  await cards.sandbox.control('accounts/way', { account: ADA, type: 'amazon_pay', status: 'active' });
  await prefer('card', 'off');
  await cards.open(CARD_PAGE);
  const frame = await mountCard(cards.page, { types: ['card', 'link', 'amazon_pay'] });
  await frame.getByRole('radio', { name: 'Amazon Pay' }).waitFor();
  expect(await frame.getByRole('radio').count()).toBe(1);
  expect(await frame.getByLabel('Card number').isVisible()).toBe(false);
  await prefer('card', 'none');
});

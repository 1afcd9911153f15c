import type { StripeExpressCheckoutElement } from '@stripe/stripe-js';
import { CARD_PAGE, cardPages } from './card-pages';
import { ADA } from './open-sandbox';
import { mountCard } from './pay-page';

declare global {
  interface Window {
    row: StripeExpressCheckoutElement;
    rowEvents: [string, unknown][];
  }
}

/** The ways that the wallets of a row pay by. */
export const waysOfRow = ['card', 'link', 'amazon_pay'];

interface RowOptions {
  readonly settings?: object;
  readonly types?: string[];
  readonly currency?: string;
}

/** Pages with a card form and a row of wallets, whose events are in `rowEvents`. Call it at the top of a test file, as `cardPages`. */
export function rowPages() {
  const cards = cardPages();
  const control = (name: string, body: object) => cards.sandbox.control(name, { account: ADA, ...body });
  const buttons = () => cards.page.locator('#express').getByRole('button').allTextContents();

  /** The words of its buttons, once it is there. */
  const openRow = async ({ settings = {}, ...given }: RowOptions = {}): Promise<readonly string[]> => {
    await cards.open(CARD_PAGE);
    await mountCard(cards.page, { types: waysOfRow, ...given });
    await cards.page.evaluate(
      (options) =>
        new Promise<void>((resolve) => {
          window.row = window.elements.create('expressCheckout', options);
          window.rowEvents = [];
          for (const type of ['ready', 'click', 'cancel', 'availablepaymentmethodschange'])
            window.row.on(type as 'ready', (event) => {
              window.rowEvents.push([type, JSON.parse(JSON.stringify(event))]);
              if (type === 'availablepaymentmethodschange') resolve();
            });
          const place = document.body.appendChild(document.createElement('div'));
          place.id = 'express';
          window.row.mount(place);
        }),
      settings,
    );
    return buttons();
  };

  return {
    cards,
    control,
    buttons,
    browserHas: (...wallets: readonly string[]) => control('accounts/wallets', { wallets }),
    rowEvents: () => cards.page.evaluate(() => window.rowEvents),
    press: (name: string) => cards.page.getByRole('button', { name, exact: true }).click(),
    openRow,
  };
}

import type { Meta, StoryObj } from '@storybook/react-vite';
import {
  ownMethodTypes,
  methodState,
  methodOf,
  type OwnMethodType,
  type MethodState,
} from '@busker/core/payments/methods';
import type { Currency } from '@busker/core/money/money';
import { makePayments } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Ways to pay', parameters: { layout: 'fullscreen' } };
export default meta;

const screen = '/settings/ways';

/** An account in this currency where all ways are on but those named. */
const account =
  (currency: Currency, states: Partial<Record<OwnMethodType, MethodState>>, fanCurrency = false): Script =>
  (fake) => {
    fake.payments.set(makePayments({ currency, livemode: true }));
    fake.ways = ownMethodTypes.map((type) => {
      const usual = methodState(
        currency,
        methodOf(type) ?? null,
        { capability: 'active', shown: true },
        fanCurrency,
      );
      return { type, state: states[type] ?? usual };
    });
  };

export const Euro: StoryObj = at(
  screen,
  adaSignedIn,
  account('eur', { wero: 'off', mobilepay: 'off', mb_way: 'waiting', revolut_pay: 'off', p24: 'missing' }),
);
export const Franc: StoryObj = at(
  screen,
  adaSignedIn,
  account('chf', { twint: 'waiting', amazon_pay: 'off' }),
);
export const Crown: StoryObj = at(
  screen,
  adaSignedIn,
  account('sek', { swish: 'missing', amazon_pay: 'off' }),
);
export const FansCurrency: StoryObj = at(
  screen,
  adaSignedIn,
  account('usd', { ideal: 'missing', twint: 'off' }, true),
);
export const NothingConnected: StoryObj = at(screen, adaSignedIn, (fake) => fake.payments.set(null));
export const Disconnected: StoryObj = at(screen, adaSignedIn, (fake) =>
  fake.payments.set(makePayments({ disconnectedAt: Date.now() })),
);
export const Loading: StoryObj = at(screen, adaSignedIn, (fake) => fake.hold('ways'));
export const StripeIsAway: StoryObj = at(screen, adaSignedIn, (fake) =>
  fake.failNext('ways', 'api/service-unavailable'),
);

import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, userEvent, within } from 'storybook/test';
import { makeDraft, makePayments, makeUser } from '@busker/dashboard/testing/fakes';
import type { ApiCode } from '@busker/dashboard/data/failure';
import {
  ownMethodTypes,
  methodState,
  methodOf,
  type OwnMethodType,
  type MethodState,
} from '@busker/core/payments/methods';
import type { Currency } from '@busker/core/money/money';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Payments', parameters: { layout: 'fullscreen' } };
export default meta;

const stripeSays =
  (given: Parameters<typeof makePayments>[0]): Script =>
  (fake) =>
    fake.payments.set(makePayments(given));

export const Active: StoryObj = at('/settings/payments', adaSignedIn);
export const AllowedSites: StoryObj = at('/settings/sites', adaSignedIn, (fake) => {
  fake.serverDraft.set({ ...makeDraft(), allowedSites: ['https://ada.example', 'https://blog.ada.example'] });
  fake.sites.push(
    { domain: 'ada.example', applePay: 'active', googlePay: 'active', link: 'active', problem: null },
    {
      domain: 'blog.ada.example',
      applePay: 'inactive',
      googlePay: 'active',
      link: 'active',
      problem: 'Stripe could not reach the domain.',
    },
  );
});
export const MonthlyOffered: StoryObj = at('/page/amounts', adaSignedIn, (fake) => {
  const draft = makeDraft();
  const monthly = {
    on: true,
    intervals: ['month' as const, 'year' as const],
    presets: { month: null, year: null },
  };
  fake.serverDraft.set({ ...draft, tips: { ...draft.tips, monthly } });
});
export const OtherCurrency: StoryObj = at(
  '/page/amounts',
  adaSignedIn,
  (fake) => {
    const draft = makeDraft();
    const goal = { label: 'A new accordion', amount: 10_000 };
    fake.serverDraft.set({ ...draft, tips: { ...draft.tips, presets: [300, 500], goal, currency: 'usd' } });
  },
  stripeSays({ currency: 'eur' }),
);
export const NotConnected: StoryObj = at('/settings/payments', adaSignedIn, (fake) =>
  fake.payments.set(null),
);
export const EmailFirst: StoryObj = at('/settings/payments', adaSignedIn, (fake) => {
  fake.payments.set(null);
  fake.signInAs(makeUser({ emailVerified: false }));
});
export const StripeIsChecking: StoryObj = at(
  '/settings/payments',
  adaSignedIn,
  stripeSays({ cardPayments: 'pending' }),
);
export const MoreIsNeeded: StoryObj = at(
  '/settings/payments',
  adaSignedIn,
  stripeSays({
    cardPayments: 'restricted',
    requirements: ['individual.verification.document', 'external_account', 'individual.dob'],
    requirementsDueAt: Date.UTC(2026, 11, 1, 12),
  }),
);
export const Unsupported: StoryObj = at(
  '/settings/payments',
  adaSignedIn,
  stripeSays({ cardPayments: 'unsupported' }),
);
export const Disconnected: StoryObj = at(
  '/settings/payments',
  adaSignedIn,
  stripeSays({ disconnectedAt: 1 }),
);
export const Paused: StoryObj = at(
  '/settings/payments',
  adaSignedIn,
  stripeSays({ pausedUntil: Date.now() + 3_600_000 }),
);
export const Yen: StoryObj = at(
  '/settings/payments',
  adaSignedIn,
  stripeSays({ country: 'JP', feesCountry: 'JP', currency: 'jpy', livemode: true }),
);
export const ComingBack: StoryObj = at('/settings/payments?back=1', adaSignedIn, (fake) =>
  fake.hold('refreshPayments'),
);
export const Goal: StoryObj = at('/page/thanks', adaSignedIn, (fake) => {
  const draft = makeDraft();
  fake.serverDraft.set({
    ...draft,
    tips: { ...draft.tips, goal: { label: 'A new bow', amount: 40_000 } },
  });
});
/** What the page and the cards show of the goal and the supporters. */
const shown = (on: boolean): StoryObj => ({
  ...at('/page/thanks', adaSignedIn, (fake) => {
    const draft = makeDraft();
    const count = on ? 6 : 0;
    fake.serverDraft.set({
      ...draft,
      tips: { ...draft.tips, showWall: true, goal: { label: 'A new bow', amount: 40_000 } },
      arrangement: { ...draft.arrangement, pageGoal: on, cardGoal: on, pageWall: count, cardWall: count },
    });
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const places = [/^Show the goal on your page/, /^Show the goal on every card/];
    for (const name of places) {
      const place = await canvas.findByRole('switch', { name });
      await (on ? expect(place).toBeChecked() : expect(place).not.toBeChecked());
      await userEvent.click(place);
      await (on ? expect(place).not.toBeChecked() : expect(place).toBeChecked());
      await userEvent.click(place);
    }
    for (const label of ['Fans on the wall of your page', 'Fans on the wall of every card'])
      await expect(canvas.getByLabelText(label)).toHaveValue(on ? '6' : '0');
  },
});
export const GoalAndWallShown = shown(true);
export const GoalAndWallHidden = shown(false);
export const Loading: StoryObj = at('/settings/payments', adaSignedIn, (fake) => fake.hold('watchPayments'));
export const Unreadable: StoryObj = at('/settings/payments', adaSignedIn, (fake) =>
  fake.failNext('watchPayments', 'store/unavailable'),
);
export const WalletsNotAnswering: StoryObj = at('/settings/sites', adaSignedIn, (fake) =>
  fake.failNext('sites', 'api/service-unavailable'),
);
export const Offline: StoryObj = at('/settings/payments', adaSignedIn, (fake) => fake.online.set(false));

/** The owner presses the button, and reads why connecting did not work. */
const refusedAtStripe = (code: ApiCode, says: RegExp): StoryObj => ({
  ...at('/settings/payments', adaSignedIn, stripeSays({ cardPayments: 'restricted' }), (fake) =>
    fake.failNext('connect', code),
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Answer at Stripe' }));
    await expect(await canvas.findByText(says)).toBeVisible();
  },
});
export const CountryRefused = refusedAtStripe('api/account-refused', /this country or currency/);
export const HostMustAct = refusedAtStripe('api/stripe-key-refused', /has to change its access to Stripe/);

export const AmountThatCannotBeRead: StoryObj = {
  ...at('/page/amounts', adaSignedIn),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await fireEvent.change(await canvas.findByLabelText('Suggested amount 1'), { target: { value: 'five' } });
    await expect(await canvas.findByText(/Enter an amount/)).toBeVisible();
  },
};

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
export const MethodsDisconnected: StoryObj = at(screen, adaSignedIn, (fake) =>
  fake.payments.set(makePayments({ disconnectedAt: Date.now() })),
);
export const MethodsLoading: StoryObj = at(screen, adaSignedIn, (fake) => fake.hold('ways'));
export const StripeIsAway: StoryObj = at(screen, adaSignedIn, (fake) =>
  fake.failNext('ways', 'api/service-unavailable'),
);

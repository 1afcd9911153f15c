import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, userEvent, within } from 'storybook/test';
import { makeDraft, makePayments, makeUser } from '../../dashboard/testing/fakes';
import type { ApiCode } from '../../dashboard/data/failure';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Payments', parameters: { layout: 'fullscreen' } };
export default meta;

const stripeSays =
  (given: Parameters<typeof makePayments>[0]): Script =>
  (fake) =>
    fake.payments.set(makePayments(given));

export const Active: StoryObj = at('/payments', adaSignedIn, (fake) =>
  fake.sites.push(
    { domain: 'ada.example', applePay: 'active', googlePay: 'active', link: 'active', problem: null },
    {
      domain: 'blog.ada.example',
      applePay: 'inactive',
      googlePay: 'active',
      link: 'active',
      problem: 'Stripe could not reach the domain.',
    },
  ),
);
export const MonthlyOffered: StoryObj = at('/payments', adaSignedIn, (fake) => {
  const draft = makeDraft();
  const monthly = {
    on: true,
    intervals: ['month' as const, 'year' as const],
    presets: { month: null, year: null },
  };
  fake.serverDraft.set({ ...draft, tips: { ...draft.tips, monthly } });
});
export const NotConnected: StoryObj = at('/payments', adaSignedIn, (fake) => fake.payments.set(null));
export const EmailFirst: StoryObj = at('/payments', adaSignedIn, (fake) => {
  fake.payments.set(null);
  fake.signInAs(makeUser({ emailVerified: false }));
});
export const StripeIsChecking: StoryObj = at(
  '/payments',
  adaSignedIn,
  stripeSays({ cardPayments: 'pending' }),
);
export const MoreIsNeeded: StoryObj = at(
  '/payments',
  adaSignedIn,
  stripeSays({
    cardPayments: 'restricted',
    requirements: ['individual.verification.document', 'external_account', 'individual.dob'],
    requirementsDueAt: Date.UTC(2026, 11, 1, 12),
  }),
);
export const Unsupported: StoryObj = at(
  '/payments',
  adaSignedIn,
  stripeSays({ cardPayments: 'unsupported' }),
);
export const Disconnected: StoryObj = at('/payments', adaSignedIn, stripeSays({ disconnectedAt: 1 }));
export const Paused: StoryObj = at(
  '/payments',
  adaSignedIn,
  stripeSays({ pausedUntil: Date.now() + 3_600_000 }),
);
export const Yen: StoryObj = at(
  '/payments',
  adaSignedIn,
  stripeSays({ country: 'JP', feesCountry: 'JP', currency: 'jpy', livemode: true }),
);
export const ComingBack: StoryObj = at('/payments?back=1', adaSignedIn, (fake) =>
  fake.hold('refreshPayments'),
);
export const GoalAndSites: StoryObj = at('/payments', adaSignedIn, (fake) => {
  const draft = makeDraft();
  fake.serverDraft.set({
    ...draft,
    tips: { ...draft.tips, goal: { label: 'A new bow', amount: 40_000 }, presets: [200, 500, 100_000] },
    allowedSites: ['https://ada.example', 'https://blog.ada.example'],
  });
});
/** What the page and the cards show of the goal and the supporters. */
const shown = (on: boolean): StoryObj => ({
  ...at('/payments', adaSignedIn, (fake) => {
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
    for (const label of ['Supporters on your page', 'Supporters on every card'])
      await expect(canvas.getByLabelText(label)).toHaveValue(on ? '6' : '0');
  },
});
export const GoalAndWallShown = shown(true);
export const GoalAndWallHidden = shown(false);
export const Loading: StoryObj = at('/payments', adaSignedIn, (fake) => fake.hold('watchPayments'));
export const Unreadable: StoryObj = at('/payments', adaSignedIn, (fake) =>
  fake.failNext('watchPayments', 'store/unavailable'),
);
export const WalletsNotAnswering: StoryObj = at('/payments', adaSignedIn, (fake) =>
  fake.failNext('sites', 'api/service-unavailable'),
);
export const Offline: StoryObj = at('/payments', adaSignedIn, (fake) => fake.online.set(false));

/** The owner presses the button, and reads why connecting did not work. */
const refusedAtStripe = (code: ApiCode, says: RegExp): StoryObj => ({
  ...at('/payments', adaSignedIn, stripeSays({ cardPayments: 'restricted' }), (fake) =>
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
  ...at('/payments', adaSignedIn),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await fireEvent.change(await canvas.findByLabelText('Suggested amount 1'), { target: { value: 'five' } });
    await expect(await canvas.findByText(/Enter an amount/)).toBeVisible();
  },
};

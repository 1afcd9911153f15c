import type { Meta, StoryObj } from '@storybook/react-vite';
import { makeTip } from '../../dashboard/fakes';
import type { Tip } from '../../core/tip';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Tips', parameters: { layout: 'fullscreen' } };
export default meta;

const fan = (name: string | null, message: string | null = null): Tip['fan'] => ({
  name,
  message,
  anonymous: name === null,
  country: null,
});

const someTips: Script = (world) => {
  world.receive(makeTip({ fan: fan(null), amount: 300 }));
  world.receive(makeTip({ fan: fan('Charles', 'For the harp lessons.'), state: 'partially_refunded' }));
  world.receive(
    makeTip({ fan: fan('山田さん', 'いつもありがとうございます'), currency: 'jpy', amount: 500 }),
  );
  world.receive(makeTip({ fan: fan('Sophia'), state: 'disputed', amount: 2500 }));
  world.receive(makeTip({ fan: fan('Mary', 'Loved it!'), amount: 546, tipAmount: 500, coverAmount: 46 }));
};

export const SomeTips: StoryObj = at('/tips', adaSignedIn, someTips);
export const BeforeTheFirst: StoryObj = at('/tips', adaSignedIn);
export const Loading: StoryObj = at('/tips', adaSignedIn, (world) => {
  world.hold('watchTips');
  world.hold('watchTotals');
});
export const Refused: StoryObj = at('/tips', adaSignedIn, (world) =>
  world.failNext('watchTips', 'store/permission-denied'),
);
export const MoreThanAPage: StoryObj = at('/tips', adaSignedIn, (world) => {
  for (let count = 0; count < 60; count += 1) world.receive(makeTip());
});

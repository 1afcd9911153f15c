import { expect, it } from 'vitest';
import { noContribution } from '../money/totals';
import { fakeTip } from '../testing/fakes';
import { isTestTip, setAside } from './test-tip';

const paid = fakeTip({ contrib: { count: 1, gross: 500, refunded: 0, disputed: 0 } });
const tip = { ...paid, payment: { ...paid.payment, status: 'succeeded' } as const };

it('does not count once it is set aside', () => {
  expect(setAside({ ...tip, livemode: false })).toMatchObject({ contrib: noContribution });
});

it('is a paid test tip that no longer counts', () => {
  expect(isTestTip(setAside({ ...tip, livemode: false }))).toBe(true);
  expect(isTestTip({ ...tip, livemode: false })).toBe(false);
  expect(isTestTip(setAside({ ...tip, livemode: true }))).toBe(false);
  const unpaid = { ...tip.payment, status: 'awaiting' } as const;
  expect(isTestTip(setAside({ ...tip, livemode: false, payment: unpaid }))).toBe(false);
});

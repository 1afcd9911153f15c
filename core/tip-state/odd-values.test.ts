import { expect, test } from 'vitest';
import { fakeIntent, fakeSnapshot, fakeTip } from '../testing/fakes';
import { isOpenPayment, tipState } from './payment-projection';
import { projectTip } from './tip-projection';

// Adapters turn Stripe's open enums into ours, and decoders refuse unknown values. An unknown value that gets further is a bug, and the code throws
// instead of guessing about money.
const odd = 'odd' as never;

test.each<[name: string, run: () => unknown]>([
  ['intent', () => projectTip(fakeTip(), fakeSnapshot({ intent: fakeIntent({ status: odd }) }))],
  [
    'session',
    () => projectTip(fakeTip(), fakeSnapshot({ intent: null, session: { id: 'cs_1', status: odd } })),
  ],
  [
    'refund',
    () => projectTip(fakeTip(), fakeSnapshot({ refunds: [{ id: 're_1', amount: 1, status: odd }] })),
  ],
  [
    'dispute',
    () =>
      projectTip(
        fakeTip(),
        fakeSnapshot({ disputes: [{ id: 'dp_1', amount: 1, status: odd, dueBy: null }] }),
      ),
  ],
  ['open payment', () => isOpenPayment(odd)],
  ['state', () => tipState({ ...fakeTip(), payment: { ...fakeTip().payment, status: odd } }, 0)],
])('%s: an unknown status throws', (_name, run) => {
  expect(run).toThrow('Unexpected value: "odd"');
});

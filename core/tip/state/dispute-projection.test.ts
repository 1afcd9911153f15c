import { describe, expect, it, test } from 'vitest';
import { fakeSnapshot, fakeTip, noon } from '../../testing/fakes';
import type { DisputeSnapshot } from './payment-snapshot';
import type { Tip } from '../tip';
import { projectTip } from './tip-projection';

const paid = projectTip(fakeTip(), fakeSnapshot());
const dispute = (status: DisputeSnapshot['status'], amount = 546, id = 'dp_1'): DisputeSnapshot => ({
  id,
  amount,
  status,
  dueBy: status === 'needs_response' ? noon + 1 : null,
});

describe('disputes', () => {
  test.each<[DisputeSnapshot['status'], Tip['dispute']['status'], state: Tip['state'], counted: number]>([
    ['warning_needs_response', 'inquiry', 'paid', 0],
    ['warning_under_review', 'inquiry', 'paid', 0],
    ['warning_closed', 'none', 'paid', 0],
    ['needs_response', 'open', 'disputed', 546],
    ['under_review', 'open', 'disputed', 546],
    ['won', 'won', 'paid', 0],
    ['lost', 'lost', 'lost', 546],
    ['prevented', 'prevented', 'paid', 0],
  ])('%s reads as %s', (status, group, state, counted) => {
    const projected = projectTip(paid, fakeSnapshot({ disputes: [dispute(status)] }));
    expect(projected.dispute).toMatchObject({ status: group, disputeId: 'dp_1', amount: 546 });
    expect(projected.state).toBe(state);
    expect(projected.contrib.disputed).toBe(counted);
  });

  it('several add up to the held amount, and the most serious status counts', () => {
    const disputes = [
      dispute('lost', 100, 'dp_1'),
      dispute('needs_response', 50, 'dp_2'),
      dispute('won', 7, 'dp_3'),
    ];
    expect(projectTip(paid, fakeSnapshot({ disputes })).dispute).toEqual({
      status: 'open',
      amount: 150,
      disputeId: 'dp_2',
      dueBy: noon + 1,
    });
  });

  it('are kept when an answer omits them', () => {
    const lost = projectTip(paid, fakeSnapshot({ disputes: [dispute('lost')] }));
    expect(projectTip(lost, fakeSnapshot()).dispute).toEqual(lost.dispute);
  });
});

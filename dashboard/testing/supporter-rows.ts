import { screen, within } from '@testing-library/react';
import type { Monthly } from '@busker/core/monthly/monthly';
import { adasBackend } from './fake-screen';
import { fakeSupporter, makePayments } from './fakes';

/** Ada's account is connected, and she has these supporters. */
export function backendWithSupporters(...supporters: readonly Partial<Monthly>[]) {
  const made = adasBackend();
  made.payments.set(makePayments({ accountId: 'acct_ada' }));
  const all = supporters.map(fakeSupporter);
  // The store has one document of each id. With two, React would warn and could mix up their rows.
  if (new Set(all.map(({ monthlyId }) => monthlyId)).size < all.length)
    throw new Error('Two of these supporters have the same monthlyId');
  made.supporters.set(all);
  return made;
}

/** The rows of the list on the screen. */
export const supporterRows = async () =>
  within(await screen.findByRole('list', { name: 'List of monthly fans' })).getAllByRole('listitem');

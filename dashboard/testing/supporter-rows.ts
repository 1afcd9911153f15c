import { screen, within } from '@testing-library/react';
import type { Monthly } from '../../core/monthly/monthly';
import { adasWorld } from './fake-screen';
import { fakeSupporter } from './fake-supporters';
import { makePayments } from './fakes';

/** Ada's account is connected, and she has these supporters. */
export function worldWithSupporters(...supporters: readonly Partial<Monthly>[]) {
  const made = adasWorld();
  made.payments.set(makePayments({ accountId: 'acct_ada' }));
  made.supporters.set(supporters.map(fakeSupporter));
  return made;
}

/** The rows of the list on the screen. */
export const supporterRows = async () =>
  within(await screen.findByRole('list', { name: 'List of supporters' })).getAllByRole('listitem');

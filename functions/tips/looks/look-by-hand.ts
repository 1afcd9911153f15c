import { collections } from '../../../core/documents/documents';
import {
  decodeStripeAccount,
  type StripeAccountOwner,
} from '../../../core/documents/stripe-account-document';
import { tooManyGone } from '../../connect/gone-accounts';
import type { Deps } from '../../deps';
import { allReadable, NotAnswered, sweepThrough, type SweepResult } from '../../queue/sweep';
import { stored } from '../../store/stored';
import { lookAtAccount } from './look-at-account';

/**
 * Compares everything of one account, when somebody asks for it. `unknown`: no owner has connected it. `gone`: Stripe does not show it to us now; the
 * look an hour later decides what that means.
 */
export async function reconcileAccount(
  deps: Deps,
  accountId: string,
): Promise<'changed' | 'same' | 'gone' | 'unknown' | 'not-answered'> {
  const owner = await deps.store.read(stored.stripeAccount(accountId));
  if (owner === undefined) return 'unknown';
  try {
    const end = await lookAtAccount(deps, owner, 'all');
    if (end !== 'noted') return end === 'marked' ? 'gone' : end;
    await tooManyGone(deps);
    return 'gone';
  } catch (error) {
    if (error instanceof NotAnswered) return 'not-answered';
    throw error;
  }
}

/** The same for every account, due or not: after an outage or a restore, when a person wants to know that everything agrees. */
export async function reconcileAll(deps: Deps): Promise<readonly SweepResult[]> {
  const owners: StripeAccountOwner[] = [];
  for await (const owner of allReadable(deps, 'reconcile', collections.stripeAccounts, decodeStripeAccount))
    owners.push(owner);
  let stopped = false;
  return [
    await sweepThrough(deps, 'reconcile', owners, async (owner) => {
      if (stopped) throw new NotAnswered(new Error('Too many accounts are gone'));
      const end = await lookAtAccount(deps, owner, 'all');
      if (end === 'noted' && (await tooManyGone(deps))) stopped = true;
      return end === 'changed' || end === 'marked';
    }),
  ];
}

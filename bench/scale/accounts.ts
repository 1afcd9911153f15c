import {
  encodeStripeAccount,
  newStripeAccount,
  type StripeAccountOwner,
} from '../../core/documents/stripe-account-document';
import { paths } from '../../core/documents/documents';
import { hostDomain } from '../../functions/sites/host-domain';
import type { ScaleWorld } from './world';

export const hour = 60 * 60_000;
export const day = 24 * hour;

/** How many accounts there are of each class, the active ones first. */
export interface Classes {
  readonly active: number;
  readonly cool: number;
  readonly idle: number;
}

/**
 * Accounts that have been looked at for months: the active and the cool ones are due at some time of the day that begins now, the idle ones at some time
 * of the next 30 days.
 */
export function settleAccounts({ inner, clock, owners }: ScaleWorld, { active, cool, idle }: Classes): void {
  const now = clock.now();
  const ago = (days: number) => now - days * day;
  owners.forEach(({ accountId, uid }, rank) => {
    const part = (rank * 0.618_034) % 1;
    const seen: StripeAccountOwner = {
      ...newStripeAccount(accountId, uid, ago(400)),
      hostDomain: hostDomain(inner.config),
      comparedAt: ago(1 - part),
      nextLookAt: now + part * day,
      tracesAt: ago(7 * part),
      stateAt: ago(30 * part),
      look: 'active',
      lastTipAt: ago(1 + 38 * part),
      totalsAt: ago(1 + 38 * part),
    };
    const classes: readonly [number, Partial<StripeAccountOwner>][] = [
      [active, {}],
      [active + cool, { look: 'cool', lastTipAt: ago(42 + 137 * part), totalsAt: ago(42 + 137 * part) }],
      [
        active + cool + idle,
        // None is due in the last hours of a month: it would be looked at in this month or in the next.
        { look: 'idle', lastTipAt: null, totalsAt: null, nextLookAt: now + 29.5 * part * day },
      ],
    ];
    const [, own = {}] = classes.find(([upTo]) => rank < upTo) ?? [];
    inner.store.put(paths.stripeAccount(accountId), encodeStripeAccount({ ...seen, ...own }));
  });
}

/** How many accounts have been due for more than an hour, the time from one round to the next. */
export function leftOut({ inner, clock }: ScaleWorld): number {
  const due = Object.entries(inner.store.dump()).filter(
    ([path, data]) => path.startsWith('stripeAccounts/') && Number(data['nextLookAt']) <= clock.now() - hour,
  );
  return due.length;
}

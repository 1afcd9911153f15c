import { readyPayments, type PaymentsState } from '../../../core/money/payments-state';
import type { Draft } from '../../../core/profile/draft';
import type { StoredProfile } from '../../../core/profile/stored-profile';
import type { OwnerUser } from '../../data/backend';

/** The steps from the new account to the first tip, in order. */
export const setUpSteps = ['account', 'about', 'link', 'publish', 'payments', 'share', 'tip'] as const;
export type SetUpStep = (typeof setUpSteps)[number];

/** null = not known yet. */
export interface SetUpSources {
  readonly owner: Pick<OwnerUser, 'isGuest' | 'email' | 'emailVerified'>;
  readonly draft: Draft;
  readonly published: StoredProfile | null;
  readonly payments: PaymentsState | null;
  /** Views of the card or page were counted. */
  readonly seen: boolean;
  readonly hasTip: boolean;
  readonly now: number;
}

/** Which steps are done, from what is stored. */
export function doneSteps(sources: SetUpSources): ReadonlySet<SetUpStep> {
  const { owner, draft, published, payments, seen, hasTip, now } = sources;
  const done: Readonly<Record<SetUpStep, boolean>> = {
    account: !owner.isGuest && (owner.emailVerified || !owner.email),
    about: draft.name.trim() !== '' && draft.picture !== null,
    link: Object.values(draft.links).some(({ url, on }) => on && url !== ''),
    publish: published !== null,
    payments: readyPayments(payments, now) !== undefined,
    // A tip proves that somebody has found the card.
    share: seen || hasTip,
    tip: hasTip,
  };
  return new Set(setUpSteps.filter((step) => done[step]));
}

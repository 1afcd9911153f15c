import { useState } from 'react';
import type { AccountPreferences } from '../../core/account/account-document';
import type { InsightShard } from '../../core/insights/insight-document';
import { readyPayments, type PaymentsState } from '../../core/payments/payments-state';
import type { Draft } from '../../core/profile/draft';
import type { StoredProfile } from '../../core/profile/stored-profile';
import type { OwnerUser } from '../data/backend';
import { useDraft } from '../draft/draft-provider';
import { firstTips, useLive, usePayments, usePublished, useTips } from '../session/owner-documents';
import { useOwner, useStore } from '../session/session';
import { useToast } from '../feedback/toast';

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

interface SetUp {
  readonly done: ReadonlySet<SetUpStep>;
  readonly hidden: boolean;
  readonly hide: (hidden: boolean) => void;
  /** Payments are real: a tip costs money. */
  readonly livemode: boolean;
}

const day = 86_400_000;
/** The days in which a view counts as "somebody has seen your card": more would be read from the store each time. */
const seenDays = 7;

/**
 * The first steps; null = all done, or not known yet. A published owner who has received a tip is set up, with or without a picture. If
 * payments stop later, an alarm says so.
 */
export function useSetUp(): SetUp | null {
  const store = useStore();
  const owner = useOwner();
  const { draft } = useDraft();
  const { failed } = useToast();
  const published = usePublished();
  const payments = usePayments();
  const tips = useTips(firstTips);
  const preferences = useLive<AccountPreferences | null>(['preferences', owner.uid], (watcher) =>
    store.watchPreferences(watcher),
  );
  const [now] = useState(() => Date.now());
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  // The day after tomorrow: counts have days of UTC, which may be ahead of this device's clock.
  const days = { from: dayOf(now - seenDays * day), until: dayOf(now + 2 * day) };
  const profile = published.kind === 'ready' ? published.value : null;
  const hasTip = tips.kind === 'ready' && tips.value.tips.length > 0;
  // An owner who has tips, or has published nothing, needs no counts.
  const needsCounts = profile !== null && tips.kind === 'ready' && !hasTip;
  const counts = useLive<readonly InsightShard[]>(
    [needsCounts ? 'insights' : 'no-insights', owner.uid, days.from, days.until],
    (watcher) => (needsCounts ? store.tipRepository.watchInsights(days, watcher) : () => {}),
  );

  if (published.kind !== 'ready' || payments.kind !== 'ready') return null;
  if (tips.kind !== 'ready' || preferences.kind !== 'ready') return null;
  // An empty list from this device's cache does not mean that there are no tips.
  if (tips.value.stale && !hasTip) return null;
  const seen = counts.kind === 'ready' && counts.value.some(({ views }) => views > 0);
  const done = doneSteps({ owner, draft, published: profile, payments: payments.value, seen, hasTip, now });
  if (done.size === setUpSteps.length || (hasTip && done.has('publish'))) return null;

  const hide = (hidden: boolean) => {
    void store.keepSetUpHidden(hidden).then((answer) => answer.ok || failed(answer.problem));
  };
  return {
    done,
    hidden: preferences.value?.setUpHidden ?? false,
    hide,
    livemode: payments.value?.livemode ?? false,
  };
}

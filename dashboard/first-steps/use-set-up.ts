import { useState } from 'react';
import { defaultPreferences } from '@busker/core/account/account-document';
import { otherSites, type InsightShard } from '@busker/core/insights/insight-document';
import { readyPayments, type PaymentsState } from '@busker/core/payments/payments-state';
import type { Draft } from '@busker/core/profile/draft';
import type { StoredProfile } from '@busker/core/profile/profile';
import type { OwnerUser } from '../data/backend';
import { useDraft } from '../draft/draft-provider';
import {
  firstTips,
  useOwned,
  usePayments,
  usePublished,
  useTips,
  usePreferences,
} from '../session/owner-documents';
import { useBackend, useOwner, useStore } from '../session/session';
import { useToast } from '../feedback/toast';

/** The steps from the new account to the first tip, in order. The last one is listed when the page takes tips. */
const setUpSteps = ['account', 'about', 'link', 'publish', 'payments', 'share', 'tip'] as const;
export type SetUpStep = (typeof setUpSteps)[number];

/** Without a name or a confirmed address nothing can be published, and without a page there is nothing to set up. */
const skippable: readonly SetUpStep[] = ['link', 'payments', 'share', 'tip'];
export const maySkip = (step: SetUpStep): boolean => skippable.includes(step);

/** null = not known yet. */
export interface SetUpSources {
  readonly owner: Pick<OwnerUser, 'isGuest' | 'email' | 'emailVerified'>;
  readonly draft: Draft;
  readonly published: StoredProfile | null;
  readonly payments: PaymentsState | null;
  /** The owner has copied or shared the address, or a card on another site was seen. */
  readonly shared: boolean;
  readonly hasTip: boolean;
  readonly now: number;
}

export function doneSteps(sources: SetUpSources): ReadonlySet<SetUpStep> {
  const { owner, draft, published, payments, shared, hasTip, now } = sources;
  const done: Readonly<Record<SetUpStep, boolean>> = {
    account: !owner.isGuest && (owner.emailVerified || !owner.email),
    about: draft.name.trim() !== '' && draft.handle.trim() !== '',
    link: Object.values(draft.links).some(({ url, on }) => on && url !== ''),
    publish: published !== null,
    payments: readyPayments(payments, now) !== undefined,
    // A tip proves that somebody has found the page.
    share: shared || hasTip,
    tip: hasTip,
  };
  return new Set(setUpSteps.filter((step) => done[step]));
}

interface SetUp {
  /** Those that are listed now. */
  readonly steps: readonly SetUpStep[];
  readonly done: ReadonlySet<SetUpStep>;
  readonly skipped: ReadonlySet<SetUpStep>;
  readonly skip: (step: SetUpStep) => void;
  readonly hidden: boolean;
  readonly hide: (hidden: boolean) => void;
  /** Payments are real: a tip costs money. */
  readonly livemode: boolean;
}

const day = 86_400_000;
/** The days in which a view of a card counts: more would be read from the store each time. */
const seenDays = 7;

/** A view on another site than this server. The owner's own look at the page is none. */
const seenElsewhere = (counts: readonly InsightShard[], host: string): boolean =>
  counts.some(({ sites = {} }) =>
    Object.entries(sites).some(
      ([site, views]) => views > 0 && site !== otherSites && site !== new URL(host).hostname,
    ),
  );

/**
 * The first steps; null = all done or skipped, or not known yet. A published owner who has received a tip is set up. If
 * payments stop later, an alarm says so.
 */
export function useSetUp(): SetUp | null {
  const store = useStore();
  const { host } = useBackend();
  const owner = useOwner();
  const { draft } = useDraft();
  const { failed } = useToast();
  const published = usePublished();
  const payments = usePayments();
  const tips = useTips(firstTips);
  const preferences = usePreferences();
  const [now] = useState(() => Date.now());
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  // The day after tomorrow: counts have days of UTC, which may be ahead of this device's clock.
  const days = { from: dayOf(now - seenDays * day), until: dayOf(now + 2 * day) };
  const profile = published.kind === 'ready' ? published.value : null;
  const hasTip = tips.kind === 'ready' && tips.value.tips.length > 0;
  const chosen = preferences.kind === 'ready' ? (preferences.value ?? defaultPreferences) : null;
  // An owner who has tips, has shared the page or has published nothing, needs no counts.
  const needsCounts = profile !== null && tips.kind === 'ready' && !hasTip && chosen?.pageShared === false;
  const counts = useOwned<readonly InsightShard[]>(
    [needsCounts ? 'insights' : 'no-insights', days.from, days.until],
    (store, watcher) => (needsCounts ? store.tipRepository.watchInsights(days, watcher) : () => {}),
  );

  if (published.kind !== 'ready' || payments.kind !== 'ready') return null;
  if (tips.kind !== 'ready' || chosen === null) return null;
  // An empty list from this device's cache does not mean that there are no tips.
  if (tips.value.stale && !hasTip) return null;
  const shared = chosen.pageShared || (counts.kind === 'ready' && seenElsewhere(counts.value, host));
  const done = doneSteps({ owner, draft, published: profile, payments: payments.value, shared, hasTip, now });
  const steps = setUpSteps.filter((step) => step !== 'tip' || (done.has('payments') && done.has('publish')));
  const skipped = new Set(steps.filter((step) => !done.has(step) && chosen.setUpSkipped.includes(step)));
  const isOver =
    (hasTip && done.has('publish')) || steps.every((step) => done.has(step) || skipped.has(step));
  if (isOver) return null;

  const keep = (set: Parameters<typeof store.keepSetUp>[0]) => {
    void store.keepSetUp(set).then((answer) => answer.ok || failed(answer.problem));
  };
  return {
    steps,
    done,
    skipped,
    skip: (step) => keep({ setUpSkipped: [...skipped, step] }),
    hidden: chosen.setUpHidden,
    hide: (hidden) => keep({ setUpHidden: hidden }),
    livemode: payments.value?.livemode ?? false,
  };
}

import { fail, ok } from '@busker/core/base/result';
import { defaultPreferences, type AccountPreferences } from '@busker/core/account/account-document';
import { sumSupport } from '@busker/core/monthly/monthly';
import { emptyDraft } from '@busker/core/profile/draft';
import type { Tip } from '@busker/core/tip/tip';
import {
  latestFirst,
  type DraftEdit,
  type OwnerStore,
  type SupporterRepository,
  type TipRepository,
  type TipsView,
} from '../data/backend';
import { Watched, type Answer, type Stop, type Watcher } from '../data/failure';
import { revisionStep, strayEdits, withEdits } from '../draft/draft-edit';
import { watchingIn, type FakeBackend } from './fake-backend';
import { type ScriptedCall } from './scripted-call';

const firstOf = (tips: readonly Tip[], limit: number, stale = false): TipsView => ({
  tips: tips.slice(0, limit),
  more: tips.length > limit,
  stale,
});

/** The owner's tips and counts in `fake`. */
function inMemoryTipRepository(fake: FakeBackend): TipRepository {
  const watching = watchingIn(fake);
  /** Offline, a list is this device's cache. */
  function watchingList(
    call: ScriptedCall,
    source: Watched<readonly Tip[]>,
    watcher: Watcher<TipsView>,
    limit: number,
    chosen: (tip: Tip) => boolean = () => true,
  ): Stop {
    let answered = false;
    const show = () => {
      // Held after its first answer, the list stays as it was.
      if (answered && fake.isHeld(call)) return;
      answered = true;
      watcher.next(firstOf(source.value.filter(chosen), limit, !fake.online.value));
    };
    const stops = [watching(call, source, { ...watcher, next: show }, () => undefined)];
    // A pending or failed call reports nothing more.
    if (answered) stops.push(fake.online.watch(show));
    return () => stops.forEach((stop) => stop());
  }
  return {
    watchLatest: (limit, watcher) => watchingList('watchLatest', fake.allTips, watcher, limit),
    async readOlder({ tipId }, limit) {
      if (fake.isHeld('readTips')) return new Promise(() => {});
      const failure = fake.failureFor('readTips');
      if (failure) return fail(failure);
      const all = fake.allTips.value;
      const rest = all.slice(all.findIndex((tip) => tip.tipId === tipId) + 1);
      return ok(firstOf(rest, limit));
    },
    watchTip: (tipId, watcher) =>
      watching('watchTip', fake.allTips, watcher, (tips) => tips.find((tip) => tip.tipId === tipId) ?? null),
    watchLog: (tipId, watcher) =>
      watching('watchLog', fake.allTips, watcher, () => fake.tipLogs.get(tipId) ?? []),
    watchRefunds: (tipId, watcher) =>
      watching('watchRefunds', fake.allTips, watcher, () => fake.refunds.get(tipId) ?? []),
    watchPaid: ({ from, until }, limit, watcher) =>
      watchingList('watchTips', fake.tips, watcher, limit, ({ payment: { succeededAt } }) => {
        const at = succeededAt ?? 0;
        return from <= at && at < until;
      }),
    watchDisputed: (limit, watcher) =>
      watchingList('watchDisputed', fake.allTips, watcher, limit, ({ dispute }) =>
        ['open', 'inquiry'].includes(dispute.status),
      ),
    watchHeld: (limit, watcher) =>
      watchingList(
        'watchHeld',
        fake.allTips,
        watcher,
        limit,
        ({ moderation, contrib }) => moderation.state === 'held' && contrib.count === 1,
      ),
    watchInsights: ({ from, until }, watcher) =>
      watching('watchInsights', fake.insights, watcher, (shards) =>
        shards.filter(({ day }) => from <= day && day < until),
      ),
    watchCountedUntil: (watcher) => watching('watchCountedUntil', fake.countedUntil, watcher, (at) => at),
  };
}

/** The owner's monthly tips in `fake`. */
function inMemorySupporterRepository(fake: FakeBackend): SupporterRepository {
  const watching = watchingIn(fake);
  return {
    watchAll: (limit, watcher) =>
      watching('watchSupporters', fake.supporters, watcher, (all) => ({
        supporters: all.slice(0, limit),
        more: all.length > limit,
        stale: !fake.online.value,
      })),
    watchOne: (monthlyId, watcher) =>
      watching(
        'watchSupporter',
        fake.supporters,
        watcher,
        (all) => all.find((one) => one.monthlyId === monthlyId) ?? null,
      ),
    watchSupport: (watcher) =>
      watching('watchSupport', fake.supporters, watcher, (all) =>
        sumSupport(all.map(({ currency, contrib }) => ({ currency, ...contrib }))),
      ),
    watchPayments: (monthlyId, watcher) =>
      watching('watchPaymentsOf', fake.allTips, watcher, (tips) =>
        latestFirst(tips.filter(({ cycle }) => cycle?.monthlyId === monthlyId)),
      ),
  };
}

/** The owner's documents, behaving like the real store: edits show at once and wait for the connection. */
export function inMemoryStore(fake: FakeBackend): OwnerStore {
  const unsent = new Watched<readonly DraftEdit[]>([]);

  const send = (edits: readonly DraftEdit[]) => {
    const before = fake.serverDraft.value ?? emptyDraft;
    unsent.set(unsent.value.filter((edit) => !edits.includes(edit)));
    fake.serverDraft.set({
      ...withEdits(before, edits),
      revision: before.revision + revisionStep(edits),
      updatedAt: Date.now(),
    });
  };
  const whenOnline = () =>
    new Promise<void>((resolve) => {
      let stop: Stop = () => {};
      stop = fake.online.watch((online) => {
        if (!online) return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  const watching =
    <T>(call: ScriptedCall, source: Watched<T>) =>
    (watcher: Watcher<T>): Stop => {
      if (fake.isHeld(call)) return () => {};
      const failure = fake.failureFor(call);
      if (!failure) return source.watch((value) => watcher.next(value));
      watcher.failed(failure);
      return () => {};
    };

  async function keep(call: ScriptedCall, chosen: Partial<AccountPreferences>): Answer {
    const before = fake.preferences.value;
    fake.preferences.set({ ...(before ?? defaultPreferences), ...chosen });
    if (fake.isHeld(call)) return new Promise(() => {});
    const failure = fake.failureFor(call);
    // A refused write is shown until the refusal comes, and then taken back.
    if (failure) fake.preferences.set(before);
    return failure ? fail(failure) : ok(undefined);
  }

  return {
    copy: fake.copy,
    watchDraft(watcher) {
      const show = () =>
        watcher.next({
          draft: withEdits(fake.serverDraft.value ?? emptyDraft, unsent.value),
          unsent: unsent.value.length > 0,
          stale: !fake.online.value,
        });
      const failure = fake.failureFor('watchDraft');
      if (failure) watcher.failed(failure);
      if (failure || fake.isHeld('watchDraft')) return () => {};
      const stops = [fake.serverDraft.watch(show), unsent.watch(show), fake.online.watch(show)];
      return () => stops.forEach((stop) => stop());
    },
    async editDraft(edits, kept) {
      // Like the real store, which closes with the session.
      if (fake.session.value.kind !== 'signed-in') return fail({ code: 'store/client-terminated' });
      const scripted = fake.failureFor('editDraft');
      if (fake.isHeld('storeEdit')) return new Promise(() => {});
      unsent.set([...unsent.value, ...edits]);
      if (fake.copy === 'lasting') kept?.();
      await whenOnline();
      const links = edits.filter(({ path }) => path[0] === 'links');
      const stray = strayEdits(links, fake.serverDraft.value ?? emptyDraft).length > 0;
      const failure = scripted ?? (stray ? ({ code: 'store/permission-denied' } as const) : null);
      // A refused write is shown until the refusal comes, and then taken back.
      if (failure) unsent.set(unsent.value.filter((edit) => !edits.includes(edit)));
      if (failure) return fail(failure);
      if (fake.isHeld('editDraft')) return new Promise(() => {});
      send(edits);
      return ok(undefined);
    },
    async settled() {
      await new Promise<void>((resolve) => {
        let stop: Stop = () => {};
        stop = unsent.watch((edits) => {
          if (edits.length > 0) return;
          resolve();
          queueMicrotask(() => stop());
        });
      });
      return ok(fake.serverDraft.value?.revision ?? 0);
    },
    watchPublished: watching('watchPublished', fake.published),
    watchPayments: watching('watchPayments', fake.payments),
    watchLinkHealth: watching('watchLinkHealth', fake.linkHealth),
    watchExport: watching('watchExport', fake.export),
    watchLeaving: watching('watchLeaving', fake.leaving),
    watchChannels: watching('watchChannels', fake.channels.stored),
    watchDeliveries: (limit, watcher) =>
      watching(
        'watchDeliveries',
        fake.channels.deliveries,
      )({
        next: (deliveries) => watcher.next(deliveries.slice(0, limit)),
        failed: (failure) => watcher.failed(failure),
      }),
    watchOverlay: watching('watchOverlay', fake.overlay.own),
    watchAlerts: (_key, limit, watcher) =>
      watching(
        'watchAlerts',
        fake.overlay.alerts,
      )({
        next: (alerts) => watcher.next(alerts.slice(0, limit)),
        failed: (failure) => watcher.failed(failure),
      }),
    watchPreferences: watching('watchPreferences', fake.preferences),
    keepLanguage: (language) => keep('keepLanguage', { language }),
    keepTimeZone: (timeZone) => keep('keepTimeZone', { timeZone }),
    keepSetUp: (set) => keep('keepSetUp', set),
    keepTellMeHidden: (tellMeHidden) => keep('keepTellMeHidden', { tellMeHidden }),
    keepStatementOwner: (owner) => keep('keepStatementOwner', owner),
    watchTips: (limit, watcher) =>
      watching(
        'watchTips',
        fake.tips,
      )({
        next: (tips) => watcher.next({ tips: tips.slice(0, limit), more: tips.length > limit, stale: false }),
        failed: (failure) => watcher.failed(failure),
      }),
    watchTotals(watcher) {
      const failure = fake.failureFor('watchTotals');
      if (failure) watcher.failed(failure);
      if (failure || fake.isHeld('watchTotals')) return () => {};
      const show = () => watcher.next({ totals: fake.totals.value, stale: !fake.online.value });
      const stops = [fake.totals.watch(show), fake.online.watch(show)];
      return () => stops.forEach((stop) => stop());
    },
    tipRepository: inMemoryTipRepository(fake),
    supporters: inMemorySupporterRepository(fake),
  };
}

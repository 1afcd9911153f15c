import { fail, ok } from '../../core/base/result';
import { defaultPreferences, type AccountPreferences } from '../../core/documents/account-document';
import { sumSupport } from '../../core/monthly/monthly';
import { emptyDraft } from '../../core/profile/draft';
import type { Tip } from '../../core/tip/tip';
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
import { watchingIn, type InMemoryWorld, type ScriptedCall } from './in-memory-world';

const firstOf = (tips: readonly Tip[], limit: number, stale = false): TipsView => ({
  tips: tips.slice(0, limit),
  more: tips.length > limit,
  stale,
});

/** The owner's tips and counts in `world`. */
function inMemoryTipRepository(world: InMemoryWorld): TipRepository {
  const watching = watchingIn(world);
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
      answered = true;
      watcher.next(firstOf(source.value.filter(chosen), limit, !world.online.value));
    };
    const stops = [watching(call, source, { ...watcher, next: show }, () => undefined)];
    // A pending or failed call reports nothing more.
    if (answered) stops.push(world.online.watch(show));
    return () => stops.forEach((stop) => stop());
  }
  return {
    watchLatest: (limit, watcher) => watchingList('watchLatest', world.allTips, watcher, limit),
    async readOlder({ tipId }, limit) {
      if (world.isHeld('readTips')) return new Promise(() => {});
      const failure = world.failureFor('readTips');
      if (failure) return fail(failure);
      const all = world.allTips.value;
      const rest = all.slice(all.findIndex((tip) => tip.tipId === tipId) + 1);
      return ok(firstOf(rest, limit));
    },
    watchTip: (tipId, watcher) =>
      watching('watchTip', world.allTips, watcher, (tips) => tips.find((tip) => tip.tipId === tipId) ?? null),
    watchLog: (tipId, watcher) =>
      watching('watchLog', world.allTips, watcher, () => world.tipLogs.get(tipId) ?? []),
    watchRefunds: (tipId, watcher) =>
      watching('watchRefunds', world.allTips, watcher, () => world.refunds.get(tipId) ?? []),
    watchPaid: ({ from, until }, limit, watcher) =>
      watchingList('watchTips', world.tips, watcher, limit, ({ payment: { succeededAt } }) => {
        const at = succeededAt ?? 0;
        return from <= at && at < until;
      }),
    watchDisputed: (limit, watcher) =>
      watchingList('watchDisputed', world.allTips, watcher, limit, ({ dispute }) =>
        ['open', 'inquiry'].includes(dispute.status),
      ),
    watchInsights: ({ from, until }, watcher) =>
      watching('watchInsights', world.insights, watcher, (shards) =>
        shards.filter(({ day }) => from <= day && day < until),
      ),
    watchCountedUntil: (watcher) => watching('watchCountedUntil', world.countedUntil, watcher, (at) => at),
  };
}

/** The owner's monthly tips in `world`. */
function inMemorySupporterRepository(world: InMemoryWorld): SupporterRepository {
  const watching = watchingIn(world);
  return {
    watchAll: (limit, watcher) =>
      watching('watchSupporters', world.supporters, watcher, (all) => ({
        supporters: all.slice(0, limit),
        more: all.length > limit,
        stale: !world.online.value,
      })),
    watchOne: (monthlyId, watcher) =>
      watching(
        'watchSupporter',
        world.supporters,
        watcher,
        (all) => all.find((one) => one.monthlyId === monthlyId) ?? null,
      ),
    watchSupport: (watcher) =>
      watching('watchSupport', world.supporters, watcher, (all) =>
        sumSupport(all.map(({ currency, contrib }) => ({ currency, ...contrib }))),
      ),
    watchPayments: (monthlyId, watcher) =>
      watching('watchPaymentsOf', world.allTips, watcher, (tips) =>
        latestFirst(tips.filter(({ cycle }) => cycle?.monthlyId === monthlyId)),
      ),
  };
}

/** The owner's documents, behaving like the real store: edits show at once and wait for the connection. */
export function inMemoryStore(world: InMemoryWorld): OwnerStore {
  const unsent = new Watched<readonly DraftEdit[]>([]);

  const send = (edits: readonly DraftEdit[]) => {
    const before = world.serverDraft.value ?? emptyDraft;
    unsent.set(unsent.value.filter((edit) => !edits.includes(edit)));
    world.serverDraft.set({
      ...withEdits(before, edits),
      revision: before.revision + revisionStep(edits),
      updatedAt: Date.now(),
    });
  };
  const whenOnline = () =>
    new Promise<void>((resolve) => {
      let stop: Stop = () => {};
      stop = world.online.watch((online) => {
        if (!online) return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  const watching =
    <T>(call: ScriptedCall, source: Watched<T>) =>
    (watcher: Watcher<T>): Stop => {
      if (world.isHeld(call)) return () => {};
      const failure = world.failureFor(call);
      if (!failure) return source.watch((value) => watcher.next(value));
      watcher.failed(failure);
      return () => {};
    };

  async function keep(call: ScriptedCall, chosen: Partial<AccountPreferences>): Answer {
    const before = world.preferences.value;
    world.preferences.set({ ...(before ?? defaultPreferences), ...chosen });
    const failure = world.failureFor(call);
    // A refused write is shown until the refusal comes, and then taken back.
    if (failure) world.preferences.set(before);
    return failure ? fail(failure) : ok(undefined);
  }

  return {
    copy: world.copy,
    watchDraft(watcher) {
      const show = () =>
        watcher.next({
          draft: withEdits(world.serverDraft.value ?? emptyDraft, unsent.value),
          unsent: unsent.value.length > 0,
          stale: !world.online.value,
        });
      const failure = world.failureFor('watchDraft');
      if (failure) watcher.failed(failure);
      if (failure || world.isHeld('watchDraft')) return () => {};
      const stops = [world.serverDraft.watch(show), unsent.watch(show), world.online.watch(show)];
      return () => stops.forEach((stop) => stop());
    },
    async editDraft(edits) {
      // Like the real store, which closes with the session.
      if (world.session.value.kind !== 'signed-in') return fail({ code: 'store/client-terminated' });
      const scripted = world.failureFor('editDraft');
      unsent.set([...unsent.value, ...edits]);
      await whenOnline();
      const stray = strayEdits(edits, world.serverDraft.value?.links ?? {}).length > 0;
      const failure = scripted ?? (stray ? ({ code: 'store/permission-denied' } as const) : null);
      // A refused write is shown until the refusal comes, and then taken back.
      if (failure) unsent.set(unsent.value.filter((edit) => !edits.includes(edit)));
      if (failure) return fail(failure);
      if (world.isHeld('editDraft')) return new Promise(() => {});
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
      return ok(world.serverDraft.value?.revision ?? 0);
    },
    watchPublished: watching('watchPublished', world.published),
    watchPayments: watching('watchPayments', world.payments),
    watchLinkHealth: watching('watchLinkHealth', world.linkHealth),
    watchExport: watching('watchExport', world.export),
    watchLeaving: watching('watchLeaving', world.leaving),
    watchChannels: watching('watchChannels', world.channels.stored),
    watchDeliveries: (limit, watcher) =>
      watching(
        'watchDeliveries',
        world.channels.deliveries,
      )({
        next: (deliveries) => watcher.next(deliveries.slice(0, limit)),
        failed: (failure) => watcher.failed(failure),
      }),
    watchOverlay: watching('watchOverlay', world.overlay.own),
    watchAlerts: (_key, limit, watcher) =>
      watching(
        'watchAlerts',
        world.overlay.alerts,
      )({
        next: (alerts) => watcher.next(alerts.slice(0, limit)),
        failed: (failure) => watcher.failed(failure),
      }),
    watchPreferences: watching('watchPreferences', world.preferences),
    keepLanguage: (language) => keep('keepLanguage', { language }),
    keepTimeZone: (timeZone) => keep('keepTimeZone', { timeZone }),
    keepSetUpHidden: (setUpHidden) => keep('keepSetUpHidden', { setUpHidden }),
    keepTellMeHidden: (tellMeHidden) => keep('keepTellMeHidden', { tellMeHidden }),
    keepStatementOwner: (owner) => keep('keepStatementOwner', owner),
    watchTips: (limit, watcher) =>
      watching(
        'watchTips',
        world.tips,
      )({
        next: (tips) => watcher.next({ tips: tips.slice(0, limit), more: tips.length > limit, stale: false }),
        failed: (failure) => watcher.failed(failure),
      }),
    watchTotals(watcher) {
      const failure = world.failureFor('watchTotals');
      if (failure) watcher.failed(failure);
      if (failure || world.isHeld('watchTotals')) return () => {};
      const show = () => watcher.next({ totals: world.totals.value, stale: !world.online.value });
      const stops = [world.totals.watch(show), world.online.watch(show)];
      return () => stops.forEach((stop) => stop());
    },
    tipRepository: inMemoryTipRepository(world),
    supporters: inMemorySupporterRepository(world),
  };
}

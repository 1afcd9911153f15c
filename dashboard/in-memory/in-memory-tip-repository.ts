import { fail, ok } from '../../core/base/result';
import type { Tip } from '../../core/tip/tip';
import type { Stop, Watcher } from '../data/failure';
import type { TipsView, TipRepository } from '../data/backend';
import type { InMemoryWorld } from './in-memory-world';
import type { ScriptedCall } from './scripted-call';
import type { Watched } from '../data/watched';
import { watchingIn } from './watching';

const firstOf = (tips: readonly Tip[], limit: number, stale = false): TipsView => ({
  tips: tips.slice(0, limit),
  more: tips.length > limit,
  stale,
});

/** The owner's tips and counts in `world`. */
export function inMemoryTipRepository(world: InMemoryWorld): TipRepository {
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

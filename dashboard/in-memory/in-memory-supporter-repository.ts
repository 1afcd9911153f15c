import { sumSupport } from '../../core/monthly/support';
import type { Stop, Watcher } from '../shared/answer';
import { latestFirst } from '../shared/latest-first';
import type { SupporterRepository } from '../shared/supporter-repository';
import type { Watched } from '../shared/watched';
import type { InMemoryWorld } from './in-memory-world';
import type { ScriptedCall } from './scripted-call';

/** The owner's monthly tips in `world`. */
export function inMemorySupporterRepository(world: InMemoryWorld): SupporterRepository {
  function watching<T, V>(
    call: ScriptedCall,
    source: Watched<T>,
    watcher: Watcher<V>,
    show: (value: T) => V,
  ): Stop {
    if (world.isHeld(call)) return () => {};
    const failure = world.failureFor(call);
    if (!failure) return source.watch((value) => watcher.next(show(value)));
    watcher.failed(failure);
    return () => {};
  }
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

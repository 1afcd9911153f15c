import { sumSupport } from '../../core/monthly/monthly';
import { latestFirst } from '../shared/latest-first';
import type { SupporterRepository } from '../data/backend';
import type { InMemoryWorld } from './in-memory-world';
import { watchingIn } from './watching';

/** The owner's monthly tips in `world`. */
export function inMemorySupporterRepository(world: InMemoryWorld): SupporterRepository {
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

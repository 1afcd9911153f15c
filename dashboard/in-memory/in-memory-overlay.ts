import { fail, ok, type Result } from '../../core/base/result';
import {
  newOverlayLive,
  newOverlaySettings,
  type OverlayLive,
  type OwnOverlay,
} from '../../core/outbox/overlay/overlay';
import type { OverlayLiveBody } from '../../core/api/channel-api';
import type { Failure } from '../data/failure';
import type { OwnerOverlay } from '../data/backend';
import type { InMemoryWorld } from './in-memory-world';

const keyOf = (count: number): string => String(count).repeat(40).slice(0, 40);

/** The overlay in `world`, which behaves like the server's. */
export function inMemoryOverlay(world: InMemoryWorld): OwnerOverlay {
  const { overlay } = world;
  const own = (act: (own: OwnOverlay) => OwnOverlay): Result<void, Failure> => {
    if (overlay.own.value === null) return fail({ code: 'api/channel-not-found' });
    overlay.own.set(act(overlay.own.value));
    return ok(undefined);
  };
  const newKey = (): string => {
    overlay.keys += 1;
    return keyOf(overlay.keys);
  };
  const live = (part: Partial<OverlayLive>) =>
    own((before) => ({ ...before, live: { ...before.live, ...part } }));

  function act(wanted: OverlayLiveBody): Result<void, Failure> {
    overlay.acts.push('tipId' in wanted ? `${wanted.act} ${wanted.tipId}` : wanted.act);
    switch (wanted.act) {
      case 'pause':
      case 'resume':
        return live({ paused: wanted.act === 'pause' });
      case 'mute':
      case 'unmute':
        return live({ muted: wanted.act === 'mute' });
      case 'skip':
        return own((before) => ({ ...before, live: { ...before.live, skip: before.live.skip + 1 } }));
      case 'again':
        return own((before) => before);
      case 'show':
        overlay.alerts.set(
          overlay.alerts.value.map((alert) =>
            alert.id === wanted.tipId ? { ...alert, approvedAt: alert.at } : alert,
          ),
        );
        return ok(undefined);
    }
  }

  return {
    make: () =>
      world.answer('makeOverlay', () => {
        if (!world.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        overlay.own.set({
          v: 1,
          key: newKey(),
          createdAt: Date.now(),
          handle: world.published.value?.handle ?? 'ada',
          settings: newOverlaySettings,
          live: newOverlayLive,
        });
        return ok(undefined);
      }),
    change: (changes) =>
      world.answer('changeOverlay', () =>
        own((before) => {
          const given = Object.entries(changes).filter(([, value]) => value !== undefined);
          return { ...before, settings: { ...before.settings, ...Object.fromEntries(given) } };
        }),
      ),
    renewKey: () =>
      world.answer('renewOverlayKey', () => {
        if (!world.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        overlay.alerts.set([]);
        return own((before) => ({ ...before, key: newKey() }));
      }),
    remove: () =>
      world.answer('removeOverlay', () => {
        overlay.own.set(null);
        overlay.alerts.set([]);
        return ok(undefined);
      }),
    act: (wanted) => world.answer('actOnOverlay', () => act(wanted)),
    test: (test) =>
      world.answer('testOverlay', () => {
        overlay.acts.push(`test ${test}`);
        return own((before) => before);
      }),
  };
}

import type { Stop, Watcher } from '../data/failure';
import type { Watched } from '../data/watched';
import type { InMemoryWorld } from './in-memory-world';
import type { ScriptedCall } from './scripted-call';

/** A listener of the server, controlled by `world`: it never answers, fails once, or gives `show` of the source and of each change. */
export const watchingIn =
  (world: InMemoryWorld) =>
  <T, V>(call: ScriptedCall, source: Watched<T>, watcher: Watcher<V>, show: (value: T) => V): Stop => {
    if (world.isHeld(call)) return () => {};
    const failure = world.failureFor(call);
    if (!failure) return source.watch((value) => watcher.next(show(value)));
    watcher.failed(failure);
    return () => {};
  };

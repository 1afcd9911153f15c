import type { Stop } from './failure';

/** An observable value: subscribers get the current value at once, then each change. */
export class Watched<T> {
  readonly #watchers = new Set<(value: T) => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const watcher of new Set(this.#watchers)) watcher(value);
  }

  watch(watcher: (value: T) => void): Stop {
    this.#watchers.add(watcher);
    watcher(this.#value);
    return () => void this.#watchers.delete(watcher);
  }
}

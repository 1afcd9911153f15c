import type { Database } from '../engine/database';
import type { DocumentChange, StoredDocument } from '../engine/stored-document';
import type { CompiledQuery } from '../query/compile-query';
import type { Micros } from '../values/instant';
import { type Delta, windowDelta } from './target-delta';

const NOW: ReadonlyMap<string, StoredDocument | null> = new Map();

/** The result of a query for a listener, updated from the changed documents where that is enough. */
export interface WatchedQuery {
  /** The full result, for a new listener. */
  start(): Delta;
  /** The changes since a time; null when they are no longer known exactly. */
  since(time: Micros): Delta | null;
  /** The possible changes since a time before the last restart. The count tells the client about the rest. */
  guessSince(time: Micros): Delta;
  update(changes: readonly DocumentChange[]): Delta;
  count(): number;
}

/** A query without limit and offset: each changed document alone decides whether it is in the result. */
export class UnlimitedQuery implements WatchedQuery {
  constructor(
    private readonly database: Database,
    private readonly compiled: CompiledQuery,
  ) {}

  start(): Delta {
    return { present: this.database.run(this.compiled, NOW), gone: [] };
  }

  since(time: Micros): Delta | null {
    if (!this.database.remembers(time)) return null;
    const changes = [...this.database.statesAt(time)].map(([path, before]) => ({
      path,
      before,
      after: this.database.tree.get(path),
    }));
    return this.update(changes.filter(({ before, after }) => before !== after));
  }

  guessSince(time: Micros): Delta {
    const { matches } = this.compiled;
    const changed = this.database.run(this.compiled, NOW).filter(({ updateTime }) => updateTime > time);
    const left = [...this.database.tree.documents()].filter(
      (document) => document.updateTime > time && !matches(document),
    );
    return { present: changed, gone: left.map((now) => ({ path: now.path, now })) };
  }

  update(changes: readonly DocumentChange[]): Delta {
    const present: StoredDocument[] = [];
    const gone: Delta['gone'][number][] = [];
    for (const { path, before, after } of changes) {
      if (after !== null && this.compiled.matches(after)) present.push(after);
      else if (before !== null && this.compiled.matches(before)) gone.push({ path, now: after });
    }
    return { present, gone };
  }

  count(): number {
    return this.database.run(this.compiled, NOW).length;
  }
}

/** A query with a limit or an offset keeps its window. It runs again only when the window may have changed. */
export class WindowQuery implements WatchedQuery {
  private window: readonly StoredDocument[] = [];

  constructor(
    private readonly database: Database,
    private readonly compiled: CompiledQuery,
  ) {}

  start(): Delta {
    this.window = this.database.run(this.compiled, NOW);
    return { present: this.window, gone: [] };
  }

  since(time: Micros): Delta | null {
    if (!this.database.remembers(time)) return null;
    const before = this.database.run(this.compiled, this.database.statesAt(time));
    this.window = this.database.run(this.compiled, NOW);
    return this.delta(before);
  }

  guessSince(): Delta {
    return this.start();
  }

  update(changes: readonly DocumentChange[]): Delta {
    if (!changes.some((change) => this.touches(change))) return { present: [], gone: [] };
    const before = this.window;
    this.window = this.database.run(this.compiled, NOW);
    return this.delta(before);
  }

  count(): number {
    return this.window.length;
  }

  private delta(before: readonly StoredDocument[]): Delta {
    return windowDelta(before, this.window, (path) => this.database.tree.get(path));
  }

  /** Whether a change may affect the window: the document is inside it, or sorts before its end. */
  private touches({ before, after }: DocumentChange): boolean {
    const { matches, compare, query } = this.compiled;
    const last = this.window.at(-1);
    const full = query.limit !== null && this.window.length >= query.limit;
    const reaches = (document: StoredDocument | null): boolean =>
      document !== null && matches(document) && (!full || last === undefined || compare(document, last) <= 0);
    return reaches(before) || reaches(after);
  }
}

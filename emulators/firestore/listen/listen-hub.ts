import type { Database } from '../engine/database';
import type { CommittedChanges, DocumentChange } from '../engine/stored-document';
import { collectionOf, lastSegment } from '../values/resource-name';
import type { Target } from './target';

/** Receives the targets of one stream that a commit affects; called once for each commit. */
export interface Subscriber {
  committed(commit: CommittedChanges, concerned: ReadonlyMap<Target, DocumentChange[]>): void;
  /** The rules have changed, so every target must be authorized again. */
  rulesChanged(): void;
}

/** The keys of a target's index entry, so that the changed documents of a commit lead to it. */
function keysOf({ interest }: Target): string[] {
  if (interest.kind === 'documents') return interest.paths.map((path) => `document ${path}`);
  const { parent, collectionId, allDescendants } = interest.query;
  if (collectionId === null) return ['everywhere'];
  if (allDescendants) return [`group ${collectionId}`];
  return [`collection ${parent === '' ? '' : `${parent}/`}${collectionId}`];
}

function keysFor(path: string): string[] {
  const collection = collectionOf(path);
  return [`document ${path}`, `collection ${collection}`, `group ${lastSegment(collection)}`, 'everywhere'];
}

/** Finds the listeners that a commit affects. Other listeners cost nothing. */
export class ListenHub {
  private readonly targets = new Map<string, Map<Target, Subscriber>>();
  private readonly subscribers = new Set<Subscriber>();

  constructor(database: Database) {
    database.onCommit((commit) => this.publish(commit));
  }

  join(subscriber: Subscriber): void {
    this.subscribers.add(subscriber);
  }

  leave(subscriber: Subscriber): void {
    this.subscribers.delete(subscriber);
  }

  add(target: Target, subscriber: Subscriber): void {
    for (const key of keysOf(target)) {
      const filed = this.targets.get(key) ?? new Map<Target, Subscriber>();
      filed.set(target, subscriber);
      this.targets.set(key, filed);
    }
  }

  remove(target: Target): void {
    for (const key of keysOf(target)) {
      const filed = this.targets.get(key);
      filed?.delete(target);
      if (filed?.size === 0) this.targets.delete(key);
    }
  }

  rulesChanged(): void {
    for (const subscriber of this.subscribers) subscriber.rulesChanged();
  }

  private publish(commit: CommittedChanges): void {
    const concerned = new Map<Subscriber, Map<Target, DocumentChange[]>>();
    for (const change of commit.changes) {
      for (const key of keysFor(change.path)) {
        for (const [target, subscriber] of this.targets.get(key) ?? []) {
          const targets = concerned.get(subscriber) ?? new Map<Target, DocumentChange[]>();
          concerned.set(subscriber, targets);
          const changes = targets.get(target);
          if (changes === undefined) targets.set(target, [change]);
          else changes.push(change);
        }
      }
    }
    for (const [subscriber, targets] of concerned) subscriber.committed(commit, targets);
  }
}

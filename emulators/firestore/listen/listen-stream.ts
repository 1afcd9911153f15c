import {
  documentMessage,
  type CommittedChanges,
  type DocumentChange,
  type StoredDocument,
} from '../documents/stored-document';
import type { Database } from '../engine/database';
import { databaseOf, type RpcContext } from '../rpc/service';
import { collectionOf, documentName, lastSegment } from '../values/names';
import { StatusError, invalid, statusOf } from '../values/status';
import { formatInstant, parseInstant, type Micros } from '../values/values';
import type { ListenResponse, Requests, TargetMessage } from '../wire/messages';
import { makeTarget, type Target, type Delta } from './target';

/** Receives the targets of one stream that a commit affects; called once for each commit. */
interface Subscriber {
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

/** A resume token is the time of its snapshot. */
const resumeToken = (time: Micros): string => Buffer.from(`at:${time}`).toString('base64');

/** null for an unknown token: the listener then gets the full result. */
function resumeTime(token: string): Micros | null {
  const found = /^at:(\d{1,16})$/.exec(Buffer.from(token, 'base64').toString('latin1'));
  return found?.[1] === undefined ? null : Number(found[1]);
}

interface Gathered {
  now: StoredDocument | null;
  targetIds: number[];
  removedTargetIds: number[];
}

/** Merges the changes of several targets in one commit: one message for each document. */
class SnapshotMessages {
  private readonly documents = new Map<string, Gathered>();

  constructor(
    private readonly database: string,
    /** Whether the client may read a document that has left its results. */
    private readonly mayShow: (document: StoredDocument) => boolean,
  ) {}

  add(targetId: number, delta: Delta): void {
    for (const document of delta.present) this.entry(document.path, document).targetIds.push(targetId);
    for (const { path, now } of delta.gone) this.entry(path, now).removedTargetIds.push(targetId);
  }

  messages(readTime: string): ListenResponse[] {
    return [...this.documents].map(([path, gathered]) => this.message(path, gathered, readTime));
  }

  private entry(path: string, now: StoredDocument | null): Gathered {
    const known = this.documents.get(path);
    if (known !== undefined) return known;
    const made: Gathered = { now, targetIds: [], removedTargetIds: [] };
    this.documents.set(path, made);
    return made;
  }

  private message(
    path: string,
    { now, targetIds, removedTargetIds }: Gathered,
    readTime: string,
  ): ListenResponse {
    const document = documentName(this.database, path);
    if (now === null) return { documentDelete: { document, removedTargetIds, readTime } };
    if (targetIds.length === 0 && !this.mayShow(now)) {
      return { documentRemove: { document, removedTargetIds, readTime } };
    }
    const change = { document: documentMessage(this.database, now), targetIds };
    return { documentChange: removedTargetIds.length === 0 ? change : { ...change, removedTargetIds } };
  }
}

export interface ListenContext extends RpcContext {
  hubFor(database: Database): ListenHub;
}

const resumeFrom = ({ resumeToken: token, readTime }: TargetMessage): Micros | null => {
  if (token !== undefined && token !== '') return resumeTime(token);
  return readTime === undefined ? null : parseInstant(readTime);
};

/** One Listen stream of a client, with its targets. */
export class ListenStream implements Subscriber {
  private readonly targets = new Map<number, Target>();
  private readonly ids = new Map<Target, number>();
  private hub: ListenHub | null = null;
  private database: Database | null = null;

  constructor(
    private readonly context: ListenContext,
    private readonly send: (message: ListenResponse) => void,
  ) {}

  receive(request: Requests['ListenRequest']): void {
    const database = this.open(request.database);
    if (request.removeTarget !== undefined) this.removeTarget(request.removeTarget);
    else if (request.addTarget !== undefined) this.addTarget(database, request.addTarget);
  }

  close(): void {
    for (const target of this.targets.values()) this.hub?.remove(target);
    this.targets.clear();
    this.hub?.leave(this);
  }

  committed(commit: CommittedChanges, concerned: ReadonlyMap<Target, DocumentChange[]>): void {
    const gathered = this.snapshot();
    let hasChanges = false;
    for (const [target, changes] of concerned) {
      const targetId = this.ids.get(target);
      if (targetId === undefined) continue;
      const delta = this.guarded(targetId, () => target.update(changes));
      if (delta === null) {
        hasChanges = true;
        continue;
      }
      if (delta.present.length + delta.gone.length === 0) continue;
      gathered.add(targetId, delta);
      hasChanges = true;
    }
    if (hasChanges) this.finish(gathered, commit.time);
  }

  rulesChanged(): void {
    for (const [targetId, target] of this.targets) this.guarded(targetId, () => target.authorize());
  }

  private open(name: string | undefined): Database {
    if (this.database !== null) return this.database;
    const database = databaseOf(this.context, name);
    this.database = database;
    this.hub = this.context.hubFor(database);
    this.hub.join(this);
    return database;
  }

  private addTarget(database: Database, message: TargetMessage): void {
    const targetId = message.targetId ?? 0;
    if (targetId === 0) throw invalid('A target needs an id.');
    this.drop(targetId);
    this.send({ targetChange: { targetChangeType: 'ADD', targetIds: [targetId] } });
    this.guarded(targetId, () => {
      const target = makeTarget(database, this.context, message);
      target.authorize();
      const from = resumeFrom(message);
      const time = database.clock.read();
      const gathered = this.snapshot();
      gathered.add(targetId, from === null ? target.start() : target.since(from));
      for (const each of gathered.messages(formatInstant(time))) this.send(each);
      if (from !== null) this.send({ filter: { targetId, count: target.count() } });
      this.targets.set(targetId, target);
      this.ids.set(target, targetId);
      this.hub?.add(target, this);
      const state = { readTime: formatInstant(time), resumeToken: resumeToken(time) };
      this.send({ targetChange: { targetChangeType: 'CURRENT', targetIds: [targetId], ...state } });
      this.send({ targetChange: state });
    });
  }

  private removeTarget(targetId: number): void {
    this.drop(targetId);
    this.send({ targetChange: { targetChangeType: 'REMOVE', targetIds: [targetId] } });
  }

  private drop(targetId: number): void {
    const target = this.targets.get(targetId);
    if (target === undefined) return;
    this.targets.delete(targetId);
    this.ids.delete(target);
    this.hub?.remove(target);
  }

  /** An invalid target ends alone; the stream and its other targets continue. */
  private guarded<T>(targetId: number, act: () => T): T | null {
    try {
      return act();
    } catch (error) {
      const { grpcCode, message } = error instanceof StatusError ? error : statusOf(error, this.context.log);
      this.drop(targetId);
      const cause = { code: grpcCode, message };
      this.send({ targetChange: { targetChangeType: 'REMOVE', targetIds: [targetId], cause } });
      return null;
    }
  }

  private snapshot(): SnapshotMessages {
    return new SnapshotMessages(this.database?.name ?? '', (document) => this.mayShow(document));
  }

  private mayShow(document: StoredDocument): boolean {
    if (this.context.caller.kind === 'owner' || this.database === null) return true;
    return this.context.gate.mayGet(this.context.caller, this.database, document.path, document);
  }

  /** The SDKs raise a snapshot only for a target change without ids. */
  private finish(gathered: SnapshotMessages, time: Micros): void {
    const readTime = formatInstant(time);
    for (const message of gathered.messages(readTime)) this.send(message);
    this.send({ targetChange: { readTime, resumeToken: resumeToken(time) } });
  }
}

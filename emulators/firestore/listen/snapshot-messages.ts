import { documentMessage, type StoredDocument } from '../engine/stored-document';
import { documentName } from '../values/resource-name';
import type { ListenResponse } from '../wire/messages';
import type { Delta } from './target-delta';

interface Gathered {
  now: StoredDocument | null;
  targetIds: number[];
  removedTargetIds: number[];
}

/** Merges the changes of several targets in one commit: one message for each document. */
export class SnapshotMessages {
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

import { collectionOf, lastSegment } from '../values/resource-name';
import { Collection } from './collection';
import type { DocumentView, StoredDocument } from './stored-document';

/** The latest version of every document of one database, by collection. */
export class DocumentTree implements DocumentView {
  private readonly collections = new Map<string, Collection>();

  get(path: string): StoredDocument | null {
    return this.collections.get(collectionOf(path))?.get(path) ?? null;
  }

  set(path: string, after: StoredDocument | null): void {
    const name = collectionOf(path);
    let collection = this.collections.get(name);
    if (collection === undefined) {
      if (after === null) return;
      collection = new Collection(name);
      this.collections.set(name, collection);
    }
    collection.replace(path, after);
    if (collection.size === 0) this.collections.delete(name);
  }

  collection(path: string): Collection | null {
    return this.collections.get(path) ?? null;
  }

  /** All collections below `parent` ('' = the whole database), optionally only those with the given id. */
  descendants(parent: string, collectionId: string | null): Collection[] {
    const prefix = parent === '' ? '' : `${parent}/`;
    return [...this.collections.values()].filter(
      ({ path }) => path.startsWith(prefix) && (collectionId === null || lastSegment(path) === collectionId),
    );
  }

  /** The ids of the collections directly below a document or the root, including those with only subcollections. */
  collectionIds(parent: string): string[] {
    const prefix = parent === '' ? '' : `${parent}/`;
    const ids = new Set<string>();
    for (const path of this.collections.keys()) {
      if (path.startsWith(prefix)) ids.add(path.slice(prefix.length).split('/')[0] ?? '');
    }
    return [...ids].sort();
  }

  *documents(): Generator<StoredDocument> {
    for (const collection of this.collections.values()) yield* collection.values();
  }

  get size(): number {
    let count = 0;
    for (const collection of this.collections.values()) count += collection.size;
    return count;
  }
}

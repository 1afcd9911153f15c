import type { Query, StoredData } from './store';

export interface Kept {
  readonly version: number;
  readonly data: StoredData;
}

type Entry = readonly [path: string, kept: Kept];

const collectionOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const idOf = (collection: string): string => collection.slice(collection.lastIndexOf('/') + 1);

/** Documents by path, and by collection, so that a query looks only at the documents of its collection. */
export class InMemoryDocuments {
  private readonly collections = new Map<string, Map<string, Kept>>();
  private readonly groups = new Map<string, Set<string>>();

  get(path: string): Kept | undefined {
    return this.collections.get(collectionOf(path))?.get(path);
  }

  set(path: string, kept: Kept): void {
    const collection = collectionOf(path);
    const documents = this.collections.get(collection) ?? new Map<string, Kept>();
    documents.set(path, kept);
    this.collections.set(collection, documents);
    const group = this.groups.get(idOf(collection)) ?? new Set<string>();
    this.groups.set(idOf(collection), group.add(collection));
  }

  delete(path: string): void {
    const collection = collectionOf(path);
    const documents = this.collections.get(collection);
    documents?.delete(path);
    if (documents?.size !== 0) return;
    this.collections.delete(collection);
    this.groups.get(idOf(collection))?.delete(collection);
  }

  all(): readonly Entry[] {
    return [...this.collections.values()].flatMap((documents) => [...documents]);
  }

  /** The documents in which a query may find something. */
  of({ from, group }: Pick<Query, 'from' | 'group'>): readonly Entry[] {
    const collections = group === true ? (this.groups.get(from) ?? []) : [from];
    return [...collections].flatMap((collection) => [...(this.collections.get(collection) ?? [])]);
  }
}

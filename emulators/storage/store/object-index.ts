import type { ObjectRecord } from './object-record';

/** All objects in memory: by bucket and name, with the number of objects for each blob. */
export class ObjectIndex {
  readonly #buckets = new Map<string, Map<string, ObjectRecord>>();
  readonly #sorted = new Map<string, readonly string[]>();
  readonly #uses = new Map<string, number>();

  find(bucket: string, name: string): ObjectRecord | undefined {
    return this.#buckets.get(bucket)?.get(name);
  }

  put(record: ObjectRecord): void {
    const objects = this.#buckets.get(record.bucket) ?? new Map<string, ObjectRecord>();
    this.#buckets.set(record.bucket, objects);
    const before = objects.get(record.name);
    if (before === undefined) this.#sorted.delete(record.bucket);
    else this.#count(before.blob, -1);
    objects.set(record.name, record);
    this.#count(record.blob, 1);
  }

  remove(bucket: string, name: string): void {
    const before = this.find(bucket, name);
    if (before === undefined) return;
    this.#buckets.get(bucket)?.delete(name);
    this.#sorted.delete(bucket);
    this.#count(before.blob, -1);
  }

  /** In the order of UTF-8 bytes, as in the service. */
  names(bucket: string): readonly string[] {
    const known = this.#sorted.get(bucket);
    if (known !== undefined) return known;
    const names = [...(this.#buckets.get(bucket)?.keys() ?? [])].sort((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
    this.#sorted.set(bucket, names);
    return names;
  }

  buckets(): readonly string[] {
    return [...this.#buckets.keys()].sort();
  }

  *all(): Generator<ObjectRecord> {
    for (const objects of this.#buckets.values()) yield* objects.values();
  }

  isNamed(blob: string): boolean {
    return this.#uses.has(blob);
  }

  blobs(): ReadonlySet<string> {
    return new Set(this.#uses.keys());
  }

  #count(blob: string, by: 1 | -1): void {
    const uses = (this.#uses.get(blob) ?? 0) + by;
    if (uses > 0) this.#uses.set(blob, uses);
    else this.#uses.delete(blob);
  }
}

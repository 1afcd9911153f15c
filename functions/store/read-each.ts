import type { Docs, Stored, Transaction } from './store';

/** Reads documents of different types in one round trip of a transaction, in this order. Missing ones are undefined. */
export async function readEach<const T extends readonly unknown[]>(
  tx: Pick<Transaction, 'readAll'>,
  docs: Docs<T>,
): Promise<{ readonly [K in keyof T]: T[K] | undefined }> {
  const list: readonly Stored<unknown>[] = docs;
  const values = await tx.readAll(list);
  return values as { readonly [K in keyof T]: T[K] | undefined };
}

import type { Result } from '../../core/base/result';
import { readable } from './stored';
import type { Store } from './store';

const pageSize = 200;

/** Every document of a collection, page by page. */
export async function* allDocuments<T>(
  store: Pick<Store, 'find'>,
  from: string,
  decode: (data: unknown) => Result<T>,
): AsyncGenerator<{ readonly path: string; readonly value: T }> {
  let after: string | null = null;
  for (;;) {
    const page: readonly { readonly path: string; readonly value: Result<T> }[] = await store.find(
      { from, limit: pageSize, after },
      decode,
    );
    for (const { path, value } of page) yield { path, value: readable(path, value) };
    after = page.at(-1)?.path ?? null;
    if (page.length < pageSize) return;
  }
}

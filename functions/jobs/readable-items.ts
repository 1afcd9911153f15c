import { ok, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import { allDocuments } from '../store/all-documents';
import { readable } from '../store/stored';

/** Documents as `store.find` answers them. */
type Found<T> = readonly { readonly path: string; readonly value: Result<T> }[];

/** What a sweep can read of a page. A document that cannot be read is logged and left out, so that it does not stop the work on all others. */
export function readableItems<T>({ log }: Pick<Deps, 'log'>, sweep: string, found: Found<T>): readonly T[] {
  const items: T[] = [];
  for (const { path, value } of found) {
    try {
      items.push(readable(path, value));
    } catch (error) {
      log.sweepFailed({ sweep, missed: 1, error });
    }
  }
  return items;
}

/** What a sweep can read of a whole collection, in the same way. */
export async function* allReadable<T>(
  deps: Pick<Deps, 'store' | 'log'>,
  sweep: string,
  from: string,
  decode: (data: unknown) => Result<T>,
): AsyncGenerator<T> {
  for await (const found of allDocuments(deps.store, from, (data) => ok(decode(data))))
    yield* readableItems(deps, sweep, [found]);
}

import type { HandleAnswer } from '../../core/api/profile-api';
import type { Deps } from '../deps';
import { stored } from '../store/stored';

/** Whether this owner could publish under a handle. A handle that was shown to somebody stays with its owner. */
export async function checkHandle(
  { store }: Pick<Deps, 'store'>,
  handle: string,
  uid: string | null,
): Promise<HandleAnswer> {
  const claim = await store.read(stored.handle(handle));
  if (claim === undefined) return { handle, state: 'free' };
  return { handle, state: claim.uid === uid ? 'yours' : 'taken' };
}

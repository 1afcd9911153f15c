import type { Deps } from '../deps';
import { stored } from '../store/stored';

/** The owner's confirmed mail address; null = the owner has none (signed in by phone, not confirmed, or deleted). */
export interface OwnerContact {
  readonly email: string | null;
  /** BCP 47. */
  readonly language: string;
}

export async function ownerContact(
  { store, users }: Pick<Deps, 'store' | 'users'>,
  uid: string,
): Promise<OwnerContact> {
  const [preferences, profile] = await Promise.all([
    store.read(stored.preferences(uid)),
    store.read(stored.profile(uid)),
  ]);
  const user = await users.find({ uid });
  // `auto` is the language of the owner's browser, which the server does not know.
  const chosen = preferences === undefined || preferences.language === 'auto' ? '' : preferences.language;
  return {
    email: user?.emailVerified === true ? user.email : null,
    language: chosen || (profile?.language ?? 'en'),
  };
}

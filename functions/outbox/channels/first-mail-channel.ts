import type { Deps, Owner } from '../../deps';
import type { Transaction } from '../../store/store';
import { stored } from '../../store/stored';
import { channelSecret } from '../channel-secrets';
import { signInAddressDraft, newChannel, newSecret } from './channel-draft';
import { withChannel } from './own-channels';
import { offers } from './shown-channel';
import { firstChannels, type NewOwnChannel } from './store-channel';

/**
 * The mail channel of an owner who publishes for the first time: it sends to the sign-in address, and only if that is confirmed. Without it an owner
 * who never opens Notifications would hear of no tip. Null = this host sends no mail, or the address is not confirmed.
 */
export function firstMailChannel(
  deps: Pick<Deps, 'config' | 'senders' | 'ids' | 'clock'>,
  { uid, email, emailVerified }: Pick<Owner, 'uid' | 'email' | 'emailVerified'>,
  language: string,
): NewOwnChannel | null {
  if (!offers(deps, 'mail') || !emailVerified) return null;
  const draft = signInAddressDraft(email ?? '');
  if (!draft.ok) return null;
  return {
    channelId: deps.ids.fresh(),
    channel: newChannel({ kind: 'mail', address: null }, draft.value, deps.clock.now()),
    secret: newSecret(uid, draft.value, null),
    language,
  };
}

/** Reads whether the owner has, or had, channels: then nothing is added. Answers the writes to make after the last read of the transaction. */
export async function readyFirstChannel(
  deps: Pick<Deps, 'config'>,
  tx: Transaction,
  uid: string,
  first: NewOwnChannel | null,
): Promise<() => void> {
  const none = () => undefined;
  if (first === null || (await tx.read(stored.channels(uid))) !== undefined) return none;
  const { channelId, channel, secret, language } = first;
  const before = await firstChannels(tx, uid, language);
  return () => {
    tx.write(stored.channels(uid), withChannel(before, channelId, channel));
    tx.write(channelSecret(deps, channelId), secret);
  };
}

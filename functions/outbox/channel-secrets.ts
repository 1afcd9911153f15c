import { createHash } from 'node:crypto';
import { problem, fail, ok, type Result } from '../../core/base/result';
import {
  decodeChannelKeys,
  decodeChannelSecret,
  encodeChannelKeys,
  encodeChannelSecret,
  type SealedChannelSecret,
  type StoredChannelSecret,
} from '../../core/documents/channels-document';
import { collections, paths } from '../../core/documents/documents';
import type { ChannelKeys, ChannelSecret } from '../../core/outbox/channel';
import type { Deps } from '../deps';
import { openSealedText, sealText, type Secrets } from '../signed-token';
import { allDocuments, document } from '../store/stored';
import type { Store, Stored } from '../store/store';

/**
 * The keys of channels in the store. All of functions reads and writes them here, so that nothing readable is stored: signing secrets, addresses and
 * tokens are one sealed text. Documents of earlier releases, which are plain, are read too.
 */
export type SealingDeps = { readonly config: Pick<Deps['config'], 'secrets'> };

/** Each channel has its own purpose: a text copied from one document to another cannot be opened. */
const purposeOf = (uid: string, channelId: string): string => `channel ${uid} ${channelId}`;

/** Recognises an off token. It has 160 random bits, so nobody finds it by its digest, and the digest needs no secret that may be replaced. */
export const offDigestOf = (offToken: string): string =>
  createHash('sha256').update(`off ${offToken}`).digest('base64url');

function sealedOf(
  secrets: Secrets,
  channelId: string,
  { uid, code, ...keys }: ChannelSecret,
): SealedChannelSecret {
  const sealed = sealText(secrets, purposeOf(uid, channelId), JSON.stringify(encodeChannelKeys(keys)));
  return { v: 2, form: 'sealed', uid, sealed, offDigest: offDigestOf(keys.offToken), code };
}

const cannotOpen = fail(
  problem('document-unreadable', { fields: { sealed: 'No secret of BUSKER_SECRET opens it.' } }),
);

function keysOf(secrets: Secrets, channelId: string, stored: StoredChannelSecret): Result<ChannelKeys> {
  if (stored.form === 'plain') return ok(stored);
  const text = openSealedText(secrets, purposeOf(stored.uid, channelId), stored.sealed);
  return text === undefined ? cannotOpen : decodeChannelKeys(JSON.parse(text));
}

function opened(secrets: Secrets, channelId: string, stored: StoredChannelSecret): Result<ChannelSecret> {
  const keys = keysOf(secrets, channelId, stored);
  if (!keys.ok) return keys;
  const { credentials, offToken } = keys.value;
  return ok({ uid: stored.uid, credentials, offToken, code: stored.code });
}

/** A channel's keys, sealed by each write. One that no secret of the list opens is unreadable: putting the secret back mends it. */
export const channelSecret = ({ config }: SealingDeps, channelId: string): Stored<ChannelSecret> =>
  document(
    paths.channelSecret(channelId),
    (data) => {
      const read = decodeChannelSecret(data);
      return read.ok ? opened(config.secrets, channelId, read.value) : read;
    },
    (secret) => encodeChannelSecret(sealedOf(config.secrets, channelId, secret)),
  );

/** What can be said of a channel's keys although its secret may have left the list. */
export interface KnownSecret {
  readonly uid: string;
  readonly offDigest: string;
  /** null = no secret of the list opens it */
  readonly credentials: ChannelKeys['credentials'] | null;
}

/** The same document for who need not open it. It is only read. */
export const knownSecret = ({ config }: SealingDeps, channelId: string): Stored<KnownSecret> =>
  document(
    paths.channelSecret(channelId),
    (data) => {
      const read = decodeChannelSecret(data);
      if (!read.ok) return read;
      const { uid } = read.value;
      const keys = keysOf(config.secrets, channelId, read.value);
      const offDigest =
        read.value.form === 'sealed' ? read.value.offDigest : offDigestOf(read.value.offToken);
      return ok({ uid, offDigest, credentials: keys.ok ? keys.value.credentials : null });
    },
    () => {
      throw new Error('A channel is written with its keys only');
    },
  );

/** The owners of all channels, each as often as they have channels. */
export async function* ownersOfSecrets(store: Pick<Store, 'find'>): AsyncGenerator<string> {
  for await (const { value } of allDocuments(store, collections.channelSecrets, decodeChannelSecret))
    yield value.uid;
}

/** A document as `store.find` answers it. */
export interface FoundSecret {
  readonly channelId: string;
  readonly stored: StoredChannelSecret;
}

/** Whether it is still plain, or sealed with another secret than the first. */
export function needsSealing({ config }: SealingDeps, { channelId, stored }: FoundSecret): boolean {
  return stored.form === 'plain' || !keysOf(config.secrets.slice(0, 1), channelId, stored).ok;
}

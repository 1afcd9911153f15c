import type { Caller } from '@busker/emulator-firestore/access/caller';
import type { RulesCheck } from '../access/rules-check';
import type { UrlSigners } from '../access/url-signature';
import { checkChecksums, type Checksums, type Incoming } from '../store/blob-files';
import {
  noSettings,
  settle,
  type ObjectRecord,
  type ObjectStore,
  type SettingsPatch,
} from '../store/object-store';
import type { UploadSessions } from './upload-sessions';

/** What every route uses. */
export interface StorageParts {
  readonly store: ObjectStore;
  readonly uploads: UploadSessions;
  readonly rules: RulesCheck;
  readonly mostBytes: number;
  /** Who may sign URLs; null = signatures are not checked. */
  readonly signers: UrlSigners | null;
  readonly log: (line: string) => void;
}

export interface Target {
  readonly bucket: string;
  readonly name: string;
}

export interface Arrival extends Target {
  readonly patch: SettingsPatch;
  /** The content type when the metadata has none. */
  readonly contentType: string | null;
  /** Tokens for `getDownloadURL`, unless the metadata has some. */
  readonly tokens: readonly string[];
  /** The checksums from a header; metadata may also have checksums. */
  readonly checksums?: Checksums;
}

/** The object that an upload would create. */
function planned({ store }: StorageParts, arrival: Arrival, incoming: Incoming): ObjectRecord {
  const { settings, tokens } = settle(noSettings, arrival.patch);
  const contentType = settings.contentType ?? arrival.contentType ?? 'application/octet-stream';
  return store.plan({
    bucket: arrival.bucket,
    name: arrival.name,
    settings: { ...settings, contentType },
    downloadTokens: tokens ?? arrival.tokens,
    incoming,
  });
}

/**
 * Checks the rules and stores the upload, or deletes its bytes. Both run synchronously, so that nothing can change in
 * between.
 */
export async function storeArrival(
  parts: StorageParts,
  caller: Caller,
  arrival: Arrival,
  incoming: Incoming,
  condition: (stored: ObjectRecord | undefined) => void = () => undefined,
): Promise<ObjectRecord> {
  const { store, rules } = parts;
  try {
    checkChecksums(arrival.patch, incoming);
    checkChecksums(arrival.checksums ?? {}, incoming);
    const stored = store.index.find(arrival.bucket, arrival.name);
    const record = planned(parts, arrival, incoming);
    const { bucket, name } = arrival;
    rules.check(caller, {
      method: stored === undefined ? 'create' : 'update',
      bucket,
      name,
      stored,
      incoming: record,
    });
    condition(stored);
    store.commit(record, incoming);
    return record;
  } catch (error) {
    await store.blobs.drop(incoming);
    throw error;
  }
}

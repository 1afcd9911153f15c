import { callerOf, type Caller } from '@busker/emulator-firestore/access/rules-gate';
import { StatusError } from '@busker/emulator-firestore/values/status';
import type {
  RulesDocument,
  RulesLookup,
  Ruleset,
  StorageResource,
  StorageRulesRequest,
} from '@busker/rules-engine/port';
import { etagOf, type ObjectRecord } from '../store/object-store';
import { permissionDenied } from '../store/storage-error';

const mostLookups = 2;

type Asked = Pick<StorageRulesRequest, 'method' | 'bucket' | 'name'> & {
  readonly stored?: ObjectRecord | undefined;
  readonly incoming?: ObjectRecord | undefined;
};

/** The service answers an invalid token like a token without permission. */
export function readCaller(authorization: string | undefined): Caller {
  try {
    return callerOf(authorization);
  } catch (error) {
    if (error instanceof StatusError) throw permissionDenied();
    throw error;
  }
}

/**
 * Evaluates the rules for every client request; `Bearer owner` is the administrator. Without rules nothing is
 * allowed.
 */
export class RulesCheck {
  readonly #lookup: RulesLookup;

  constructor(
    private readonly rules: () => Ruleset | null,
    firestore: ((path: string) => RulesDocument | null) | undefined,
    private readonly log: (line: string) => void,
  ) {
    const get = firestore ?? (() => null);
    this.#lookup = { get, getAfter: get };
  }

  allows(caller: Caller, asked: Asked): boolean {
    if (caller.kind === 'owner') return true;
    const { method, bucket, name, stored, incoming } = asked;
    const request: StorageRulesRequest = {
      auth: caller.auth,
      time: new Date().toISOString(),
      bucket,
      name,
      method,
      resource: stored === undefined ? null : storedForRules(stored),
      requestResource: incoming === undefined ? null : incomingForRules(incoming),
    };
    const verdict = this.rules()?.verifyStorage(request, this.#lookup, {
      limit: mostLookups,
      seen: new Set(),
    });
    if (verdict?.allowed === true) return true;
    const who = caller.auth === null ? 'not signed in' : `uid ${caller.auth.uid}`;
    const reason = verdict === undefined ? 'no security rules are loaded' : verdict.reason;
    const closest = verdict?.closest
      ? `; closest rule ${verdict.closest.line}:${verdict.closest.column} ${verdict.closest.text}`
      : '';
    this.log(`storage: denied ${method} ${bucket}/${name} (${who}): ${reason}${closest}`);
    return false;
  }

  check(caller: Caller, asked: Asked): void {
    if (this.allows(caller, asked)) return;
    throw permissionDenied();
  }
}

/**
 * The metadata of an upload that the service passes to rules. It lacks the fields that are set when the object is
 * stored.
 */
function incomingForRules(record: ObjectRecord): StorageResource {
  const { name, bucket, size, md5Hash, crc32c, metadata } = record;
  const { contentType, contentDisposition, contentEncoding, contentLanguage, cacheControl } = record;
  const all = { name, bucket, size: String(size), md5Hash, crc32c, metadata };
  const settings = { contentType, contentDisposition, contentEncoding, contentLanguage, cacheControl };
  return {
    ...all,
    ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
  };
}

function storedForRules(record: ObjectRecord): StorageResource {
  return {
    ...incomingForRules(record),
    generation: String(record.generation),
    metageneration: String(record.metageneration),
    etag: etagOf(record),
    timeCreated: new Date(record.timeCreated).toISOString(),
    updated: new Date(record.updated).toISOString(),
  };
}

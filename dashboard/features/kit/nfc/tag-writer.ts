import type { Result } from '../../../../core/base/result';

/**
 * `blocked`: the owner or the browser does not allow it. `no-nfc`: the phone has none, or it is switched off. `unwritable`: the tag is locked, too
 * small, of another kind, or was taken away too early. `stopped`: the owner stopped waiting.
 */
export type TagFault = 'blocked' | 'no-nfc' | 'unwritable' | 'stopped';

/** Writes NFC tags. Both calls wait for a tag until `stop` is signalled. */
export interface TagWriter {
  /** Writes the address as the only record. */
  write(address: string, stop: AbortSignal): Promise<Result<void, TagFault>>;
  /** Makes the tag read-only. Nothing and nobody can undo this. */
  lock(stop: AbortSignal): Promise<Result<void, TagFault>>;
}

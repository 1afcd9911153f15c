import type { OverlayAlert, OverlayPage } from '@busker/core/overlay/overlay';

/** `offline`: what is shown may be older than what is stored. */
export type Connection = 'online' | 'offline';

/** The newest alerts. `isFull`: there may be older ones. */
export interface Snapshot {
  /** Newest first. */
  readonly alerts: readonly OverlayAlert[];
  readonly isFull: boolean;
}

export interface SourceWatcher {
  /** Null = there is no overlay with this key (any more). */
  page(page: OverlayPage | null): void;
  /** Each time something changed, and again after every reconnection. */
  alerts(snapshot: Snapshot): void;
  connection(connection: Connection): void;
}

/** Where alerts come from. Real: firestore-source.ts; in tests in memory. */
export interface AlertSource {
  watch(watcher: SourceWatcher): () => void;
  /** The alerts before this one, newest first. Several may have the same time. */
  older(before: OverlayAlert): Promise<Snapshot>;
}

import type { OverlayAlert, OverlayPage } from '@busker/core/overlay/overlay';
import type { AlertSource, Snapshot, SourceWatcher } from '../alert-source';

const snapshotSize = 200;

/** Stored alerts that a test changes. Offline, nothing reaches the page until the connection is back. */
export class InMemorySource implements AlertSource {
  private readonly stored = new Map<string, OverlayAlert>();
  private readonly watchers = new Set<SourceWatcher>();
  private isOnline = true;

  constructor(private storedPage: OverlayPage | null) {}

  watch(watcher: SourceWatcher): () => void {
    this.watchers.add(watcher);
    watcher.page(this.storedPage);
    watcher.alerts(this.snapshot());
    return () => this.watchers.delete(watcher);
  }

  older(before: OverlayAlert): Promise<Snapshot> {
    return Promise.resolve(this.snapshot(before));
  }

  /** Several at once are one snapshot. */
  put(...alerts: readonly OverlayAlert[]): void {
    for (const alert of alerts) this.stored.set(alert.id, alert);
    this.tell();
  }

  remove(id: string): void {
    this.stored.delete(id);
    this.tell();
  }

  change(change: Partial<OverlayPage>): void {
    if (this.storedPage === null) throw new Error('There is no page to change');
    this.storedPage = { ...this.storedPage, ...change };
    if (this.isOnline) for (const watcher of this.watchers) watcher.page(this.storedPage);
  }

  revoke(): void {
    this.storedPage = null;
    this.stored.clear();
    for (const watcher of this.watchers) {
      watcher.page(null);
      watcher.alerts(this.snapshot());
    }
  }

  connect(isOnline: boolean): void {
    this.isOnline = isOnline;
    for (const watcher of this.watchers) watcher.connection(isOnline ? 'online' : 'offline');
    if (!isOnline) return;
    for (const watcher of this.watchers) watcher.page(this.storedPage);
    this.tell();
  }

  private tell(): void {
    if (this.isOnline) for (const watcher of this.watchers) watcher.alerts(this.snapshot());
  }

  private snapshot(before: OverlayAlert | null = null): Snapshot {
    const all = [...this.stored.values()].toSorted(newestFirst);
    const from = before === null ? 0 : all.findIndex((each) => newestFirst(before, each) < 0);
    const found = from === -1 ? [] : all.slice(from, from + snapshotSize);
    return { alerts: found, isFull: found.length === snapshotSize };
  }
}

const newestFirst = (a: OverlayAlert, b: OverlayAlert): number =>
  b.at - a.at || b.id.localeCompare(a.id, 'en', { numeric: true });

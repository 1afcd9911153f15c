import type { Micros } from '../values/instant';
import type { CommittedChanges, StoredDocument } from './stored-document';

const KEEP_CHANGES = 20_000;
const KEEP_MICROS = 3_600_000_000;

/** The commits of the last hour, for reads of past data and for listeners that resume. */
export class ChangeHistory {
  private readonly commits: CommittedChanges[] = [];
  private count = 0;

  /** `floor`: the earliest time whose state can be restored. */
  constructor(private floor: Micros) {}

  add(commit: CommittedChanges): void {
    this.commits.push(commit);
    this.count += commit.changes.length;
    let drop = 0;
    for (const old of this.commits) {
      const keep = this.count <= KEEP_CHANGES && commit.time - old.time <= KEEP_MICROS;
      if (keep || old === commit) break;
      this.count -= old.changes.length;
      this.floor = old.time;
      drop++;
    }
    if (drop > 0) this.commits.splice(0, drop);
  }

  reaches(time: Micros): boolean {
    return time >= this.floor;
  }

  /** The documents that changed after `time`, as they were at that time; null for missing documents. */
  statesAt(time: Micros): Map<string, StoredDocument | null> {
    const states = new Map<string, StoredDocument | null>();
    for (let i = this.commits.length - 1; i >= 0; i--) {
      const commit = this.commits[i];
      if (commit === undefined || commit.time <= time) break;
      for (const { path, before } of commit.changes) states.set(path, before);
    }
    return states;
  }
}

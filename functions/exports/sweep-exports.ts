import { exportLifetime } from '../../core/documents/export-document';
import type { Deps } from '../deps';
import { sweepThrough, type SweepResult } from '../queue/sweep';

/** How many old files one run removes. The lifecycle rule of the bucket removes them too. */
const most = 1000;

/** Daily: removes the files of exports that are older than a week. */
export async function sweepExports(deps: Deps): Promise<SweepResult> {
  const before = deps.clock.now() - exportLifetime;
  const old: string[] = [];
  for await (const { name, writtenAt } of deps.exportFiles.all()) {
    if (writtenAt <= before) old.push(name);
    if (old.length === most) break;
  }
  return sweepThrough(deps, 'sweep-exports', old, async (name) => {
    await deps.exportFiles.removeBelow(name);
    return true;
  });
}

import { decodeChannelSecret } from '../../core/documents/channel-secret-document';
import { collections, paths } from '../../core/documents/documents';
import { ok } from '../../core/base/result';
import type { Deps } from '../deps';
import type { JobRun } from '../queue/job-work';
import { readableItems, type SweepResult, sweepPages } from '../queue/sweep';
import { channelSecret, needsSealing } from './channel-secrets';

const pageSize = 200;

const idOf = (path: string): string => path.slice(paths.channelSecret('').length);

/**
 * Daily: seals the keys of channels that an earlier release stored in plain text, and seals anew what an older secret of the list sealed, so that it can
 * leave the list. A second run changes nothing. What no secret opens is logged and stays as it is.
 */
export async function sealChannels(deps: Deps, run: JobRun): Promise<SweepResult | 'more'> {
  return sweepPages(deps, run, {
    sweep: 'seal-channels',
    nextPage: async (after) => {
      const found = await deps.store.find(
        { from: collections.channelSecrets, limit: pageSize, after },
        decodeChannelSecret,
      );
      const named = found.map(({ path, value }) => ({
        path,
        value: value.ok ? ok({ channelId: idOf(path), stored: value.value }) : value,
      }));
      const last = found.at(-1)?.path ?? null;
      return {
        items: readableItems(deps, 'seal-channels', named),
        at: found.length < pageSize ? null : last,
      };
    },
    work: (found) => (needsSealing(deps, found) ? sealed(deps, found.channelId) : Promise.resolve(false)),
  });
}

/** Writing seals with the first secret. */
function sealed(deps: Pick<Deps, 'store' | 'config'>, channelId: string): Promise<boolean> {
  const doc = channelSecret(deps, channelId);
  return deps.store.transaction(async (tx) => {
    const current = await tx.read(doc);
    if (current === undefined) return false;
    tx.write(doc, current);
    return true;
  });
}

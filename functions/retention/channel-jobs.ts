import { ok } from '@busker/core/base/result';
import { channelSecretDocument } from '@busker/core/outbox-documents/channels-document';
import { collections, paths } from '@busker/core/documents/documents';
import type { JobKind } from '@busker/core/jobs/job-document';
import { endedBy, isListening, noChannels, type Channels } from '@busker/core/outbox/channel';
import { channelSecret, needsSealing, ownersOfSecrets } from '../channels/own-channels';
import type { Deps } from '../deps';
import { removeOutbox } from '../overlay/make-overlay';
import type { JobRun } from '../queue/job-work';
import {
  each,
  readableItems,
  sweepPages,
  sweepThrough,
  type Recurring,
  type SweepResult,
} from '../queue/sweep';
import { stored } from '../store/store';

type EndDeps = Pick<Deps, 'store' | 'idTokens' | 'log'>;

/** Daily: ends the channels of users who were disabled at the sign-in service, and removes those of users who are gone. Mail asks for each message; the other channels do not. */
async function endDisabled(deps: EndDeps): Promise<SweepResult> {
  const uids = new Set<string>();
  for await (const uid of ownersOfSecrets(deps.store)) uids.add(uid);
  return sweepThrough(deps, 'end-disabled', await deps.idTokens.barred([...uids]), async (uid) => {
    if ((await deps.idTokens.contact(uid)) !== undefined) return endAll(deps, uid);
    // The account was deleted by a release that does not know these documents.
    await removeOutbox(deps, uid);
    return true;
  });
}

/** True when a channel was ended. No message is sent: nobody may read it. */
function endAll({ store }: EndDeps, uid: string): Promise<boolean> {
  return store.transaction(async (tx) => {
    const channels = (await tx.read(stored.channels(uid))) ?? noChannels;
    if (!Object.values(channels.channels).some(isListening)) return false;
    tx.write(stored.channels(uid), ended(channels));
    return true;
  });
}

const ended = (channels: Channels): Channels => ({
  ...channels,
  channels: Object.fromEntries(
    Object.entries(channels.channels).map(([id, channel]) => [
      id,
      endedBy(channel, 'off', 'account-disabled'),
    ]),
  ),
});

const pageSize = 200;

const idOf = (path: string): string => path.slice(paths.channelSecret('').length);

/**
 * Daily: seals the keys of channels that an earlier release stored in plain text, and seals anew what an older secret of the list sealed, so that it can
 * leave the list. A second run changes nothing. What no secret opens is logged and stays as it is.
 */
async function sealChannels(deps: Deps, run: JobRun): Promise<SweepResult | 'more'> {
  return sweepPages(deps, run, {
    sweep: 'seal-channels',
    nextPage: async (after) => {
      const found = await deps.store.find(
        { from: collections.channelSecrets, limit: pageSize, after },
        channelSecretDocument.decode,
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

export const outboxSweeps = {
  'end-disabled': each('daily', endDisabled),
  'seal-channels': each('daily', sealChannels),
} satisfies Partial<Record<JobKind, Recurring>>;

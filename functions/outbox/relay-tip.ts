import { collections, paths } from '../../core/documents/documents';
import { decodeEvent } from '../../core/documents/event-document';
import { eventsOf } from '../../core/outbox/outbox-event';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { readable } from '../store/stored';
import { relay, type RelayDeps } from './relay';

/** Milliseconds. Stripe gets its answer after that; the sweep plans the rest. */
const mostWait = 1500;

/** Milliseconds after the payment in which an event of Stripe also plans what another trigger wrote. */
const freshMs = 10 * 60_000;

type RelayTipDeps = RelayDeps & Pick<Deps, 'log'>;

/**
 * After an event of Stripe: plans the messages about a tip. `before` is the tip as this event found it. If a poll of the fan's page was quicker, it wrote
 * the events and rang for nobody, so that they are looked for. What fails here is left to the sweep.
 */
export async function relayTip(deps: RelayTipDeps, before: Tip, after: Tip): Promise<void> {
  const planned = planTip(deps, before, after).catch((error: unknown) =>
    deps.log.outboxRingLost({ ring: 'relay', error }),
  );
  await atMost(planned, mostWait);
}

/** Waits for the end of `work`, and no longer than so many milliseconds. */
async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, over]);
  clearTimeout(timer);
}

async function planTip(deps: RelayTipDeps, before: Tip, after: Tip): Promise<void> {
  const { ownerUid, payment } = after;
  const written = before.rev === after.rev ? [] : eventsOf(before, after).map(({ id }) => id);
  const isFresh = payment.succeededAt !== null && payment.succeededAt > deps.clock.now() - freshMs;
  const ids = written.length === 0 && isFresh ? await newEventsOf(deps, after) : written;
  for (const id of ids) await relay(deps, ownerUid, id);
}

async function newEventsOf(
  { store }: Pick<Deps, 'store'>,
  { ownerUid, tipId }: Tip,
): Promise<readonly string[]> {
  const found = await store.find(
    {
      from: paths.events(ownerUid),
      where: [
        ['tip.tipId', '==', tipId],
        ['state', '==', 'new'],
      ],
      limit: 20,
    },
    (data) => readable(collections.events, decodeEvent(data)),
  );
  return found.map(({ value }) => value.id);
}

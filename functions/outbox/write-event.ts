import {
  eventLifetime,
  type EventFact,
  type EventTip,
  type OutboxEvent,
} from '../../core/outbox/outbox-event';
import type { Writes } from '../store/store';
import { stored } from '../store/stored';

export interface NewEvent {
  /** The same id is the same event: a repeated commit writes nothing new. */
  readonly id: string;
  readonly fact: EventFact;
  readonly at: number;
  readonly livemode: boolean;
  readonly tip: EventTip | null;
}

/** Writes an event in the commit that makes it happen. The caller enqueues it afterwards, or leaves it to the sweep. */
export function writeEvent(writes: Writes, uid: string, { id, fact, at, livemode, tip }: NewEvent): void {
  const event: OutboxEvent = {
    v: 1,
    id,
    type: fact.type,
    fact,
    at,
    livemode,
    tip,
    state: 'new',
    due: [],
    relayedAt: null,
    expiresAt: at + eventLifetime,
  };
  writes.write(stored.event(uid, id), event);
}

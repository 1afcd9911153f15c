import type { EventFact, ToldPayments } from '../outbox-event';

const stopped: ReadonlySet<ToldPayments> = new Set(['restricted', 'unsupported', 'disconnected', 'paused']);

/** Whether the owner may lose money by reading it late: a dispute, suspected fraud, payments that stopped or will stop. */
export function isUrgentFact(fact: EventFact): boolean {
  if (fact.type === 'tip.disputed') return fact.status === 'open' || fact.dueBy !== null;
  if (fact.type === 'tip.warning') return fact.actionable;
  return (
    fact.type === 'payments.state_changed' &&
    (stopped.has(fact.to) || (fact.needsData && fact.dueAt !== null))
  );
}

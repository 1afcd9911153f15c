import type { EventFact, ToldPayments } from '../outbox-event';

const stopped: ReadonlySet<ToldPayments> = new Set(['restricted', 'unsupported', 'disconnected', 'paused']);

/** Whether the owner may lose money by reading it late: a dispute, suspected fraud, payments that stopped or will stop. */
export function isUrgentFact(fact: EventFact): boolean {
  switch (fact.type) {
    case 'tip.disputed':
      return fact.status === 'open' || fact.dueBy !== null;
    case 'tip.warning':
      return fact.actionable;
    case 'payments.state_changed':
      return stopped.has(fact.to) || (fact.needsData && fact.dueAt !== null);
    default:
      return false;
  }
}

import { storedOutbox, type OutboxScenario } from '@busker/functions/testing/outbox-scenario';

/** Whether each event was planned, and each message arrived or is dead. */
export const nothingWaits = (scenario: OutboxScenario): boolean => {
  const { events, deliveries } = storedOutbox(scenario);
  return (
    events.every(({ state, due }) => state !== 'new' && due.length === 0) &&
    deliveries.every(({ state }) => state === 'done' || state === 'dead')
  );
};

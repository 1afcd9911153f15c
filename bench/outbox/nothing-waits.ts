import { storedOutbox, type OutboxStage } from '../../functions/testing/outbox-stage';

/** Whether each event was planned, and each message arrived or is dead. */
export const nothingWaits = (stage: OutboxStage): boolean => {
  const { events, deliveries } = storedOutbox(stage);
  return (
    events.every(({ state, due }) => state !== 'new' && due.length === 0) &&
    deliveries.every(({ state }) => state === 'done' || state === 'dead')
  );
};

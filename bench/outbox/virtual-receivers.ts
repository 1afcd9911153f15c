import type { SendProblem } from '@busker/core/outbox/channel';
import type { Sending } from '@busker/functions/senders/channel-sender';
import { wasSent } from '@busker/functions/testing/in-memory-deps';
import type { OutboxScenario } from '@busker/functions/testing/outbox-scenario';

const again = (problem: SendProblem, rests: boolean, ms: number): Sending => ({
  kind: 'again',
  problem,
  after: null,
  rests,
  attempt: { status: problem === 'server-error' ? 500 : null, ms, text: '' },
});

/** The failing receivers on the virtual clock; from `backAt` on they take everything. A webhook that works stands beside them. */
export function answersUntil(scenario: OutboxScenario, backAt: number): void {
  const { clock, senders } = scenario.deps;
  senders.mail.answer = () => (clock.now() < backAt ? again('unreachable', false, 2) : wasSent);
  senders.webhook.answer = ({ channelId }) => {
    if (channelId === 'working' || clock.now() >= backAt) return wasSent;
    // safePost ends after 15 seconds what takes 30.
    return channelId === 'slow' ? again('timed-out', true, 15_000) : again('server-error', false, 5);
  };
}

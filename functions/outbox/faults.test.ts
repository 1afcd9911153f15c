import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paidTip } from '../testing/ada';
import { messagesTo, outboxScenario, storedOutbox, type OutboxScenario } from '../testing/outbox-scenario';
import type { OutboxTask } from './outbox-task';
import { runs } from '../../core/testing/runs';

const minute = 60_000;
const tips = 4;

const three = { mail: {}, hook: { kind: 'webhook' }, chat: { kind: 'discord', audience: 'public' } } as const;

/** Each event once at the webhook, and all of them in the mails. */
function expectAllNotified(scenario: OutboxScenario): void {
  const { events, deliveries } = storedOutbox(scenario);
  const paid = events.filter(({ type }) => type === 'tip.paid');
  expect(paid).toHaveLength(tips);
  expect(deliveries.map(({ state }) => state)).toEqual(Array(tips).fill('done'));
  expect(new Set(messagesTo(scenario.deps, 'hook').map(({ id }) => id)).size).toBe(tips);
  for (const channel of ['mail', 'chat']) {
    const notified = messagesTo(scenario.deps, channel).flatMap((message) =>
      message.events.map(({ id }) => id),
    );
    expect(new Set(notified)).toEqual(new Set(paid.map(({ id }) => id)));
  }
  expect(events.filter(({ due }) => due.length > 0)).toEqual([]);
}

async function sweepFor(scenario: OutboxScenario, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    await scenario.pass(minute);
    await scenario.sweep();
  }
}

describe('every event is told', () => {
  // Holds out-008.
  it('when every task comes twice and in another order, and once by the webhook', async () => {
    const scenario = await outboxScenario(three);
    const doubled = (tasks: readonly OutboxTask[]) => [...tasks, ...tasks].toReversed();
    for (let tip = 0; tip < tips; tip += 1) {
      await paidTip(scenario);
      await scenario.answer(doubled);
    }
    await sweepFor(scenario, 12);
    expectAllNotified(scenario);
    expect(messagesTo(scenario.deps, 'hook')).toHaveLength(tips);
  });

  // Holds out-009.
  it('when every task is lost: by the sweep, within two minutes', async () => {
    const scenario = await outboxScenario(three);
    for (let tip = 0; tip < tips; tip += 1) await paidTip(scenario);
    scenario.deps.outboxQueue.tasks.length = 0;
    for (let run = 0; run < 2; run += 1) {
      scenario.deps.clock.advance(minute);
      await scenario.sweep();
      scenario.deps.outboxQueue.tasks.length = 0;
    }
    expectAllNotified(scenario);
    expect(messagesTo(scenario.deps, 'hook')).toHaveLength(tips);
  });

  // The process ends at any request to the store: before a plan, between the plan and a message, after a message arrived.
  it('when the process is killed at any step, as often as one likes', async () => {
    const kills = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(kills, async (steps) => {
        const scenario = await outboxScenario(three);
        for (let tip = 0; tip < tips; tip += 1) await paidTip(scenario);
        scenario.deps.outboxQueue.tasks.length = 0;
        const { store } = scenario.deps;
        for (const step of steps) {
          let left = step;
          store.fault = () => {
            left -= 1;
            if (left < 0) throw new Error('killed');
          };
          scenario.deps.clock.advance(2 * minute);
          await scenario.sweep().catch(() => 0);
          await scenario.answer().catch(() => undefined);
          store.fault = () => undefined;
          scenario.deps.outboxQueue.tasks.length = 0;
        }
        await sweepFor(scenario, 30);
        expectAllNotified(scenario);
      }),
      { numRuns: runs(12) },
    );
  });
});

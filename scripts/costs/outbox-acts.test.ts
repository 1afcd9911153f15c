import { describe, expect, it } from 'vitest';
import { relay } from '../../functions/outbox/relay';
import { adaUid, paidTip } from '../../functions/testing/ada';
import { outboxStage, storedOutbox, type OutboxStage } from '../../functions/testing/outbox-stage';
import {
  costOfMillion,
  costOfSweeps,
  idleSweep,
  outboxActs,
  type OutboxAct,
  type OutboxCost,
} from './outbox-acts';

const minute = 60_000;

/** The documents and the tasks of `act`. */
async function costOf({ deps }: OutboxStage, act: () => Promise<unknown>): Promise<OutboxCost> {
  const { store, outboxQueue } = deps;
  const { read, written } = store.charged;
  let tasks = 0;
  const enqueue = outboxQueue.enqueue.bind(outboxQueue);
  outboxQueue.enqueue = (...given) => {
    tasks += 1;
    return enqueue(...given);
  };
  await act();
  outboxQueue.enqueue = enqueue;
  return { read: store.charged.read - read, written: store.charged.written - written, tasks };
}

const less = (all: OutboxCost, without: OutboxCost): OutboxCost => ({
  read: all.read - without.read,
  written: all.written - without.written,
  tasks: all.tasks - without.tasks,
});

type Told = Parameters<typeof outboxStage>[0];

/** The cost of so many tips and of telling them, beside other tips of an owner who has been told before. */
async function tipsTold(channels: Told, tips: number): Promise<OutboxCost> {
  const stage = await outboxStage(channels);
  await paidTip(stage);
  await stage.pass(minute);
  return costOf(stage, async () => {
    for (let tip = 0; tip < tips; tip += 1) await paidTip(stage);
    await stage.pass(20 * minute);
  });
}

/** The same, without what the tips cost an owner who has no channel. */
const added = async (channels: Told, tips: number): Promise<OutboxCost> =>
  less(await tipsTold(channels, tips), await tipsTold({}, tips));

const acts: Readonly<Record<OutboxAct, () => Promise<OutboxCost>>> = {
  async 'the event of a paid tip, and its plan, without channels'() {
    const stage = await outboxStage();
    const before = storedOutbox(stage).events.length;
    await paidTip(stage);
    const { events } = storedOutbox(stage);
    const { id = '' } = events.find(({ type }) => type === 'tip.paid') ?? {};
    const [event] = events.filter((each) => each.id === id);
    if (event === undefined) throw new Error('A paid tip has no event');
    // As it was before the plan.
    const path = Object.keys(stage.deps.store.dump()).find((each) => each.endsWith(`/events/${id}`)) ?? '';
    stage.deps.store.put(path, { ...stage.deps.store.get(path), state: 'new' });
    const planned = await costOf(stage, () => relay(stage.deps, adaUid, id));
    return { ...planned, written: planned.written + events.length - before };
  },
  'a webhook that works, each': () => added({ hook: { kind: 'webhook' } }, 1),
  'a channel that collects (mail, push, chats), a message for this tip alone': () => added({ mail: {} }, 1),
  async 'the same, as one more tip of the same message'() {
    return less(await added({ mail: {} }, 2), await added({ mail: {} }, 1));
  },
};

describe('what telling the owner costs', () => {
  it.each(Object.entries(acts))('%s', async (act, count) => {
    expect(await count()).toEqual(outboxActs[act as OutboxAct]);
  });

  it('a run of the sweep that finds nothing', async () => {
    const stage = await outboxStage({ mail: {} });
    const { read, written } = await costOf(stage, () => stage.sweep());
    expect({ read, written }).toEqual(idleSweep);
  });

  it('every part of it has a price', () => {
    for (const act of Object.keys(outboxActs))
      expect(costOfMillion(act as OutboxAct), act).toBeGreaterThan(0);
    expect(costOfSweeps()).toBeGreaterThan(0);
  });
});

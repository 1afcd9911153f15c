import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { maxWall } from '@busker/core/wall/wall';
import { relay } from '@busker/functions/outbox/relay';
import {
  adaDraft,
  adaUid,
  adasScenario,
  anotherProcess,
  bearerOf,
  goodTip,
  paidTip,
  sendEvent,
  sendTip,
  type Scenario,
} from '@busker/functions/testing/ada';
import { outboxScenario, storedOutbox, type OutboxScenario } from '@busker/functions/testing/outbox-scenario';
import {
  costOfMillion,
  costOfSweeps,
  costsOfAMonth,
  documentsByAct,
  idleSweep,
  outboxActs,
  type Charged,
  type CountedAct,
  type OutboxAct,
  type OutboxCost,
} from './cost-tables';

describe('outbox acts', () => {
  const minute = 60_000;

  /** The documents and the tasks of `act`. */
  async function costOf({ deps }: OutboxScenario, act: () => Promise<unknown>): Promise<OutboxCost> {
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

  type Told = Parameters<typeof outboxScenario>[0];

  /** The cost of so many tips and of telling them, beside other tips of an owner who has been told before. */
  async function tipsNotified(channels: Told, tips: number): Promise<OutboxCost> {
    const scenario = await outboxScenario(channels);
    await paidTip(scenario);
    await scenario.pass(minute);
    return costOf(scenario, async () => {
      for (let tip = 0; tip < tips; tip += 1) await paidTip(scenario);
      await scenario.pass(20 * minute);
    });
  }

  /** The same, without what the tips cost an owner who has no channel. */
  const added = async (channels: Told, tips: number): Promise<OutboxCost> =>
    less(await tipsNotified(channels, tips), await tipsNotified({}, tips));

  const acts: Readonly<Record<OutboxAct, () => Promise<OutboxCost>>> = {
    async 'the event of a paid tip, and its plan, without channels'() {
      const scenario = await outboxScenario();
      const before = storedOutbox(scenario).events.length;
      await paidTip(scenario);
      const { events } = storedOutbox(scenario);
      const { id = '' } = events.find(({ type }) => type === 'tip.paid') ?? {};
      const [event] = events.filter((each) => each.id === id);
      if (event === undefined) throw new Error('A paid tip has no event');
      // As it was before the plan.
      const path =
        Object.keys(scenario.deps.store.dump()).find((each) => each.endsWith(`/events/${id}`)) ?? '';
      scenario.deps.store.put(path, { ...scenario.deps.store.get(path), state: 'new' });
      const planned = await costOf(scenario, () => relay(scenario.deps, adaUid, id));
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
      const scenario = await outboxScenario({ mail: {} });
      const { read, written } = await costOf(scenario, () => scenario.sweep());
      expect({ read, written }).toEqual(idleSweep);
    });

    it('every part of it has a price', () => {
      for (const act of Object.keys(outboxActs))
        expect(costOfMillion(act as OutboxAct), act).toBeGreaterThan(0);
      expect(costOfSweeps()).toBeGreaterThan(0);
    });
  });
});

describe('documents by act', () => {
  const goal = { label: 'A new bow', amount: 500_000 };
  const open = { draft: { tips: { ...adaDraft.tips, showWall: true, goal } } };

  /** The documents that `act` costs. */
  async function charged({ deps: { store } }: Scenario, act: () => Promise<unknown>): Promise<Charged> {
    const { read, written } = store.charged;
    await act();
    return { read: store.charged.read - read, written: store.charged.written - written };
  }

  /** An instance without cards, for Ada who shows her goal and wall to everybody who asked once before. */
  async function coldScenario(): Promise<Scenario> {
    const scenario = await adasScenario({}, open);
    await scenario.call('GET', '/v1/profiles/ada/wall');
    return anotherProcess(scenario);
  }

  const get = async (...paths: readonly string[]): Promise<Charged> => {
    const all = new Set<string>();
    let last: Charged = { read: 0, written: 0 };
    for (const path of paths) {
      const scenario = await coldScenario();
      last = await charged(scenario, () => scenario.call('GET', path));
      all.add(JSON.stringify(last));
    }
    expect(all.size, `the same for ${paths.join(', ')}`).toBe(1);
    return last;
  };

  /** Each act, and how it is counted. */
  const acts: Readonly<Record<CountedAct, () => Promise<Charged>>> = {
    'a view of a card (`/v1/profiles/ada`), or of several, each': () =>
      get('/v1/profiles/ada', '/v1/profiles?handles=ada'),
    'the goal and the wall of a card (`/v1/profiles/ada/wall`)': () => get('/v1/profiles/ada/wall'),
    'the public page, with goal and wall (`/@ada`)': () => get('/@ada'),
    'the frame, the badge, the QR code, or oEmbed': () =>
      get(
        '/@ada/embed',
        '/@ada/badge.svg',
        '/@ada/qr.svg',
        '/@ada/qr.png',
        '/oembed?url=https://busker.test/@ada',
      ),
    'a handle that nobody has': () => get('/v1/profiles/nobody', '/@nobody/badge.svg'),
    'the page of a handle that nobody has (`/@nobody`)': () =>
      get('/@nobody', '/@nobody/tip', '/@nobody/embed'),
    async 'a view of a card that was made more than three days ago'() {
      const scenario = await coldScenario();
      scenario.deps.clock.advance(3 * 24 * 60 * 60_000 + 1);
      return charged(scenario, () => scenario.call('GET', '/v1/profiles/ada'));
    },
    async 'a wall after a tip, with 50 supporters'() {
      const scenario = await adasScenario({}, open);
      await paidTip(scenario, { name: 'Zoe' });
      const { store } = scenario.deps;
      const [[path, data] = ['', {}]] = Object.entries(store.dump()).filter(([each]) =>
        each.startsWith(`${paths.supporters(adaUid)}/`),
      );
      for (let at = 1; at < maxWall; at += 1) store.put(`${path}${at}`, data);
      const view = await charged(scenario, () => scenario.call('GET', '/v1/profiles/ada/wall'));
      expect((await scenario.call('GET', '/v1/profiles/ada/wall')).text.split('Zoe')).toHaveLength(
        maxWall + 1,
      );
      // The card is in this instance.
      return { ...view, read: view.read + 1 };
    },
    async 'a tip session'() {
      const scenario = await coldScenario();
      return charged(scenario, () => scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' }));
    },
    async 'a tip, until the card form is shown'() {
      const scenario = await coldScenario();
      const tip = await goodTip(scenario, { name: 'Zoe' });
      return charged(scenario, () => scenario.call('POST', '/v1/tips', tip));
    },
    async 'the event of Stripe that a tip is paid'() {
      const scenario = await coldScenario();
      const tip = await sendTip(scenario, { name: 'Zoe' });
      scenario.stripe.pay(tip.paymentIntentId);
      const reference = { uid: adaUid, tipId: tip.tipId };
      const event = { paymentIntentId: tip.paymentIntentId, reference };
      return charged(scenario, () => sendEvent(scenario, 'payment_intent.succeeded', event));
    },
    async 'a look at the receipt'() {
      const scenario = await coldScenario();
      const tip = await paidTip(scenario, { name: 'Zoe' });
      scenario.deps.clock.advance(60_000);
      return charged(scenario, () =>
        scenario.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken)),
      );
    },
  };

  describe('the documents that Firestore charges', () => {
    it.each(Object.entries(acts))('%s', async (act, count) => {
      expect(await count()).toEqual(documentsByAct[act as CountedAct]);
    });

    it('are none for a view within ten seconds of another one in the same instance', async () => {
      const scenario = await coldScenario();
      const paths = ['/v1/profiles/ada', '/@ada/embed', '/oembed?url=https://busker.test/@ada'];
      await scenario.call('GET', '/v1/profiles/ada');
      for (const path of paths)
        expect(await charged(scenario, () => scenario.call('GET', path)), path).toEqual({
          read: 0,
          written: 0,
        });
    });
  });

  it('a month costs what its lines add up to, and each line costs something', () => {
    for (const { what, cost } of costsOfAMonth(5)) expect(cost, what).toBeGreaterThan(0);
    const sum = costsOfAMonth(5).reduce((all, { cost }) => all + cost, 0);
    expect(costsOfAMonth(6).reduce((all, { cost }) => all + cost, 0) - sum).toBeCloseTo(1);
  });
});

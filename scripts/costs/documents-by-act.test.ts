import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { maxWall } from '../../core/profile/wall';
import {
  adaDraft,
  adasStage,
  adaUid,
  anotherProcess,
  bearerOf,
  goodTip,
  paidTip,
  sendEvent,
  sendTip,
  type Stage,
} from '../../functions/testing/ada';
import { documentsByAct, type Charged, type CountedAct } from './documents-by-act';
import { costsOfAMonth } from './month';

const goal = { label: 'A new bow', amount: 500_000 };
const open = { draft: { tips: { ...adaDraft.tips, showWall: true, goal } } };

/** The documents that `act` costs. */
async function charged({ deps: { store } }: Stage, act: () => Promise<unknown>): Promise<Charged> {
  const { read, written } = store.charged;
  await act();
  return { read: store.charged.read - read, written: store.charged.written - written };
}

/** An instance without cards, for Ada who shows her goal and wall to everybody who asked once before. */
async function coldStage(): Promise<Stage> {
  const stage = await adasStage({}, open);
  await stage.call('GET', '/v1/profiles/ada/wall');
  return anotherProcess(stage);
}

const get = async (...paths: readonly string[]): Promise<Charged> => {
  const all = new Set<string>();
  let last: Charged = { read: 0, written: 0 };
  for (const path of paths) {
    const stage = await coldStage();
    last = await charged(stage, () => stage.call('GET', path));
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
    const stage = await coldStage();
    stage.deps.clock.advance(3 * 24 * 60 * 60_000 + 1);
    return charged(stage, () => stage.call('GET', '/v1/profiles/ada'));
  },
  async 'a wall after a tip, with 50 supporters'() {
    const stage = await adasStage({}, open);
    await paidTip(stage, { name: 'Zoe' });
    const { store } = stage.deps;
    const [[path, data] = ['', {}]] = Object.entries(store.dump()).filter(([each]) =>
      each.startsWith(`${paths.supporters(adaUid)}/`),
    );
    for (let at = 1; at < maxWall; at += 1) store.put(`${path}${at}`, data);
    const view = await charged(stage, () => stage.call('GET', '/v1/profiles/ada/wall'));
    expect((await stage.call('GET', '/v1/profiles/ada/wall')).text.split('Zoe')).toHaveLength(maxWall + 1);
    // The card is in this instance.
    return { ...view, read: view.read + 1 };
  },
  async 'a tip session'() {
    const stage = await coldStage();
    return charged(stage, () => stage.call('POST', '/v1/tip-sessions', { handle: 'ada' }));
  },
  async 'a tip, until the card form is shown'() {
    const stage = await coldStage();
    const tip = await goodTip(stage, { name: 'Zoe' });
    return charged(stage, () => stage.call('POST', '/v1/tips', tip));
  },
  async 'the event of Stripe that a tip is paid'() {
    const stage = await coldStage();
    const tip = await sendTip(stage, { name: 'Zoe' });
    stage.stripe.pay(tip.paymentIntentId);
    const reference = { uid: adaUid, tipId: tip.tipId };
    const event = { paymentIntentId: tip.paymentIntentId, reference };
    return charged(stage, () => sendEvent(stage, 'payment_intent.succeeded', event));
  },
  async 'a look at the receipt'() {
    const stage = await coldStage();
    const tip = await paidTip(stage, { name: 'Zoe' });
    stage.deps.clock.advance(60_000);
    return charged(stage, () =>
      stage.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken)),
    );
  },
};

describe('the documents that Firestore charges', () => {
  it.each(Object.entries(acts))('%s', async (act, count) => {
    expect(await count()).toEqual(documentsByAct[act as CountedAct]);
  });

  it('are none for a view within ten seconds of another one in the same instance', async () => {
    const stage = await coldStage();
    const paths = ['/v1/profiles/ada', '/@ada/embed', '/oembed?url=https://busker.test/@ada'];
    await stage.call('GET', '/v1/profiles/ada');
    for (const path of paths)
      expect(await charged(stage, () => stage.call('GET', path)), path).toEqual({ read: 0, written: 0 });
  });
});

it('a month costs what its lines add up to, and each line costs something', () => {
  for (const { what, cost } of costsOfAMonth(5)) expect(cost, what).toBeGreaterThan(0);
  const sum = costsOfAMonth(5).reduce((all, { cost }) => all + cost, 0);
  expect(costsOfAMonth(6).reduce((all, { cost }) => all + cost, 0) - sum).toBeCloseTo(1);
});

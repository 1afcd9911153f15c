import type { LookUpPayment, PaymentLook } from '../payment/payment-surface';
import { describe, expect, it } from 'vitest';
import { undo } from '../outcome/after-paying';
import { payElsewhere } from './pay-elsewhere';
import { comeBack } from '../outcome/come-back';
import {
  bodies,
  fakeController,
  type FakeController,
  notice,
  pay,
  ready,
  refused,
  seen,
  stage,
  unreachable,
} from '../testing/fake-controller';
import type { PendingTip } from '../pending/pending-tip';

const leftTip: PendingTip = { handle: 'ada', tipId: 'tip1', clientRequestId: 'id1' };
const lookUp = (look: PaymentLook) => () =>
  Promise.resolve({ look, payment: { amount: 731, currency: 'eur' } });

/** The bank has sent the fan back. */
const back = ({ controller }: FakeController, lookUpPayment: LookUpPayment) =>
  comeBack(
    { ...controller, options: { ...controller.options, lookUpPayment } },
    'pi_secret',
    controller.cameBack(),
  );

describe('without the card form', () => {
  // Holds pay-045.
  it('pays on the hosted page in another tab, and shows the thanks here', async () => {
    const made = await ready(fakeController({}, { fault: 'blocked' }));
    const went: string[] = [];
    await payElsewhere(made.controller, {
      go: (url) => went.push(url) > 0,
      close: () => went.push('closed'),
    });
    expect(went).toEqual(['https://pay.example/tip1']);
    expect(seen(made)).toMatchObject({ stage: 'thanked', confirmed: [] });
    expect(bodies(made, 'createTip')).toEqual([expect.objectContaining({ surface: 'hosted' })]);
  });

  // Holds pay-045.
  it('closes the tab when the tip is refused', async () => {
    const made = await ready(
      fakeController({ problems: { createTip: [refused('tips-off')] } }, { fault: 'blocked' }),
    );
    const went: string[] = [];
    await payElsewhere(made.controller, {
      go: (url) => went.push(url) > 0,
      close: () => went.push('closed'),
    });
    expect({ went, stage: stage(made), notice: notice(made) }).toEqual({
      went: ['closed'],
      stage: 'paying',
      notice: { kind: 'refused', code: 'tips-off' },
    });
  });

  it('says that the browser opened no tab, until the fan opens it by the link', async () => {
    const made = await ready(fakeController({ status: { status: 'pending' } }, { fault: 'blocked' }));
    const seen: unknown[] = [];
    made.controller.subscribe(() => {
      const now = made.controller.state().stage;
      if (now.at !== 'elsewhere' || seen.at(-1) === now.tab) return;
      seen.push(now.tab);
      if (now.tab === 'blocked') made.controller.send({ type: 'tab-changed', tab: 'open' });
      if (seen.length === 3) made.controller.close();
    });
    await payElsewhere(made.controller, { go: () => false, close: () => undefined });
    expect(seen).toEqual(['open', 'blocked', 'open']);
  });

  // Holds pay-047.
  it('says that the hosted page has expired, and then starts another tip', async () => {
    const made = await ready(fakeController({ status: { status: 'expired' } }, { fault: 'blocked' }));
    const tab = { go: () => true, close: () => undefined };
    await payElsewhere(made.controller, tab);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'page-expired' } });
    await payElsewhere(made.controller, tab);
    expect(made.backend.tips()).toBe(2);
  });

  it('can be undone once, and says so', async () => {
    const made = await ready(fakeController());
    await pay(made);
    await Promise.all([undo(made.controller), undo(made.controller)]);
    expect(made.controller.state().stage).toMatchObject({
      undo: { at: 'done' },
      status: { status: 'refunded' },
    });
    expect(made.backend.calls.filter(({ verb }) => verb === 'undoTip')).toHaveLength(1);
  });

  it('says that an undo failed, and lets the fan try again', async () => {
    const made = await ready(fakeController({ problems: { undoTip: [unreachable, null] } }));
    await pay(made);
    await undo(made.controller);
    expect(made.controller.state().stage).toMatchObject({ undo: { at: 'refused', code: 'unreachable' } });
    await undo(made.controller);
    expect(made.controller.state().stage).toMatchObject({ undo: { at: 'done' } });
  });

  it('reads the tip when the answer to an undo was lost', async () => {
    const problems = { undoTip: [unreachable] };
    const made = await ready(fakeController({ problems, status: { status: 'refunded' } }));
    await pay(made);
    await undo(made.controller);
    expect(made.controller.state().stage).toMatchObject({ undo: { at: 'done' } });
    const away = await ready(fakeController({ problems: { ...problems, readTip: [null, unreachable] } }));
    await pay(away);
    await undo(away.controller);
    expect(away.controller.state().stage).toMatchObject({ undo: { at: 'refused', code: 'unreachable' } });
  });

  // Holds tag-040, pay-044.
  it('stores no secret for a reload, and forgets the tip once it is decided', async () => {
    const made = await ready(
      fakeController({}, { confirmations: [{ kind: 'unknown' }], lookUps: [null, 'succeeded'] }),
    );
    const kept: (PendingTip | null)[] = [];
    made.controller.subscribe(() => kept.push(made.memory.kept));
    await pay(made);
    expect(kept).toContainEqual({ handle: 'ada', tipId: 'tip1', clientRequestId: 'id1' });
    expect(JSON.stringify(kept)).not.toMatch(/secret|token/);
    expect(made.memory.kept).toBeNull();
  });

  it('says after a reload that the outcome of the tip is unknown', () => {
    const made = fakeController({}, {}, { handle: 'ada', tipId: 'tip1', clientRequestId: 'id1' });
    made.controller.open();
    expect(notice(made)).toEqual({ kind: 'left-open' });
    expect(made.memory.kept).toBeNull();
  });

  it.each([
    ['succeeded', 'thanked', null],
    ['open', 'choosing', { kind: 'not-paid' }],
  ] as const)('shows the outcome to a fan who returns from the bank’s page: %s', async (look, at, shown) => {
    const made = fakeController({}, {}, leftTip);
    await back(made, lookUp(look));
    expect({ stage: stage(made), notice: notice(made), kept: made.memory.kept }).toEqual({
      stage: at,
      notice: shown,
      kept: null,
    });
  });

  it('says only that it checks while a returning fan’s payment is looked up, even when the sheet opens', async () => {
    const made = fakeController({}, {}, leftTip);
    const shown: unknown[] = [];
    made.controller.subscribe(() => shown.push([stage(made), notice(made)]));
    const checking = back(made, lookUp('succeeded'));
    made.controller.open();
    expect(seen(made)).toMatchObject({ stage: 'confirming', notice: null });
    await checking;
    expect(shown.filter((one) => JSON.stringify(one).includes('left-open'))).toEqual([]);
  });

  it('fires an event with the tip and the charge of a returning fan', async () => {
    const made = fakeController({}, {}, leftTip);
    const checking = back(made, lookUp('succeeded'));
    made.controller.open();
    await checking;
    expect(made.details).toEqual([
      ['busker-tip-success', { tipId: 'tip1', amount: 731, currency: 'eur', every: 'once' }],
    ]);
  });

  it.each([
    ['the tip is not known', null, { amount: 731, currency: 'eur' }],
    ['Stripe names no amount', leftTip, null],
  ])('fires no event when %s', async (_case, left, payment) => {
    const made = fakeController({}, {}, left);
    await back(made, () => Promise.resolve({ look: 'succeeded', payment }));
    expect({ stage: stage(made), events: made.events }).toEqual({ stage: 'thanked', events: [] });
  });

  it.each([null, 'refused'] as const)(
    'says that the outcome is unknown when Stripe does not give it: %s',
    async (look) => {
      const made = fakeController({}, {}, leftTip);
      await back(made, lookUp(look));
      expect(seen(made)).toMatchObject({ stage: 'choosing', notice: { kind: 'left-open' } });
    },
  );
});

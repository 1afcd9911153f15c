import { describe, expect, it } from 'vitest';
import { payElsewhere } from '../paying/pay-elsewhere';
import {
  bodies,
  fakeController,
  mount,
  notice,
  pay,
  ready,
  refused,
  seen,
  stage,
  unreachable,
} from '../testing/fake-controller';
import { newId } from './tip-controller';

describe('a tip', () => {
  // Holds tag-064.
  it('sends no request to the server or Stripe before an amount is chosen', () => {
    const made = fakeController();
    expect({ calls: made.backend.calls, opened: made.log.opened, stage: stage(made) }).toEqual({
      calls: [],
      opened: 0,
      stage: 'choosing',
    });
  });

  // Holds tag-048, pay-041.
  it('is paid, thanked for, and read until the server agrees', async () => {
    const made = await ready(fakeController());
    await pay(made);
    expect(made.controller.state().stage).toMatchObject({ at: 'thanked', status: { status: 'paid' } });
    expect(made.log.confirmed).toEqual(['tip1_secret_memory']);
    expect(made.events).toEqual(['busker-tip-start', 'busker-tip-success']);
    expect(bodies(made, 'createTip')).toEqual([
      expect.objectContaining({
        handle: 'ada',
        tipAmount: 500,
        total: 500,
        currency: 'usd',
        surface: 'elements',
      }),
    ]);
  });

  it('gives the card form the total charge, with costs covered', async () => {
    const made = await ready(fakeController());
    made.controller.edit({ coverCosts: true });
    await pay(made);
    expect(made.log.amounts.at(-1)).toEqual({ amount: 546, currency: 'usd' });
    expect(bodies(made, 'createTip')).toEqual([expect.objectContaining({ tipAmount: 500, total: 546 })]);
  });

  it('creates one tip for two presses of Pay', async () => {
    const made = await ready(fakeController());
    await Promise.all([pay(made), pay(made)]);
    expect({ tips: made.backend.tips(), confirmed: made.log.confirmed.length }).toEqual({
      tips: 1,
      confirmed: 1,
    });
  });

  it('creates no tip while the card form is incomplete', async () => {
    const made = await ready(fakeController({}, { submits: ['incomplete', 'complete'] }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', tips: 0, notice: null });
    await pay(made);
    expect(stage(made)).toBe('thanked');
  });

  it('keeps one tip and one payment through a decline and a second card', async () => {
    const declined = { kind: 'declined', decline: 'card-declined' } as const;
    const made = await ready(fakeController({}, { confirmations: [declined, { kind: 'succeeded' }] }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: declined });
    await pay(made);
    expect(stage(made)).toBe('thanked');
    expect(seen(made)).toMatchObject({ tips: 1, confirmed: ['tip1_secret_memory', 'tip1_secret_memory'] });
  });

  it('changes the amount and the texts of the same payment after a decline', async () => {
    const declined = { kind: 'declined', decline: 'card-declined' } as const;
    const made = await ready(fakeController({}, { confirmations: [declined, { kind: 'succeeded' }] }));
    await pay(made);
    made.controller.edit({ amount: { by: 'preset', minorUnits: 300 }, message: 'Bravo' });
    await pay(made);
    expect(bodies(made, 'changeAmount')).toEqual([
      { tipAmount: 300, coverCosts: false, total: 300, sequence: 1 },
    ]);
    expect(bodies(made, 'editTip')).toEqual([{ name: null, message: 'Bravo' }]);
    expect({ tips: made.backend.tips(), amount: made.log.amounts.at(-1)?.amount }).toEqual({
      tips: 1,
      amount: 300,
    });
  });

  it('repeats a lost request with the same id, and sends other texts with another id', async () => {
    const problems = { createTip: [unreachable, unreachable, null] };
    const made = await ready(fakeController({ problems }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'offline' } });
    await pay(made);
    made.controller.edit({ message: 'Bravo' });
    await pay(made);
    const ids = bodies(made, 'createTip').map(
      (body) => (body as { clientRequestId: string }).clientRequestId,
    );
    expect(ids).toEqual(['id1', 'id1', 'id2']);
    expect(stage(made)).toBe('thanked');
  });

  it('renews an expired session and repeats the same request', async () => {
    const made = await ready(fakeController({ problems: { createTip: [refused('session-expired')] } }));
    await pay(made);
    const [first, second] = bodies(made, 'createTip');
    expect({ stage: stage(made), second }).toEqual({ stage: 'thanked', second: first });
  });

  // Holds pay-040.
  it('never confirms an amount that differs from the one on screen', async () => {
    const made = await ready(fakeController({ problems: { createTip: [refused('total-changed')] } }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'total-changed' }, confirmed: [] });
  });

  it('says nothing about the charge before Stripe has answered, however long the network is down', async () => {
    const made = await ready(
      fakeController({}, { confirmations: [{ kind: 'unknown' }], lookUps: [null, null, 'succeeded'] }),
    );
    const seen: unknown[] = [];
    made.controller.subscribe(() => seen.push(made.controller.state().notice));
    await pay(made);
    expect(stage(made)).toBe('thanked');
    expect(seen.every((shown) => shown === null)).toBe(true);
  });

  // Holds pay-143.
  it('says that nothing was charged only after Stripe said so twice', async () => {
    const made = await ready(fakeController({}, { confirmations: [{ kind: 'unknown' }], lookUps: ['open'] }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'not-charged' } });
    expect(made.waits[0]).toBeGreaterThanOrEqual(1000);
    expect(made.controller.state().tip?.tipId).toBe('tip1');
  });

  it('starts another tip when the payment can never be charged', async () => {
    const confirmations = [{ kind: 'unknown' }, { kind: 'succeeded' }] as const;
    const made = await ready(fakeController({}, { confirmations, lookUps: ['closed'] }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'payment-closed' } });
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 2 });
  });

  const lost = { kind: 'unknown' } as const;

  it.each([
    ['Stripe does not answer', null],
    ['Stripe does not show the payment', 'refused'],
  ] as const)('also asks the server when %s', async (_case, look) => {
    const made = await ready(fakeController({}, { confirmations: [lost], lookUps: [look] }));
    await pay(made);
    expect(stage(made)).toBe('thanked');
  });

  it.each([null, 'refused'] as const)(
    'says that the outcome is unknown when nobody has it: %s',
    async (look) => {
      const made = await ready(
        fakeController({ status: { status: 'pending' } }, { confirmations: [lost], lookUps: [look] }),
      );
      await pay(made);
      expect(made.controller.state().stage).toMatchObject({ at: 'unsure', tip: { tipId: 'tip1' } });
      expect(made.waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(180_000);
      expect(made.log.opened - made.log.destroyed).toBe(0);
    },
  );

  it('treats a tip that the server has closed as never charged', async () => {
    const made = await ready(
      fakeController({ status: { status: 'failed' } }, { confirmations: [lost], lookUps: [null] }),
    );
    await pay(made);
    expect({ stage: stage(made), notice: notice(made), tip: made.controller.state().tip }).toEqual({
      stage: 'paying',
      notice: { kind: 'not-charged' },
      tip: null,
    });
  });

  it('treats a refusal by Stripe as final: not charged, and the next attempt is a new tip', async () => {
    const confirmations = [{ kind: 'refused' }, { kind: 'succeeded' }] as const;
    const made = await ready(fakeController({}, { confirmations }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'not-charged' } });
    expect(made.details.at(-1)).toEqual(['busker-tip-error', { code: 'payment-refused' }]);
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 2 });
  });

  it('leads to the hosted page, with the reason, when the server allows no payment in pages', async () => {
    const made = await ready(fakeController({ problems: { createTip: [refused('hosted-required')] } }));
    await pay(made);
    const { way, notice: shown } = made.controller.state();
    expect({ stage: stage(made), way, shown }).toEqual({
      stage: 'paying',
      way: { by: 'hosted', why: 'guarded' },
      shown: null,
    });
    expect({ confirmed: made.log.confirmed, events: made.events }).toEqual({ confirmed: [], events: [] });
    await payElsewhere(made.controller, { go: () => true, close: () => {} });
    expect(bodies(made, 'createTip').map((body) => (body as { surface: string }).surface)).toEqual([
      'elements',
      'hosted',
    ]);
  });

  // Holds web-003, tag-059, pay-033.
  it.each(['foreign-shadow-root', 'other-stripe-version', 'blocked', 'timeout', 'no-method'] as const)(
    'falls back to the hosted page and says why: %s',
    async (fault) => {
      const made = await ready(fakeController({}, { fault }));
      expect(seen(made)).toMatchObject({ stage: 'paying', way: { by: 'hosted', why: fault } });
    },
  );

  it('can be followed by another one in the same sheet', async () => {
    const made = await ready(fakeController());
    await pay(made);
    made.controller.again();
    await ready(made);
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 2 });
  });

  // Holds web-005, tag-032, pay-030.
  it('mounts the card form again when its frames were lost, and keeps the payment', async () => {
    const declined = { kind: 'declined', decline: 'card-declined' } as const;
    const made = await ready(fakeController({}, { confirmations: [declined, { kind: 'succeeded' }] }));
    await pay(made);
    made.controller.send({ type: 'card-form-lost' });
    expect(seen(made)).toMatchObject({ stage: 'starting', notice: { kind: 'form-reloaded' } });
    await mount(made);
    await pay(made);
    expect({ stage: stage(made), tips: made.backend.tips(), opened: made.log.opened }).toEqual({
      stage: 'thanked',
      tips: 1,
      opened: 2,
    });
  });
});

describe('new id', () => {
  it('makes a new UUID of version 4 each time, also without `randomUUID`', () => {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    const ids = Array.from({ length: 500 }, newId);
    Reflect.deleteProperty(crypto, 'randomUUID');
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(500);
  });
});

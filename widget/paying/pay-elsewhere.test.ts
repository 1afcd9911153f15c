import { describe, expect, it } from 'vitest';
import type { TipStatus } from '@busker/core/fan-api/tip-api';
import { undo } from '../outcome/after-paying';
import { comeBack } from '../outcome/come-back';
import type { LookUpPayment, PaymentLook } from '../payment/payment-surface';
import type { PendingTip } from '../pending/came-back';
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
  type FakeController,
} from '../testing/fake-controller';
import { sampleMonthly, sampleProfile } from '../testing/sample-profile';
import { leaveBank, payElsewhere, type PayTab } from './pay-elsewhere';

describe('without the card form', () => {
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

describe('leaving the bank', () => {
  /** Not at once: the sheet asks for as long as the page is open. */
  const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

  /** The bank asks, and no answer ever comes. */
  const forEver = 1e9;

  function fakeTab(): PayTab & { readonly opened: string[]; closed: number } {
    const opened: string[] = [];
    return {
      opened,
      closed: 0,
      go: (url) => opened.push(url) > 0,
      close() {
        this.closed += 1;
      },
    };
  }

  async function atTheBank(
    tips: Parameters<typeof fakeController>[0] = {},
    lookUps: readonly PaymentLook[] = ['open'],
  ) {
    const made = await ready(fakeController(tips, { delay: forEver, lookUps }, null, { pause: soon }));
    const paying = pay(made);
    await expect.poll(() => made.log.confirmed).toHaveLength(1);
    return { made, paying };
  }

  const verbs = ({ backend }: Awaited<ReturnType<typeof atTheBank>>['made']) =>
    backend.calls.map(({ verb }) => verb).filter((verb) => verb !== 'startSession' && verb !== 'readTip');

  // Holds tag-102.
  it("ends the payment at the bank before Stripe's page opens", async () => {
    const { made, paying } = await atTheBank();
    const tab = fakeTab();
    leaveBank(made.controller, { kind: 'elsewhere', tab });
    await paying;
    expect(verbs(made)).toEqual(['createTip', 'endTip', 'createTip']);
    expect(bodies(made, 'createTip')).toMatchObject([{ surface: 'elements' }, { surface: 'hosted' }]);
    expect(tab.opened).toEqual(['https://pay.example/tip2']);
    expect(made.log.destroyed).toBe(1);
  });

  // Holds tag-102.
  it.each([
    ['paid', 'thanked'],
    ['processing', 'on-its-way'],
  ] satisfies [TipStatus['status'], string][])(
    'makes no second payment when the first one is %s by then',
    async (endsAs, at) => {
      const { made, paying } = await atTheBank({ endsAs, statuses: [{ status: endsAs }] });
      const tab = fakeTab();
      leaveBank(made.controller, { kind: 'elsewhere', tab });
      await expect.poll(() => stage(made)).toBe(at);
      expect(made.backend.tips()).toBe(1);
      expect(tab).toMatchObject({ opened: [], closed: 1 });
      made.controller.close();
      await paying;
    },
  );

  // Holds tag-102.
  it('asks Stripe how the payment stands when nobody knows whether it has ended', async () => {
    const { made, paying } = await atTheBank({ problems: { endTip: [unreachable] } });
    const tab = fakeTab();
    leaveBank(made.controller, { kind: 'elsewhere', tab });
    await paying;
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'not-paid' }, tips: 1 });
    expect(tab).toMatchObject({ opened: [], closed: 1 });
  });

  // Holds tag-103.
  it('says how a payment stands that the fan has left', async () => {
    const paid = await atTheBank({}, ['succeeded']);
    leaveBank(paid.made.controller, { kind: 'left' });
    await paid.paying;
    expect(stage(paid.made)).toBe('thanked');
    const open = await atTheBank();
    leaveBank(open.made.controller, { kind: 'left' });
    await open.paying;
    expect(notice(open.made)).toEqual({ kind: 'not-paid' });
  });

  it('does nothing where no bank is asked', async () => {
    const made = await ready(fakeController());
    leaveBank(made.controller, { kind: 'left' });
    expect(stage(made)).toBe('paying');
  });
});

describe('a monthly tip', () => {
  const monthly = sampleMonthly();
  const offering = { session: { monthly } };
  const tab = { go: () => true, close: () => undefined };

  /** The session is there, and the fan has chosen a period. */
  async function choosing(made = fakeController(offering)) {
    await made.controller.session();
    made.controller.edit({ every: 'month' });
    return made;
  }

  describe('a fan who chooses a period', () => {
    it('gets its suggestions, limits and fees, and no card form', async () => {
      const made = await choosing();
      made.controller.edit({ amount: { by: 'preset', minorUnits: 700 } });
      expect(made.controller.rules()).toMatchObject({ presets: [500, 700, 2000], fees: { bps: 360 } });
      expect({ stage: stage(made), opened: made.log.opened }).toEqual({ stage: 'paying', opened: 0 });
    });

    it('pays on the hosted page, with the words that they have read and no address', async () => {
      const made = await choosing();
      made.controller.edit({ amount: { by: 'preset', minorUnits: 700 }, receiptEmail: 'zoe@example.com' });
      await payElsewhere(made.controller, tab);
      expect(bodies(made, 'createTip')).toEqual([
        expect.objectContaining({
          every: 'month',
          wordsVersion: 1,
          language: 'en',
          surface: 'hosted',
          receiptEmail: null,
        }),
      ]);
      expect(made.details).toEqual([
        ['busker-tip-start', { tipId: 'tip1', amount: 700, currency: 'usd', every: 'month' }],
        ['busker-tip-success', { tipId: 'tip1', amount: 700, currency: 'usd', every: 'month' }],
      ]);
      made.controller.again();
      expect(made.controller.state().form.every).toBe('once');
    });

    it('keeps a typed amount, and loses a suggestion that the other period does not have', async () => {
      const made = await choosing();
      made.controller.edit({ amount: { by: 'preset', minorUnits: 700 } });
      made.controller.edit({ every: 'year' });
      expect(made.controller.state().form.amount).toEqual({ by: 'none' });
      made.controller.edit({ amount: { by: 'typed', text: '40' } });
      made.controller.edit({ every: 'month' });
      expect(made.controller.state().form.amount).toEqual({ by: 'typed', text: '40' });
    });

    it('gets the card form when they choose once after all', async () => {
      const made = await choosing();
      made.controller.edit({ amount: { by: 'typed', text: '5' } });
      made.controller.edit({ every: 'once' });
      expect(stage(made)).toBe('starting');
      await mount(made);
      expect(stage(made)).toBe('paying');
    });

    it('loses the card form that was there', async () => {
      const made = await ready(fakeController(offering));
      made.controller.edit({ every: 'month' });
      expect({ stage: stage(made), form: made.controller.cardForm.current }).toEqual({
        stage: 'paying',
        form: null,
      });
    });
  });

  describe('a refused monthly tip', () => {
    // Holds pay-299.
    it('whose words have changed brings the new ones, and makes nothing', async () => {
      const made = await choosing(
        fakeController({ ...offering, problems: { createTip: [refused('words-changed')] } }),
      );
      made.controller.edit({ amount: { by: 'preset', minorUnits: 700 } });
      await payElsewhere(made.controller, tab);
      expect(made.backend.calls.filter(({ verb }) => verb === 'startSession')).toHaveLength(2);
      expect({ stage: stage(made), notice: notice(made), tips: made.backend.tips() }).toEqual({
        stage: 'paying',
        notice: { kind: 'refused', code: 'words-changed' },
        tips: 0,
      });
    });

    it('keeps its words when a new session no longer offers it: the server says why', async () => {
      const made = await choosing();
      const { session } = made.controller.state();
      if (!session) throw new Error('no session');
      made.controller.send({ type: 'session-arrived', session: { ...session, monthly: null } });
      expect(made.controller.state().session?.monthly).toEqual(monthly);
      made.controller.edit({ every: 'once' });
      made.controller.send({ type: 'session-arrived', session: { ...session, monthly: null } });
      expect(made.controller.periods()).toEqual([]);
    });
  });

  describe('the periods', () => {
    it('are those that the page names of the owner’s, and a page without a word offers all', async () => {
      for (const [named, offered] of [
        [null, ['month', 'year']],
        ['month', ['month']],
        ['Month, YEAR', ['month', 'year']],
        ['once', []],
      ] as const) {
        const made = fakeController(offering, {}, null, { wishedPeriods: () => named });
        await made.controller.session();
        expect([named, made.controller.periods()]).toEqual([named, offered]);
      }
    });

    it('of a profile are those that this card knows, whatever the profile says', () => {
      for (const [given, known] of [
        [['year', 'week'], ['year']],
        ['month', []],
        [undefined, []],
      ] as const) {
        const { tips } = sampleProfile();
        const monthly = { intervals: given, presets: {} } as unknown as NonNullable<typeof tips.monthly>;
        const profile = sampleProfile({ tips: { ...tips, monthly } });
        expect(fakeController({}, {}, null, { profile }).controller.periods()).toEqual(known);
      }
    });
  });
});

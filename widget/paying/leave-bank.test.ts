import { expect, it } from 'vitest';
import type { TipStatus } from '../../core/fan-api/tip-api';
import type { PaymentLook } from '../payment/payment-surface';
import {
  bodies,
  fakeController,
  notice,
  pay,
  ready,
  seen,
  stage,
  unreachable,
} from '../testing/fake-controller';
import { leaveBank, type PayTab } from './pay-elsewhere';

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

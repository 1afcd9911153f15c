import { expect, it } from 'vitest';
import { ok } from '../../core/base/result';
import type { OpenSurface, PaymentLook } from '../payment/payment-surface';
import { scriptedSurface } from '../preview/scripted-surface';
import { bodies, fakeController, pay, ready, seen } from '../testing/fake-controller';

// A page that the browser keeps while the fan is at the bank, and shows again when they press Back. The browser of the e2e tests keeps none.

/** A card form whose first confirmation went to the bank's page: no answer ever comes. */
function leavesForTheBank(looks: readonly PaymentLook[], confirmed: string[]): OpenSurface {
  const open = scriptedSurface({ lookUps: looks });
  return async (asked) => {
    const opened = await open(asked);
    if (!opened.ok) return opened;
    const { value } = opened;
    return ok({
      ...value,
      confirm: (secret, returnUrl) => {
        confirmed.push(secret);
        return confirmed.length === 1 ? new Promise(() => undefined) : value.confirm(secret, returnUrl);
      },
    });
  };
}

const showAgain = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

/** The fan presses Pay with a message, goes to the bank and comes back to the page as it was. */
async function backAtThePage(looks: readonly PaymentLook[]) {
  const confirmed: string[] = [];
  const made = await ready(fakeController({}, leavesForTheBank(looks, confirmed)));
  made.controller.edit({ message: 'From the bank' });
  const paying = pay(made);
  await expect.poll(() => confirmed).toHaveLength(1);
  showAgain(true);
  await paying;
  return { made, confirmed };
}

// Holds pay-224.
it('who presses Back at the bank reads that they have not paid, finds what they typed, and pays the same tip by card', async () => {
  const { made, confirmed } = await backAtThePage(['open']);
  expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'not-paid' }, tips: 1 });
  expect(made.controller.state().form).toMatchObject({ message: 'From the bank' });
  await pay(made);
  expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 1 });
  expect(bodies(made, 'createTip')).toHaveLength(1);
  expect(new Set(confirmed).size).toBe(1);
  expect(confirmed).toHaveLength(2);
});

it('who presses Back after they authorised is thanked, and is not asked to pay again', async () => {
  const { made } = await backAtThePage(['succeeded']);
  expect(seen(made)).toMatchObject({ stage: 'thanked', notice: null, tips: 1 });
});

it('a page that is shown for the first time still waits for the bank', async () => {
  const confirmed: string[] = [];
  const made = await ready(fakeController({}, leavesForTheBank(['open'], confirmed)));
  void pay(made);
  await expect.poll(() => confirmed).toHaveLength(1);
  showAgain(false);
  await new Promise((resolve) => setTimeout(resolve));
  expect(seen(made)).toMatchObject({ stage: 'confirming', notice: null });
  made.controller.close();
});

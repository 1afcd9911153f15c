import * as v from 'valibot';
import { checkDisputable } from '../payments/disputable';
import { appealDispute, closeDispute, openDispute, warnOfFraud } from '../payments/disputes';
import { failRefund, settleRefund } from '../payments/refunds';
import { settlePayment } from '../payments/confirm';
import { formatPaymentIntent } from '../format/payment-intent';
import { formatDispute } from '../format/dispute';
import { formatRefund } from '../format/refund';
import type { Sandbox } from '../sandbox';
import type { ChargeEntity } from '../state/payment-entities';
import { control, type ControlCall } from './control';

const id = v.pipe(v.string(), v.minLength(1));

/** The charge with that id, or the latest charge of that payment intent. */
function chargeOf({ store }: Sandbox, named: string): ChargeEntity | undefined {
  const intent = store.get('paymentIntent', named);
  return store.get('charge', intent?.latestCharge ?? named);
}

export const moneyControls: Readonly<Record<string, ControlCall>> = {
  'disputes/create': control(
    'opens a dispute for a charge (id of the charge or of its payment intent)',
    v.strictObject({
      charge: id,
      kind: v.optional(v.picklist(['fraudulent', 'product_not_received', 'inquiry', 'claim']), 'fraudulent'),
    }),
    ({ sandbox }, { charge, kind }) => {
      const found = chargeOf(sandbox, charge);
      if (found?.status !== 'succeeded') return null;
      checkDisputable(sandbox, found, kind);
      return sandbox.store.transact(() => formatDispute(sandbox, openDispute(sandbox, found, kind)));
    },
  ),
  'disputes/appeal': control(
    'opens a lost dispute again; evidence and disputes/close decide the appeal',
    v.strictObject({ dispute: id }),
    ({ sandbox }, { dispute }) => {
      const found = sandbox.store.get('dispute', dispute);
      if (found?.status !== 'lost') return null;
      return sandbox.store.transact(() => formatDispute(sandbox, appealDispute(sandbox, found)));
    },
  ),
  'disputes/close': control(
    'closes a dispute',
    v.strictObject({ dispute: id, outcome: v.picklist(['won', 'lost', 'prevented', 'warning_closed']) }),
    ({ sandbox }, { dispute, outcome }) => {
      const found = sandbox.store.get('dispute', dispute);
      if (!found) return null;
      return sandbox.store.transact(() => formatDispute(sandbox, closeDispute(sandbox, found, outcome)));
    },
  ),
  'warnings/create': control(
    'creates an early fraud warning for a charge',
    v.strictObject({ charge: id }),
    ({ sandbox }, { charge }) => {
      const found = chargeOf(sandbox, charge);
      return found ? sandbox.store.transact(() => ({ id: warnOfFraud(sandbox, found) })) : null;
    },
  ),
  'payments/settle': control(
    'lets a bank answer to a payment that it delayed',
    v.strictObject({ paymentIntent: id, answer: v.picklist(['pays', 'refuses']) }),
    ({ sandbox }, { paymentIntent, answer }) => {
      const found = sandbox.store.get('paymentIntent', paymentIntent);
      if (!found) return null;
      return sandbox.store.transact(() =>
        formatPaymentIntent(sandbox, settlePayment(sandbox, found, answer)),
      );
    },
  ),
  'refunds/settle': control(
    'settles a pending refund',
    v.strictObject({ refund: id }),
    ({ sandbox }, { refund }) => {
      const found = sandbox.store.get('refund', refund);
      return found ? sandbox.store.transact(() => formatRefund(settleRefund(sandbox, found))) : null;
    },
  ),
  'refunds/fail': control(
    'makes a refund fail',
    v.strictObject({ refund: id }),
    ({ sandbox }, { refund }) => {
      const found = sandbox.store.get('refund', refund);
      return found ? sandbox.store.transact(() => formatRefund(failRefund(sandbox, found))) : null;
    },
  ),
};

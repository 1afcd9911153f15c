import { formatApplicationFee } from '../format/balance-transaction';
import type { Sandbox } from '../sandbox';
import type { ApplicationFeeEntity, ChargeEntity } from '../state/payment-entities';
import { book } from './ledger';

/** Books the platform's application fee for a direct charge and creates its event. */
export function takeApplicationFee(sandbox: Sandbox, charge: ChargeEntity): ChargeEntity {
  const amount = charge.applicationFeeAmount;
  if (amount === null || amount === 0 || charge.account === sandbox.platform) return charge;
  const id = sandbox.ids.next('fee');
  const { currency } = charge;
  const fee: ApplicationFeeEntity = {
    id,
    account: sandbox.platform,
    created: sandbox.clock.seconds(),
    charge: charge.id,
    chargeAccount: charge.account,
    amount,
    amountRefunded: 0,
    currency,
    balanceTransaction: book(sandbox, {
      account: sandbox.platform,
      amount,
      currency,
      source: id,
      type: 'application_fee',
      reportingCategory: 'platform_earning',
      description: null,
    }),
    refunds: [],
  };
  sandbox.store.put('applicationFee', fee);
  sandbox.emit({ account: fee.account, type: 'application_fee.created', object: formatApplicationFee(fee) });
  return { ...charge, applicationFee: id };
}

/** Refunds the application fee in proportion to the refunded amount; returns the refunded fee. */
export function refundFeeShare(sandbox: Sandbox, charge: ChargeEntity, refunded: number): number {
  const fee =
    charge.applicationFee === null ? undefined : sandbox.store.get('applicationFee', charge.applicationFee);
  if (!fee) return 0;
  const share = Math.floor((fee.amount * refunded) / charge.amount);
  const amount = Math.min(share, fee.amount - fee.amountRefunded);
  if (amount === 0) return 0;
  const refund = {
    id: sandbox.ids.next('fr'),
    created: sandbox.clock.seconds(),
    amount,
    balanceTransaction: book(sandbox, {
      account: fee.account,
      amount: -amount,
      currency: fee.currency,
      source: fee.id,
      type: 'application_fee_refund',
      reportingCategory: 'platform_earning_refund',
      description: null,
    }),
  };
  const after = { ...fee, amountRefunded: fee.amountRefunded + amount, refunds: [...fee.refunds, refund] };
  sandbox.store.put('applicationFee', after);
  sandbox.emit({
    account: fee.account,
    type: 'application_fee.refunded',
    object: formatApplicationFee(after),
  });
  return amount;
}

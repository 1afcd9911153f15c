import { formatApplicationFee } from '../format/balance-transaction';
import type { Sandbox } from '../sandbox';
import type { ChargeEntity } from '../state/payment-entities';

/** Books the platform's share of a direct charge and tells the platform. */
export function takeApplicationFee(sandbox: Sandbox, charge: ChargeEntity): ChargeEntity {
  const amount = charge.applicationFeeAmount;
  if (amount === null || charge.account === sandbox.platform) return charge;
  const { ids, store, clock, platform } = sandbox;
  const id = ids.next('fee');
  const transaction = ids.next('txn');
  store.put('balanceTransaction', {
    id: transaction,
    account: platform,
    created: clock.seconds(),
    availableOn: clock.seconds(),
    amount,
    currency: charge.currency,
    fees: [],
    source: id,
    type: 'application_fee',
    reportingCategory: 'platform_earning',
    description: null,
  });
  const fee = {
    id,
    account: platform,
    created: clock.seconds(),
    charge: charge.id,
    chargeAccount: charge.account,
    amount,
    amountRefunded: 0,
    currency: charge.currency,
    balanceTransaction: transaction,
  };
  store.put('applicationFee', fee);
  sandbox.emit({ account: platform, type: 'application_fee.created', object: formatApplicationFee(fee) });
  return { ...charge, applicationFee: id };
}

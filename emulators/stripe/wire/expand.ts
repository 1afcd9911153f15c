import {
  formatApplicationFee,
  formatBalanceTransaction,
  formatFeeRefund,
} from '../format/balance-transaction';
import { formatCharge } from '../format/charge';
import { formatDispute } from '../format/dispute';
import { formatPaymentIntent } from '../format/payment-intent';
import { formatPaymentMethod } from '../format/payment-method';
import { formatPayout } from '../format/payout';
import { formatRefund } from '../format/refund';
import type { Sandbox } from '../sandbox';
import { includedOf, loadBilling } from './expand-billing';
import { cannotExpand, mayExpand } from './expand-types';
import { isBranch } from './tree';

/** Expandable objects that exist only after the first access: the fields that hold their ids. */
function load({ store, clock, ...rest }: Sandbox, id: string): unknown {
  const sandbox = { store, clock, ...rest };
  const intent = store.get('paymentIntent', id);
  if (intent) return formatPaymentIntent(sandbox, intent);
  const charge = store.get('charge', id);
  if (charge) return formatCharge(sandbox, charge);
  const transaction = store.get('balanceTransaction', id);
  if (transaction) return formatBalanceTransaction(transaction, clock.seconds());
  const method = store.get('paymentMethod', id);
  if (method) return formatPaymentMethod(method);
  const refund = store.get('refund', id);
  if (refund) return formatRefund(refund);
  const dispute = store.get('dispute', id);
  if (dispute) return formatDispute(sandbox, dispute);
  const payout = store.get('payout', id);
  if (payout) return formatPayout(payout);
  const fee = store.get('applicationFee', id);
  if (fee) return formatApplicationFee(fee);
  return feeRefund(sandbox, id) ?? loadBilling(sandbox, id) ?? id;
}

/** The refunds of an application fee are stored with it. */
function feeRefund({ store }: Pick<Sandbox, 'store'>, id: string): unknown {
  const fees = id.startsWith('fr_') ? store.all('applicationFee') : [];
  for (const fee of fees) {
    const refund = fee.refunds.find((each) => each.id === id);
    if (refund) return formatFeeRefund(fee, refund);
  }
  return undefined;
}

function expandPath(sandbox: Sandbox, target: unknown, parts: readonly string[], path: string): unknown {
  const [part, ...rest] = parts;
  if (part === undefined || target === null) return target;
  if (Array.isArray(target)) return target.map((item) => expandPath(sandbox, item, parts, path));
  if (!isBranch(target)) return target;
  const isListData = (target['object'] === 'list' || target['object'] === 'search_result') && part === 'data';
  if (!isListData && !mayExpand(target['object'], part)) throw cannotExpand(part, path);
  const isIncluded =
    target['object'] === 'invoice' && (part === 'payments' || part === 'confirmation_secret');
  const value = isIncluded ? includedOf(sandbox, target['id'], part) : target[part];
  const whole = typeof value === 'string' ? load(sandbox, value) : value;
  return { ...target, [part]: expandPath(sandbox, whole, rest, path) };
}

/** Replaces ids by their objects, for paths such as `latest_charge.balance_transaction` or `data.charge`. Their kinds were checked (`checkPaths`). */
export const expandAnswer = (sandbox: Sandbox, answer: unknown, paths: readonly string[]): unknown =>
  paths.reduce((target: unknown, path) => expandPath(sandbox, target, path.split('.'), path), answer);

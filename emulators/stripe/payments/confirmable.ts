import type { Sandbox } from '../sandbox';
import type { PaymentIntentEntity } from '../state/payment-entities';
import { refused } from '../wire/refusal';

export function checkConfirmable(intent: PaymentIntentEntity): void {
  if (intent.status === 'succeeded')
    throw refused(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      'payment_intent_unexpected_state',
    );
  if (intent.status === 'canceled')
    throw refused(
      'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
      'payment_intent_unexpected_state',
    );
}

export function checkAccountReady(sandbox: Sandbox, id: string): void {
  const account = sandbox.store.get('account', id);
  if (account?.cardPayments !== 'active')
    throw refused(
      'Your account cannot currently make charges. To find out why charges are currently disabled, look up the account in the Dashboard.',
      'capability_not_active',
    );
}

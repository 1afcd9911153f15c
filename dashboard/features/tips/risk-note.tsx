import { Alert } from '@mantine/core';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';

/** Stripe let the payment through, and still sees signs of fraud: what that means, and what the owner can do. */
export function RiskNote({ tip: { risk, payment, warning } }: { readonly tip: Tip }) {
  const text = useText();
  // A bank's own warning says more, and asks for the same.
  if (payment.status !== 'succeeded' || warning !== null || risk === null || risk === 'normal') return null;
  return (
    <Alert color={risk === 'highest' ? 'red' : 'yellow'} role="note" title={text(`tip.riskTitle.${risk}`)}>
      {text(`tip.riskText.${risk}`)}
    </Alert>
  );
}

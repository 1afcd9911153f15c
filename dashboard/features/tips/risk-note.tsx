import { Alert } from '@mantine/core';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';

/** Stripe accepted the payment but sees signs of fraud: what it means and what the owner can do. */
export function RiskNote({ tip: { risk, payment, warning } }: { readonly tip: Tip }) {
  const text = useText();
  // The bank's own warning says more, so this note is left out.
  if (payment.status !== 'succeeded' || warning !== null || risk === null || risk === 'normal') return null;
  return (
    <Alert color={risk === 'highest' ? 'red' : 'yellow'} role="note" title={text(`tip.riskTitle.${risk}`)}>
      {text(`tip.riskText.${risk}`)}
    </Alert>
  );
}

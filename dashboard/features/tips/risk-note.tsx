import { Alert } from '@mantine/core';
import type { Tip } from '../../../core/tip/tip';
import { refundable } from './refundable';
import { useText } from '../../messages/text';

/** Stripe accepted the payment but sees signs of fraud: what it means and what the owner can do. */
export function RiskNote({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const { risk, warning } = tip;
  // The note asks for a refund. The bank's own warning says more.
  if (refundable(tip) === 0 || warning !== null || risk === null || risk === 'normal') return null;
  return (
    <Alert color={risk === 'highest' ? 'red' : 'yellow'} role="note" title={text(`tip.riskTitle.${risk}`)}>
      {text(`tip.riskText.${risk}`)}
    </Alert>
  );
}

import { Alert, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { formatMoney } from '../../../core/money/money';
import { refundFailureKind } from '../../../core/tip/refund';
import { isWithBank } from '../../../core/tip/tip-filter';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';

/** A failed refund: why, where the money is and what the owner can do. */
export function RefundFailureNote({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const { locale } = useIntl();
  const { failure } = tip.refund;
  // When the bank took the money afterwards, another refund would return it twice. The history has the failure.
  if (failure === undefined || isWithBank(tip)) return null;
  const amount = formatMoney({ minorUnits: failure.amount, currency: tip.currency }, locale);
  return (
    <Alert color="red" role="note" title={text('refundFailed.title', { amount })}>
      <Text size="sm">{text(`refundFailed.${refundFailureKind(failure.reason)}`)}</Text>
      <Text size="sm" mt={6}>
        {text('refundFailed.todo')}
      </Text>
    </Alert>
  );
}

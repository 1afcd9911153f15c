import { Alert, Anchor, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { formatMoney } from '../../../core/money/money';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { stripePage } from './stripe-page';

const colours = {
  inquiry: 'yellow',
  open: 'red',
  won: 'evergreen',
  lost: 'gray',
  prevented: 'gray',
} as const;

/** A dispute: its state, the answer's deadline and a link to Stripe. */
export function DisputeNote({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const intl = useIntl();
  const { status, amount, dueBy } = tip.dispute;
  if (status === 'none') return null;
  const page = stripePage(tip, 'dispute');
  const isOpen = status === 'open' || status === 'inquiry';
  return (
    <Alert color={colours[status]} role="note" title={text(`dispute.${status}`)}>
      <Text size="sm">
        {text(`dispute.${status}Text`, {
          amount: formatMoney({ minorUnits: amount, currency: tip.currency }, intl.locale),
        })}
      </Text>
      {isOpen && dueBy !== null && (
        <Text size="sm" fw={600} mt={6}>
          {text('dispute.due', { date: intl.formatDate(dueBy, { dateStyle: 'long', timeStyle: 'short' }) })}
        </Text>
      )}
      {isOpen && (
        <Text size="sm" mt={6}>
          {page ? (
            <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
              {text('dispute.answer')}
            </Anchor>
          ) : (
            text('dispute.sandbox')
          )}
        </Text>
      )}
    </Alert>
  );
}

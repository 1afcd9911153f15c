import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { PaymentsState } from '../../../core/money/payments-state';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';

/** Leads to the balance and the payouts, once there is an account that can have some. */
export function PayoutsPanel({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  if (payments === null || payments.disconnectedAt !== null) return null;
  if (payments.accountId === null && payments.mode !== 'single') return null;
  return (
    <Panel id="payouts" heading={text('payouts.heading')}>
      <Text size="sm" mb="md">
        {text('payouts.panelText')}
      </Text>
      <Button component={Link} to="/payments/payouts" variant="default">
        {text('payouts.open')}
      </Button>
    </Panel>
  );
}

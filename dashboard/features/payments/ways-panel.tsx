import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { PaymentsState } from '../../../core/money/payments-state';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';

/** Leads to the ways to pay, once there is an account that has some. */
export function WaysPanel({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  if (payments === null || payments.disconnectedAt !== null) return null;
  if (payments.accountId === null && payments.mode !== 'single') return null;
  return (
    <Panel id="ways" heading={text('ways.title')}>
      <Text size="sm" mb="md">
        {text('ways.panelText')}
      </Text>
      <Button component={Link} to="/payments/ways" variant="default">
        {text('ways.open')}
      </Button>
    </Panel>
  );
}

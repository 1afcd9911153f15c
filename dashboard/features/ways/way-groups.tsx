import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { OwnWay } from '../../../core/api/owner-api';
import type { WayState } from '../../../core/ways/ways';
import type { Currency } from '../../../core/money/currency-codes';
import type { PaymentsState } from '../../../core/money/payments-state';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { WayList } from './way-list';
import styles from './ways.module.css';

interface WayGroupsProps {
  readonly ways: readonly OwnWay[];
  readonly payments: PaymentsState;
}

/** What is on, what waits for whom, what is off; last and folded, what another currency would need. */
export function WayGroups({ ways, payments }: WayGroupsProps) {
  const text = useText();
  const of = (state: WayState) => ways.filter((way) => way.state === state);
  const others = of('other-currency');
  const { currency } = payments;
  return (
    <>
      <Group state="on" ways={of('on')} currency={currency}>
        <Anchor component={Link} to="/payments#wallets" size="sm">
          {text('ways.domains')}
        </Anchor>
      </Group>
      <Group state="missing" ways={of('missing')} currency={currency}>
        <Anchor component={Link} to="/payments" size="sm">
          {text('ways.see')}
        </Anchor>
        <Settings payments={payments} />
      </Group>
      <Group state="waiting" ways={of('waiting')} currency={currency} />
      <Group state="off" ways={of('off')} currency={currency}>
        <Settings payments={payments} />
      </Group>
      {others.length > 0 && currency !== null && (
        <Panel>
          <Others ways={others} currency={currency} />
        </Panel>
      )}
      <Text size="sm" c="dimmed" mt="lg">
        {text('ways.never')}
      </Text>
    </>
  );
}

interface GroupProps {
  readonly state: Exclude<WayState, 'other-currency'>;
  readonly ways: readonly OwnWay[];
  readonly currency: Currency | null;
  readonly children?: React.ReactNode;
}

function Group({ state, ways, currency, children }: GroupProps) {
  const text = useText();
  if (ways.length === 0) return null;
  const heading = text(`ways.${state}`);
  return (
    <Panel heading={heading}>
      <Stack gap="md" align="stretch">
        <Text size="sm">{text(`ways.${state}Hint`)}</Text>
        <WayList ways={ways} label={heading} currency={currency} />
        {children}
      </Stack>
    </Panel>
  );
}

/** Stripe's settings of a live account. The local sandbox has none. */
function Settings({ payments }: Pick<WayGroupsProps, 'payments'>) {
  const text = useText();
  if (!payments.livemode) return null;
  return (
    <Anchor
      href="https://dashboard.stripe.com/settings/payment_methods"
      target="_blank"
      rel="noreferrer"
      size="sm"
    >
      {text('ways.settings')}
    </Anchor>
  );
}

function Others({ ways, currency }: { readonly ways: readonly OwnWay[]; readonly currency: Currency }) {
  const text = useText();
  const heading = text('ways.others', { currency: currency.toUpperCase() });
  return (
    <details className={styles.others}>
      <summary>{heading}</summary>
      <Text size="sm" my="md">
        {text('ways.othersHint')}
      </Text>
      <WayList ways={ways} label={heading} currency={currency} />
    </details>
  );
}

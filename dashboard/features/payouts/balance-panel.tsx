import { Alert, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { BalanceAnswer } from '../../../core/api/books-api';
import { nextPayoutDay, type Payout } from '../../../core/money/payout';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { Panel } from '../../ui/panel';
import { useAmounts } from '../../shared/use-amounts';
import styles from './payouts.module.css';
import { useScheduleWords } from './use-schedule-words';
import { useBalance } from './use-payouts';

interface BalancePanelProps {
  readonly account: string;
  /** The payout that arrives next; null = none is on its way. */
  readonly coming: Payout | null;
}

/** What is on the balance in each currency, and when Stripe pays it out. */
export function BalancePanel({ account, coming }: BalancePanelProps) {
  const text = useText();
  const live = useBalance(account);
  if (live.kind === 'loading') return <PanelsSkeleton />;
  if (live.kind === 'failed') return <FailureAlert failure={live.failure} onRetry={live.retry} />;
  const { balances, schedule, paused } = live.balance;
  const isNegative = balances.some(({ available, pending }) => available + pending < 0);
  return (
    <Panel heading={text('payouts.balance')}>
      <Stack gap="md">
        {paused && (
          <Alert color="red" role="note">
            {text('payouts.paused')}
          </Alert>
        )}
        <dl className={styles.balances}>
          {balances.map((balance) => (
            <Amounts key={balance.currency} balance={balance} isOnly={balances.length === 1} />
          ))}
        </dl>
        {isNegative && <Text size="sm">{text('payouts.negative')}</Text>}
        {!paused && <WhenPaid schedule={schedule} coming={coming} />}
      </Stack>
    </Panel>
  );
}

interface AmountsProps {
  readonly balance: BalanceAnswer['balances'][number];
  /** The only currency: its code is part of the amounts, and is not repeated. */
  readonly isOnly: boolean;
}

function Amounts({ balance: { currency, available, pending }, isOnly }: AmountsProps) {
  const text = useText();
  const { booked: amount } = useAmounts();
  const code = isOnly ? '' : ` (${currency.toUpperCase()})`;
  return (
    <>
      <div>
        <dt>{`${text('payouts.available')}${code}`}</dt>
        <dd data-negative={available < 0 || undefined}>{amount(available, currency)}</dd>
      </div>
      <div>
        <dt>{`${text('payouts.pending')}${code}`}</dt>
        <dd data-negative={pending < 0 || undefined}>{amount(pending, currency)}</dd>
      </div>
    </>
  );
}

interface WhenPaidProps {
  readonly schedule: BalanceAnswer['schedule'];
  readonly coming: Payout | null;
}

/** The next payout, if one is on its way or its day is known, and the schedule in words. */
function WhenPaid({ schedule, coming }: WhenPaidProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const { booked: amount } = useAmounts();
  const words = useScheduleWords();
  const [now] = useState(() => Date.now());
  const day = (at: number) => formatDate(at, { dateStyle: 'full', timeZone: 'UTC' });
  const due = nextPayoutDay(schedule, now);
  return (
    <div>
      {coming !== null && (
        <Text size="sm" fw={600}>
          {text('payouts.coming', {
            amount: amount(coming.amount, coming.currency),
            date: day(coming.arrivesAt),
          })}
        </Text>
      )}
      {coming === null && due !== null && (
        <Text size="sm" fw={600}>
          {text('payouts.due', { date: day(due) })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {words(schedule)}
      </Text>
    </div>
  );
}

import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import type { PaymentsState } from '../../../core/money/payments-state';
import { usePayments } from '../../draft/use-payments';
import { useText } from '../../messages/text';
import { EmptyState } from '../../ui/empty-state';
import { FailureAlert } from '../../ui/failure-alert';
import { HatPicture } from '../../ui/illustrations';
import { Page } from '../../ui/page';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { Panel } from '../../ui/panel';
import { BalancePanel } from './balance-panel';
import { PayoutList } from './payout-list';
import { usePayoutList } from './use-payouts';

/** The owner's balance at Stripe, and every payout with what is in it. */
export function PayoutsScreen() {
  const text = useText();
  const live = usePayments();
  return (
    <Page
      title={text('payouts.title')}
      lead={text('payouts.lead')}
      actions={
        <Button component={Link} to="/payments" variant="default">
          {text('payouts.toPayments')}
        </Button>
      }
    >
      {live.kind === 'loading' && <PanelsSkeleton />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {live.kind === 'ready' && <OfAccount payments={live.value} />}
    </Page>
  );
}

function OfAccount({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  const isMissing = payments === null || (payments.accountId === null && payments.mode !== 'single');
  if (isMissing || payments.disconnectedAt !== null) {
    const state = isMissing ? 'none' : 'gone';
    return (
      <Panel>
        <EmptyState
          picture={<HatPicture />}
          title={text(`payouts.${state}Title`)}
          text={text(`payouts.${state}Text`)}
          action={
            <Button component={Link} to="/payments">
              {text('payouts.connect')}
            </Button>
          }
        />
      </Panel>
    );
  }
  return <Payouts account={payments.accountId ?? 'own'} livemode={payments.livemode} />;
}

interface PayoutsProps {
  readonly account: string;
  readonly livemode: boolean;
}

function Payouts({ account, livemode }: PayoutsProps) {
  const text = useText();
  const list = usePayoutList(account);
  const coming = list.payouts.filter(({ status }) => status === 'pending' || status === 'in_transit').at(-1);
  return (
    <>
      <BalancePanel account={account} coming={coming ?? null} />
      <PayoutList list={list} />
      {livemode && (
        <Anchor href="https://dashboard.stripe.com/payouts" target="_blank" rel="noreferrer" size="sm">
          {text('payouts.atStripe')}
        </Anchor>
      )}
    </>
  );
}

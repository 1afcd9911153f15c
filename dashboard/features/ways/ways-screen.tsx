import { Button } from '@mantine/core';
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
import { useWays } from './use-ways';
import { WayGroups } from './way-groups';

/** What fans can pay an owner with, as it is at Stripe. */
export function WaysScreen() {
  const text = useText();
  const live = usePayments();
  return (
    <Page
      title={text('ways.title')}
      lead={text('ways.lead')}
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
  if (!isMissing && payments.disconnectedAt === null) return <Ways payments={payments} />;
  const state = isMissing ? 'none' : 'gone';
  return (
    <Panel>
      <EmptyState
        picture={<HatPicture />}
        title={text(isMissing ? 'ways.noneTitle' : 'payouts.goneTitle')}
        text={text(`ways.${state}Text`)}
        action={
          <Button component={Link} to="/payments">
            {text('payouts.connect')}
          </Button>
        }
      />
    </Panel>
  );
}

function Ways({ payments }: { readonly payments: PaymentsState }) {
  const live = useWays(payments.accountId ?? 'own');
  switch (live.kind) {
    case 'loading':
      return <PanelsSkeleton />;
    case 'failed':
      return <FailureAlert failure={live.failure} onRetry={live.retry} />;
    case 'ready':
      return <WayGroups ways={live.ways} payments={payments} />;
  }
}

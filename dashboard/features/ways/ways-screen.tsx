import type { PaymentsState } from '../../../core/money/payments-state';
import { useText } from '../../messages/text';
import { AccountPage } from '../../shared/account-page';
import { FailureAlert } from '../../ui/failure-alert';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { useWays } from './use-ways';
import { WayGroups } from './way-groups';

/** What fans can pay an owner with, as it is at Stripe. */
export function WaysScreen() {
  const text = useText();
  return (
    <AccountPage
      title={text('ways.title')}
      lead={text('ways.lead')}
      none={{ title: text('ways.noneTitle'), text: text('ways.noneText') }}
      gone={{ title: text('payouts.goneTitle'), text: text('ways.goneText') }}
    >
      {(payments) => <Ways payments={payments} />}
    </AccountPage>
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

import { Alert, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PaymentsState } from '../../../core/money/payments-state';
import { usePayments } from '../../data/owner-documents';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { Page } from '../../ui/page';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { PublishBar } from '../../shared/publish/publish-bar';
import { AmountsPanel } from './amounts-panel';
import { CostsPanel } from './costs-panel';
import { MailsPanel } from './mails-panel';
import { MonthlyPanel } from './monthly-panel';
import { PayoutsPanel } from './payouts-panel';
import { SitesPanel } from './sites-panel';
import { StatusPanel } from './status-panel';
import { ThanksPanel } from './thanks-panel';
import { useOnboarding } from './use-onboarding';
import { WaysPanel } from './ways-panel';
import { WalletsPanel } from './wallets-panel';

export function PaymentsScreen() {
  const text = useText();
  const live = usePayments();
  return (
    <Page title={text('payments.title')} lead={text('payments.lead')} actions={<PublishBar />}>
      {live.kind === 'loading' && <PanelsSkeleton />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {live.kind === 'ready' && <Settings payments={live.value} />}
    </Page>
  );
}

type Return = 'back' | 'again' | null;

/**
 * How the owner arrived: Stripe returns with `back=1`, and with `again=1` when its link has expired. Read once, then removed from the
 * address.
 */
function useReturn(): Return {
  const [query, setQuery] = useSearchParams();
  const [came] = useState<Return>(() => (query.has('again') ? 'again' : query.has('back') ? 'back' : null));
  useEffect(() => {
    if (query.size > 0) setQuery({}, { replace: true });
  }, [query, setQuery]);
  return came;
}

function Settings({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  const onboarding = useOnboarding();
  const came = useReturn();
  const acted = useRef(false);
  const { connect, refresh, state } = onboarding;
  const country = payments?.country ?? null;

  useEffect(() => {
    if (acted.current || came === null || payments === null) return;
    acted.current = true;
    if (came === 'back' || country === null) void refresh();
    else void connect({ country, currency: payments.currency });
  }, [came, payments, country, connect, refresh]);

  return (
    <>
      {state.kind === 'busy' && came !== null && (
        <Alert role="status" mb="md">
          {text(came === 'back' ? 'pay.back' : 'pay.usedUp')}
        </Alert>
      )}
      {payments && !payments.livemode && (
        <Alert mb="md" color="gray" role="note">
          {text('pay.testMode')}
        </Alert>
      )}
      <StatusPanel payments={payments} onboarding={onboarding} />
      <PayoutsPanel payments={payments} />
      <WaysPanel payments={payments} />
      <Text size="sm" c="dimmed" my="lg">
        {text('payments.publishHint')}
      </Text>
      <AmountsPanel currency={payments?.currency ?? null} />
      <MonthlyPanel payments={payments} />
      <CostsPanel payments={payments} />
      <ThanksPanel payments={payments} />
      <SitesPanel />
      <WalletsPanel
        ready={payments !== null && payments.accountId !== null && payments.disconnectedAt === null}
      />
      <MailsPanel />
    </>
  );
}

import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { readyPayments, type PaymentsState } from '../../../core/money/payments-state';
import type { StoredProfile } from '../../../core/profile/stored-profile';
import { usePayments, usePublished } from '../../data/owner-documents';
import { useText } from '../../messages/text';
import { useBackend } from '../../data/session';
import { EmptyState } from '../../ui/empty-state';
import { FailureAlert } from '../../ui/failure-alert';
import { HatPicture } from '../../ui/illustrations';
import { Page } from '../../ui/page';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { Panel } from '../../ui/panel';
import { GigNotes } from './gig-notes';
import { contentOf, firstChoices } from './kit-choices';
import { KitControls } from './kit-controls';
import { linkOf } from './sheet/sheet-content';
import { SheetPreview } from './sheet-preview';
import { TagPanel } from './nfc/tag-panel';
import styles from './kit.module.css';

/** What owners print, and write on tags, for places without a computer. */
export function KitScreen() {
  const text = useText();
  const published = usePublished();
  const payments = usePayments();
  const profile = published.kind === 'ready' ? published.value : null;
  const isPublic = profile !== null && profile.takenDownAt === null;
  return (
    <Page title={text('kit.title')} lead={text('kit.lead')}>
      {(published.kind === 'loading' || payments.kind === 'loading') && <PanelsSkeleton shape="columns" />}
      {published.kind === 'failed' && <FailureAlert failure={published.failure} onRetry={published.retry} />}
      {payments.kind === 'failed' && <FailureAlert failure={payments.failure} onRetry={payments.retry} />}
      {published.kind === 'ready' && payments.kind === 'ready' && !isPublic && <NotPublished />}
      {isPublic && payments.kind === 'ready' && <Kit profile={profile} payments={payments.value} />}
    </Page>
  );
}

function NotPublished() {
  const text = useText();
  return (
    <Panel>
      <EmptyState
        picture={<HatPicture />}
        title={text('publish.never')}
        text={text('kit.notPublished')}
        action={
          <Button component={Link} to="/profile">
            {text('embed.toProfile')}
          </Button>
        }
      />
    </Panel>
  );
}

interface KitProps {
  readonly profile: StoredProfile;
  readonly payments: PaymentsState | null;
}

function Kit({ profile, payments }: KitProps) {
  const { host } = useBackend();
  const [choices, setChoices] = useState(() => firstChoices(profile, navigator.language));
  const owner = { profile, host, currency: payments?.currency ?? null };
  return (
    <>
      <Notices profile={profile} payments={payments} />
      <div className={styles.columns}>
        <KitControls owner={owner} choices={choices} onChoose={setChoices} />
        <SheetPreview
          kind={choices.kind}
          paper={choices.paper}
          content={contentOf(owner, choices)}
          file={`busker-${profile.handle}`}
        />
      </div>
      <TagPanel address={linkOf(host, profile.handle, { amount: null, at: 'nfc' })} />
      <GigNotes />
    </>
  );
}

function Notices({ profile, payments }: KitProps) {
  const text = useText();
  const [now] = useState(() => Date.now());
  const isOpen = profile.tips.on && readyPayments(payments, now) !== undefined;
  if (!isOpen) {
    return (
      <Alert mb="md" color="yellow" role="note">
        {text('kit.closed')} <Link to="/payments">{text('kit.toPayments')}</Link>
      </Alert>
    );
  }
  if (payments?.livemode === false) {
    return (
      <Alert mb="md" color="gray" role="note">
        {text('embed.testMode')}
      </Alert>
    );
  }
  return null;
}

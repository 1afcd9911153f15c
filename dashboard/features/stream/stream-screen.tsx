import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { StoredProfile } from '../../../core/profile/stored-profile';
import type { OwnOverlay } from '../../../core/outbox/overlay/overlay';
import { usePublished } from '../../data/owner-documents';
import { useText } from '../../messages/text';
import { useOwner } from '../../data/session';
import { EmptyState } from '../../ui/empty-state';
import { FailureAlert } from '../../ui/failure-alert';
import { HatPicture } from '../../ui/illustrations';
import { Page } from '../../ui/page';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { Panel } from '../../ui/panel';
import { AddressPanel } from './address-panel';
import { LivePanel } from './live-panel';
import { LookPanel } from './look-panel';
import { MakeOverlay } from './make-overlay';
import { OverlayPreview } from './overlay-preview';
import { RulesPanel } from './rules-panel';
import styles from './stream.module.css';
import { StreamNotes } from './stream-notes';
import { useOverlay, useSettings } from './use-overlay';

/** Tips in a stream and on a big screen. */
export function StreamScreen() {
  const text = useText();
  const { isGuest } = useOwner();
  return (
    <Page title={text('stream.title')} lead={text('stream.lead')}>
      {isGuest ? <Before reason="guest" /> : <ForOwners />}
    </Page>
  );
}

/** What must be done first. */
function Before({ reason }: { readonly reason: 'guest' | 'notPublished' }) {
  const text = useText();
  const isGuest = reason === 'guest';
  return (
    <Panel>
      <EmptyState
        picture={<HatPicture />}
        title={text('stream.noneTitle')}
        text={text(`stream.${reason}`)}
        action={
          <Button component={Link} to={isGuest ? '/account#sign-in-methods' : '/profile'}>
            {text(isGuest ? 'notify.guestAction' : 'embed.toProfile')}
          </Button>
        }
      />
    </Panel>
  );
}

function ForOwners() {
  const overlay = useOverlay();
  const published = usePublished();
  if (overlay.kind === 'failed') return <FailureAlert failure={overlay.failure} onRetry={overlay.retry} />;
  if (published.kind === 'failed')
    return <FailureAlert failure={published.failure} onRetry={published.retry} />;
  if (overlay.kind === 'loading' || published.kind === 'loading') return <PanelsSkeleton />;
  const profile = published.value;
  if (profile === null) return <Before reason="notPublished" />;
  return overlay.value === null ? <MakeOverlay /> : <Stream own={overlay.value} profile={profile} />;
}

interface StreamProps {
  readonly own: OwnOverlay;
  readonly profile: StoredProfile;
}

function Stream({ own, profile }: StreamProps) {
  const [settings, change] = useSettings(own);
  return (
    <>
      <AddressPanel overlayKey={own.key} />
      <LivePanel own={own} />
      <div className={styles.columns}>
        <LookPanel settings={settings} onChange={change} />
        <OverlayPreview handle={own.handle} settings={settings} profile={profile} />
      </div>
      <RulesPanel settings={settings} onChange={change} />
      <StreamNotes />
    </>
  );
}

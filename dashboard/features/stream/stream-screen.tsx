import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { overlayTests, type OverlayLiveBody, type OverlayTest } from '@busker/core/dashboard-api/channel-api';
import { tipAmounts } from '@busker/core/amounts/amount-limits';
import type { Currency } from '@busker/core/money/money';
import {
  newOverlayLive,
  type OverlayPage,
  type OverlaySettings,
  type OwnOverlay,
} from '@busker/core/overlay/overlay';
import type { StoredProfile } from '@busker/core/profile/profile';
import { usePayments, usePublished } from '../../session/owner-documents';
import { useBackend, useOwner } from '../../session/session';
import { useText } from '../../messages/text';
import { useReauthentication } from '../../sign-in-fields/use-reauthentication';
import { EmptyState, HatPicture } from '../../page/empty-state';
import { FailureAlert } from '../../feedback/failure-alert';
import { useAsk } from '../../form/ask-form';
import { Page, PanelsSkeleton } from '../../page/page';
import { EmptyPanel, Panel } from '../../panel/panel';
import { AlertList } from './alert-list';
import { LookPanel, RulesPanel } from './overlay-settings';
import styles from './stream.module.css';
import { useAct, useOverlay, useSettings } from './use-overlay';
import { AddressPanel } from './address-panel';
import { PlainButton, Small } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';

/** The controls during a stream, also on another device. */
export function LivePanel({ own }: { readonly own: OwnOverlay }) {
  const text = useText();
  const { overlay } = useBackend();
  const { busy, act } = useAct();
  const { paused, muted } = own.live;
  const control = (name: Exclude<OverlayLiveBody['act'], 'again' | 'show'>) => (
    <PlainButton
      loading={busy === name}
      disabled={busy !== null && busy !== name}
      onClick={() => act(name, () => overlay.act({ act: name }))}
    >
      {text(`stream.${name}`)}
    </PlainButton>
  );
  const test = (name: OverlayTest) => (
    <PlainButton
      key={name}
      size="xs"
      loading={busy === name}
      disabled={busy !== null && busy !== name}
      onClick={() => act(name, () => overlay.test(name))}
    >
      {text(`stream.test.${name}`)}
    </PlainButton>
  );
  return (
    <Panel id="live" heading={text('stream.live')} lead={text('stream.liveNote')}>
      <Stack gap="md">
        {paused && (
          <Alert color="yellow" role="status">
            {text('stream.paused')}
          </Alert>
        )}
        <Group gap="sm">
          {control(paused ? 'resume' : 'pause')}
          {control(muted ? 'unmute' : 'mute')}
          {control('skip')}
        </Group>
        <Group gap="sm" role="group" aria-label={text('stream.test')}>
          <Text size="sm" fw={600} aria-hidden>
            {text('stream.test')}
          </Text>
          {overlayTests.map(test)}
        </Group>
        <Quiet>{text('stream.testNote')}</Quiet>
        <AlertList own={own} />
      </Stack>
    </Panel>
  );
}

/** Explains overlays, with the button that makes one. The listener brings it. */
export function MakeOverlay({ onMade }: { readonly onMade: () => void }) {
  const text = useText();
  const { overlay } = useBackend();
  const { run, dialog } = useReauthentication();
  const { busy, failure, ask } = useAsk();
  const make = async () => {
    const answer = await ask(() => run(() => overlay.make()));
    if (answer.ok) onMade();
  };
  return (
    <Panel>
      <Stack>
        <EmptyState
          picture={<HatPicture />}
          title={text('stream.noneTitle')}
          text={text('stream.none')}
          action={
            <Button loading={busy} onClick={() => void make()}>
              {text('stream.make')}
            </Button>
          }
        />
        {failure && <FailureAlert failure={failure} />}
      </Stack>
      {dialog}
    </Panel>
  );
}

export interface Sample {
  readonly currency: Currency;
  /** Minor units. */
  readonly amount: number;
}

const isReady = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'busker-overlay-ready';

/** Sends settings to the overlay's own page in a frame, as soon as that page is ready and after each change. */
export function usePreviewFrame(page: OverlayPage, { currency, amount }: Sample) {
  const frame = useRef<HTMLIFrameElement>(null);
  const message = JSON.stringify({ kind: 'busker-overlay-preview', page, currency, amount });
  const send = useCallback(
    () => frame.current?.contentWindow?.postMessage(JSON.parse(message), window.location.origin),
    [message],
  );
  useEffect(() => {
    send();
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      const isOurs = origin === window.location.origin && source === frame.current?.contentWindow;
      if (isOurs && isReady(data)) send();
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [send]);
  return frame;
}

/** Size of the scene in CSS pixels, of which the preview is a smaller picture. */
const scene = { width: 1280, height: 720 };

interface OverlayPreviewProps {
  readonly handle: string;
  readonly settings: OverlaySettings;
  readonly profile: StoredProfile;
}

/** The overlay's own page with a sample alert, over a scene. */
export function OverlayPreview({ handle, settings, profile }: OverlayPreviewProps) {
  const text = useText();
  const { host } = useBackend();
  const { ref, width } = useElementSize();
  const payments = usePayments();
  const currency = (payments.kind === 'ready' ? payments.value?.currency : null) ?? 'usd';
  const { presets } = tipAmounts(currency, profile.tips);
  const [smallest = 500, amount = smallest] = presets;
  const page = { v: 1 as const, handle, ...settings, ...newOverlayLive };
  const frame = usePreviewFrame(page, { currency, amount });
  return (
    <Panel heading={text('stream.preview')}>
      <div ref={ref} className={styles.scene}>
        <iframe
          ref={frame}
          src={`${host}/o?preview`}
          title={text('stream.previewFrame')}
          tabIndex={-1}
          loading="lazy"
          style={{ ...scene, transform: `scale(${width / scene.width})` }}
        />
      </div>
      <Quiet mt="sm">{text('stream.previewNote')}</Quiet>
    </Panel>
  );
}

/** How the addresses get into OBS and on a tablet. */
export function StreamNotes() {
  const text = useText();
  return (
    <Panel id="obs" heading={text('stream.obs')}>
      <List type="ordered" spacing="xs" size="sm">
        <List.Item>{text('stream.obs1')}</List.Item>
        <List.Item>{text('stream.obs2')}</List.Item>
        <List.Item>{text('stream.obs3')}</List.Item>
        <List.Item>{text('stream.obs4')}</List.Item>
      </List>
      <Small mt="md">{text('stream.tablet')}</Small>
    </Panel>
  );
}

export function StreamScreen() {
  const text = useText();
  const { isGuest } = useOwner();
  return (
    <Page title={text('stream.title')} lead={text('stream.lead')}>
      {isGuest ? <Before reason="guest" /> : <ForOwners />}
    </Page>
  );
}

function Before({ reason }: { readonly reason: 'guest' | 'notPublished' }) {
  const text = useText();
  const isGuest = reason === 'guest';
  return (
    <EmptyPanel
      title={text('stream.noneTitle')}
      text={text(`stream.${reason}`)}
      to={isGuest ? '/settings/account#sign-in-methods' : '/page/profile'}
      act={text(isGuest ? 'notify.guestAction' : 'embed.toProfile')}
    />
  );
}

function ForOwners() {
  const [isNew, setNew] = useState(false);
  const overlay = useOverlay();
  const published = usePublished();
  if (overlay.kind === 'failed') return <FailureAlert failure={overlay.failure} onRetry={overlay.retry} />;
  if (published.kind === 'failed')
    return <FailureAlert failure={published.failure} onRetry={published.retry} />;
  if (overlay.kind === 'loading' || published.kind === 'loading') return <PanelsSkeleton />;
  const profile = published.value;
  if (profile === null) return <Before reason="notPublished" />;
  return overlay.value === null ? (
    <MakeOverlay onMade={() => setNew(true)} />
  ) : (
    <Stream own={overlay.value} profile={profile} isNew={isNew} />
  );
}

interface StreamProps {
  readonly own: OwnOverlay;
  readonly profile: StoredProfile;
  readonly isNew: boolean;
}

function Stream({ own, profile, isNew }: StreamProps) {
  const [settings, change] = useSettings(own);
  return (
    <>
      <AddressPanel overlayKey={own.key} isNew={isNew} />
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

import { Switch, Text, TextInput } from '@mantine/core';
import { dequal } from 'dequal/lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ChannelsAnswer } from '@busker/core/dashboard-api/channel-api';
import { noChannels, type Channels, type QuietHours } from '@busker/core/outbox/channel';
import type { Failure } from '../../data/failure';
import {
  listed,
  useStoredChannels,
  type OwnChannel,
  useAnswered,
  type Live,
} from '../../session/owner-documents';
import { useBackend, useOwner } from '../../session/session';
import { useLanguage } from '../../messages/language-provider';
import { useText } from '../../messages/text';
import { ThisDevice } from './this-device';
import { useReauthentication } from '../../sign-in-fields/use-reauthentication';
import { TimeZoneField, useTimeZone } from '../../preferences/preferences';
import { Page, PanelsSkeleton } from '../../page/page';
import { Dialog } from '../../dialog/dialog';
import { FailureAlert } from '../../feedback/failure-alert';
import { EmptyPanel, Panel } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { ChannelRow } from './channel-row';
import { EventTable, useChannelEdits, type Change } from './event-table';
import styles from './notifications.module.css';
import { DeliveryLog } from './delivery-log';
import { AddChannel, KindChoice } from './add-channel';
import type { FormKind } from './channel-kinds';
import { Small, PlainButton } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';
import { IconDownload } from '../../icons/screen-icons';

/** The kinds of channels that this host can send to. */
function useOffer(): Live<ChannelsAnswer> {
  const { channels } = useBackend();
  return useAnswered(['channel-offer'], () => channels.read());
}

interface ChannelsPanelProps {
  readonly offer: Exclude<Live<ChannelsAnswer>, { kind: 'loading' }>;
  readonly channels: readonly OwnChannel[];
  readonly onChange: Change;
}

function ChannelsPanel({ offer, channels, onChange }: ChannelsPanelProps) {
  const text = useText();
  const { run, dialog } = useReauthentication();
  const [adding, setAdding] = useState<FormKind | null>(null);
  return (
    <Panel id="channels" heading={text('notify.channels')}>
      {channels.length === 0 ? (
        <Small>{text('notify.none')}</Small>
      ) : (
        <ul className={styles.channels}>
          {channels.map((channel) => (
            <ChannelRow key={channel.channelId} channel={channel} onChange={onChange} run={run} />
          ))}
        </ul>
      )}
      <Text fw={600} component="h3" size="md" mt="md" mb={8}>
        {text('notify.add')}
      </Text>
      {offer.kind === 'failed' && <FailureAlert failure={offer.failure} onRetry={offer.retry} />}
      {offer.kind === 'ready' && <KindChoice offered={offer.value.offered} onChoose={setAdding} />}
      <Dialog open={adding !== null} onClose={() => setAdding(null)} title={text('notify.add')} size="lg">
        {adding !== null && (
          <AddChannel kind={adding} channels={channels} run={run} onEnd={() => setAdding(null)} />
        )}
      </Dialog>
      {dialog}
    </Panel>
  );
}

/** Chromium's offer to install the page as an app. It is in no standard, so TypeScript has no type of it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event;

/** "Install Busker", only after the browser has offered it: elsewhere the browser's own menu installs. */
function InstallButton() {
  const text = useText();
  const [offer, setOffer] = useState<InstallOffer | null>(null);
  useEffect(() => {
    const keep = (event: Event) => {
      if (!isOffer(event)) return;
      // The browser then leaves out its own banner.
      event.preventDefault();
      setOffer(event);
    };
    const installed = () => setOffer(null);
    window.addEventListener('beforeinstallprompt', keep);
    window.addEventListener('appinstalled', installed);
    return () => {
      window.removeEventListener('beforeinstallprompt', keep);
      window.removeEventListener('appinstalled', installed);
    };
  }, []);
  const install = async () => {
    // An offer works once.
    setOffer(null);
    await offer?.prompt();
  };
  return (
    offer && (
      <PlainButton leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void install()}>
        {text('push.install')}
      </PlainButton>
    )
  );
}

/** Notifications on the device that shows this screen, where the host offers push. */
function DevicePanel({ offer, channels }: Pick<ChannelsPanelProps, 'offer' | 'channels'>) {
  const text = useText();
  const { uid } = useOwner();
  const { channels: server } = useBackend();
  const { run, dialog } = useReauthentication();
  const api = useMemo(
    () => ({
      add: (channel: Parameters<typeof server.add>[0]) => run(() => server.add(channel)),
      verify: (channelId: string) => server.verify(channelId, ''),
      remove: (channelId: string) => server.remove(channelId),
    }),
    [server, run],
  );
  if (offer.kind !== 'ready' || offer.value.vapidKey === null) return null;
  return (
    <Panel id="device" heading={text('push.heading')} aside={<InstallButton />}>
      <ThisDevice uid={uid} api={api} vapidKey={offer.value.vapidKey} channels={channels} />
      {dialog}
    </Panel>
  );
}

const usual: QuietHours = { from: 22 * 60, to: 8 * 60 };

/** Minutes after midnight as a time field has them. */
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function minutesOf(typed: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(typed) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** When messages wait, by the clock of the account's zone. */
export function QuietPanel({ stored }: { readonly stored: Channels }) {
  const text = useText();
  const { language } = useLanguage();
  const { channels } = useBackend();
  const { saved } = useToast();
  const [on, setOn] = useState(stored.quiet !== null);
  const [base, setBase] = useState(stored.quiet ?? usual);
  /** The sides that the owner has changed and not left yet. */
  const [typed, setTyped] = useState<Partial<QuietHours>>({});
  const hours = { ...base, ...typed };
  const zone = useTimeZone();
  const [failure, setFailure] = useState<Failure | null>(null);
  /** What is kept, for the undo; and what is being kept, so that a field that was left unchanged saves nothing. */
  const kept = useRef({ quiet: stored.quiet, zone });
  const [open, setOpen] = useState(0);
  const seen = useRef(stored.quiet);
  const show = (quiet: QuietHours | null) => {
    setOn(quiet !== null);
    if (quiet !== null) setBase(quiet);
  };

  const keep = async (quiet: QuietHours | null, by: 'owner' | 'undo' | 'zone' = 'owner') => {
    const before = kept.current;
    if (before.zone === zone && dequal(before.quiet, quiet)) return;
    kept.current = { quiet, zone };
    show(quiet);
    setTyped({});
    setFailure(null);
    setOpen((before) => before + 1);
    const answer = await channels.keepQuiet({ zone, language, quiet });
    setOpen((before) => before - 1);
    if (!answer.ok) {
      kept.current = before;
      setFailure(answer.problem);
    } else if (by === 'owner') saved(() => void keep(before.quiet, 'undo'));
    else if (by === 'undo') saved();
  };
  const keepHours = (by: 'owner' | 'zone' = 'owner') => void keep(on ? hours : null, by);
  // The zone is the account's. Where it changes, the hours follow.
  const follow = useRef(keepHours);
  useEffect(() => {
    follow.current = keepHours;
  });
  useEffect(() => {
    if (kept.current.quiet !== null) follow.current('zone');
  }, [zone]);
  // Another device has changed them. What the owner types here stays.
  useEffect(() => {
    if (open > 0 || dequal(seen.current, stored.quiet)) return;
    seen.current = stored.quiet;
    kept.current = { ...kept.current, quiet: stored.quiet };
    show(stored.quiet);
  }, [stored.quiet, open]);
  const time = (side: keyof QuietHours, label: string) => (
    <TextInput
      type="time"
      label={label}
      value={clock(hours[side])}
      onChange={({ currentTarget: { value } }) => {
        const minutes = minutesOf(value);
        if (minutes !== null) setTyped((before) => ({ ...before, [side]: minutes }));
      }}
      onBlur={() => keepHours()}
    />
  );
  return (
    <Panel id="quiet" heading={text('notify.quiet')}>
      <Quiet mb="md">{text('notify.quietText')}</Quiet>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          keepHours();
        }}
        noValidate
      >
        <Switch
          size="md"
          label={text('notify.quietOn')}
          checked={on}
          onChange={(event) => void keep(event.currentTarget.checked ? hours : null)}
        />
        {on && (
          <div className={styles.quiet}>
            {time('from', text('notify.quietFrom'))}
            {time('to', text('notify.quietTo'))}
            <TimeZoneField size="md" label={text('notify.zone')} />
          </div>
        )}
        {failure && <FailureAlert failure={failure} onRetry={() => keepHours()} />}
      </form>
    </Panel>
  );
}

export function NotificationsScreen() {
  const text = useText();
  const { isGuest } = useOwner();
  return (
    <Page title={text('notify.title')} lead={text('notify.lead')}>
      {isGuest ? <ForGuests /> : <ForOwners />}
    </Page>
  );
}

function ForGuests() {
  const text = useText();
  return (
    <EmptyPanel
      title={text('notify.title')}
      text={text('notify.guest')}
      to="/settings/account#sign-in-methods"
      act={text('notify.guestAction')}
    />
  );
}

function ForOwners() {
  const live = useStoredChannels();
  const offer = useOffer();
  if (live.kind === 'failed') return <FailureAlert failure={live.failure} onRetry={live.retry} />;
  // Together, so that none pushes the others down.
  if (live.kind === 'loading' || offer.kind === 'loading') return <PanelsSkeleton />;
  return <Settings offer={offer} stored={live.value ?? noChannels} />;
}

function Settings({ offer, stored }: Pick<ChannelsPanelProps, 'offer'> & { readonly stored: Channels }) {
  const { email } = useOwner();
  const all = useMemo(() => listed(stored, email), [stored, email]);
  const [channels, change] = useChannelEdits(all);
  return (
    <>
      <DevicePanel offer={offer} channels={channels} />
      <ChannelsPanel offer={offer} channels={channels} onChange={change} />
      {channels.length > 0 && (
        <>
          <EventTable channels={channels} onChange={change} />
          <QuietPanel stored={stored} />
        </>
      )}
      {channels.some(({ kind }) => kind === 'webhook') && <DeliveryLog channels={channels} />}
    </>
  );
}

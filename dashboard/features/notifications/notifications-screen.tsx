import { Box, Button, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useCallback, useMemo, useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import useSWR from 'swr';
import type { ChannelsAnswer, NewChannelAnswer } from '../../../core/dashboard-api/channel-api';
import {
  channelKinds,
  noChannels,
  type ChannelKind,
  type Channels,
  type QuietHours,
} from '../../../core/outbox/channel';
import type { Delivery } from '../../../core/outbox/outbox-event';
import type { Failure } from '../../data/failure';
import { listed, useLive, useStoredChannels, type OwnChannel } from '../../session/owner-documents';
import { useBackend, useOwner, useStore } from '../../session/session';
import { useLanguage } from '../../messages/language-provider';
import { useText } from '../../messages/text';
import { ThisDevice } from './this-device';
import { InstallButton } from './install-button';
import { useReauthentication, type Run } from '../../sign-in-fields/use-reauthentication';
import { TimeZoneField, useTimeZone } from '../../preferences/preferences';
import { Arriving, Page, PanelsSkeleton } from '../../page/page';
import { Dialog } from '../../dialog/dialog';
import { EmptyState, HatPicture } from '../../page/empty-state';
import { FailureAlert } from '../../feedback/failure-alert';
import { Panel, Tag, type Tone } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { channelIcons, KindForm, type FormKind } from './channel-kinds';
import { ChannelRow } from './channel-row';
import { EventTable, useChannelEdits, type Change } from './event-table';
import styles from './notifications.module.css';
import { OnceShown, VerifyChannel } from './verify-channel';

const tones: Readonly<Record<Delivery['state'], Tone>> = {
  waiting: 'warn',
  sending: 'plain',
  done: 'good',
  dead: 'bad',
};

interface DeliveryRowProps {
  readonly delivery: Delivery;
  /** null = the channel is removed. */
  readonly channel: string | null;
}

/** One event for one webhook, with its tries. */
export function DeliveryRow({ delivery, channel }: DeliveryRowProps) {
  const text = useText();
  const intl = useIntl();
  const { channels } = useBackend();
  const { notify, failed } = useToast();
  const [busy, setBusy] = useState(false);
  const { id, type, state, tries, nextAt, createdAt } = delivery;
  const at = (time: number) => intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'medium' });
  const resend = async () => {
    setBusy(true);
    const answer = await channels.resend(id);
    setBusy(false);
    if (answer.ok) notify(text('notify.resent'));
    else failed(answer.problem);
  };
  return (
    <li>
      <div className={styles.delivery}>
        <div className={styles.about}>
          <div className={styles.name}>
            <Text fw={600} size="sm">
              {text(`notify.event.${type}`)}
            </Text>
            <Tag tone={tones[state]}>{text(`notify.delivery.${state}`)}</Tag>
          </div>
          <Text size="sm" c="dimmed">
            <bdi>{channel ?? text('notify.gone')}</bdi> · {at(createdAt)}
          </Text>
          {state === 'waiting' && nextAt !== null && (
            <Text size="sm">{text('notify.nextTry', { date: at(nextAt) })}</Text>
          )}
        </div>
        {channel !== null && (state === 'done' || state === 'dead') && (
          <Button
            variant="default"
            loading={busy}
            aria-label={`${text('notify.resend')}: ${text(`notify.event.${type}`)}, ${at(createdAt)}`}
            onClick={() => void resend()}
          >
            {text('notify.resend')}
          </Button>
        )}
      </div>
      {tries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text('notify.tries', { count: 0 })}
        </Text>
      ) : (
        <details className={styles.tries}>
          <summary>{text('notify.tries', { count: tries.length })}</summary>
          <ol>
            {tries.map((each) => (
              <li key={each.at}>
                <Text size="sm">{at(each.at)}</Text>
                <Text size="sm" c="dimmed">
                  {each.status === null
                    ? text('notify.noAnswer')
                    : text('notify.answer', { status: String(each.status), ms: each.ms })}
                  {each.problem !== null && <>. {text(`notify.problem.${each.problem}`)}</>}
                </Text>
                {each.text !== '' && (
                  <code className={styles.answer} dir="auto">
                    {each.text.slice(0, 200)}
                  </code>
                )}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

type Step =
  | { readonly kind: 'choose' }
  | { readonly kind: 'form'; readonly of: FormKind }
  | { readonly kind: 'secret'; readonly added: NewChannelAnswer }
  | { readonly kind: 'verify'; readonly added: NewChannelAnswer };

interface AddChannelProps {
  readonly offered: readonly ChannelKind[];
  readonly channels: readonly OwnChannel[];
  readonly run: Run;
  readonly onEnd: () => void;
}

/** Choose a kind, fill in its form, keep its secret, confirm it. */
export function AddChannel({ offered, channels, run, onEnd }: AddChannelProps) {
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const added = (answer: NewChannelAnswer) => {
    if (answer.secret !== null) setStep({ kind: 'secret', added: answer });
    else if (answer.verification === 'none') onEnd();
    else setStep({ kind: 'verify', added: answer });
  };
  switch (step.kind) {
    case 'choose':
      return <KindChoice offered={offered} onChoose={(of) => setStep({ kind: 'form', of })} />;
    case 'form':
      return <KindForm kind={step.of} run={run} onAdded={added} onBack={() => setStep({ kind: 'choose' })} />;
    case 'secret':
      return (
        <OnceShown
          secret={step.added.secret ?? ''}
          oldUntil={null}
          onKept={() => setStep({ kind: 'verify', added: step.added })}
        />
      );
    case 'verify': {
      const { channelId, verification, code, topicUrl } = step.added;
      const channel = channels.find((each) => each.channelId === channelId);
      return (
        channel && (
          <VerifyChannel
            channel={channel}
            verification={verification}
            code={code}
            topicUrl={topicUrl}
            onEnd={onEnd}
          />
        )
      );
    }
  }
}

interface KindChoiceProps {
  readonly offered: readonly ChannelKind[];
  readonly onChoose: (kind: FormKind) => void;
}

function KindChoice({ offered, onChoose }: KindChoiceProps) {
  const text = useText();
  // The component that adds this device (this-device.tsx) comes before this list.
  const kinds = channelKinds.filter((kind): kind is FormKind => kind !== 'push' && offered.includes(kind));
  return (
    <ul className={styles.kinds}>
      {kinds.map((kind) => {
        const Icon = channelIcons[kind];
        return (
          <li key={kind}>
            <Button
              variant="default"
              fullWidth
              size="md"
              justify="flex-start"
              leftSection={<Icon size={20} stroke={1.7} aria-hidden />}
              onClick={() => onChoose(kind)}
            >
              {text(`notify.kind.${kind}`)}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

export type Offer =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly offered: ChannelsAnswer['offered']; readonly vapidKey: string | null };

/** The kinds of channels that this host can send to. */
export function useOffer(): Offer {
  const { channels } = useBackend();
  const { uid } = useOwner();
  const { data, mutate } = useSWR(['channel-offer', uid], () => channels.read(), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const retry = useCallback(() => void mutate(undefined), [mutate]);
  if (data === undefined) return { kind: 'loading' };
  return data.ok
    ? { kind: 'ready', offered: data.value.offered, vapidKey: data.value.vapidKey }
    : { kind: 'failed', failure: data.problem, retry };
}

interface ChannelsPanelProps {
  readonly channels: readonly OwnChannel[];
  readonly onChange: Change;
}

/** The channels, and the way to add one. */
export function ChannelsPanel({ channels, onChange }: ChannelsPanelProps) {
  const text = useText();
  const offer = useOffer();
  const { run, dialog } = useReauthentication();
  const [adding, setAdding] = useState(false);
  return (
    <Panel id="channels" heading={text('notify.channels')}>
      {channels.length === 0 ? (
        <Text size="sm">{text('notify.none')}</Text>
      ) : (
        <ul className={styles.channels}>
          {channels.map((channel) => (
            <ChannelRow key={channel.channelId} channel={channel} onChange={onChange} run={run} />
          ))}
        </ul>
      )}
      <Box mt="md">
        {offer.kind === 'failed' ? (
          <FailureAlert failure={offer.failure} onRetry={offer.retry} />
        ) : (
          <Button
            variant={channels.length === 0 ? 'filled' : 'default'}
            leftSection={<IconPlus size={16} aria-hidden />}
            loading={offer.kind === 'loading'}
            onClick={() => setAdding(true)}
          >
            {text('notify.add')}
          </Button>
        )}
      </Box>
      {offer.kind === 'ready' && (
        <Dialog open={adding} onClose={() => setAdding(false)} title={text('notify.addTitle')} size="lg">
          <AddChannel offered={offer.offered} channels={channels} run={run} onEnd={() => setAdding(false)} />
        </Dialog>
      )}
      {dialog}
    </Panel>
  );
}

/** The newest of them are shown. */
const mostShown = 50;
const states = ['waiting', 'sending', 'done', 'dead'] as const;

/** Deliveries to webhooks, with their answers. */
export function DeliveryLog({ channels }: { readonly channels: readonly OwnChannel[] }) {
  const text = useText();
  const store = useStore();
  const { uid } = useOwner();
  const live = useLive<readonly Delivery[]>(['deliveries', uid, mostShown], (watcher) =>
    store.watchDeliveries(mostShown, watcher),
  );
  return (
    <Panel id="log" heading={text('notify.log')}>
      <Text size="sm" c="dimmed" mb="md">
        {text('notify.logNote')}
      </Text>
      {live.kind === 'loading' && <Arriving outline={null} />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {live.kind === 'ready' && <Deliveries deliveries={live.value} channels={channels} />}
    </Panel>
  );
}

interface DeliveriesProps {
  readonly deliveries: readonly Delivery[];
  readonly channels: readonly OwnChannel[];
}

function Deliveries({ deliveries, channels }: DeliveriesProps) {
  const text = useText();
  const [channel, setChannel] = useState('');
  const [state, setState] = useState('');
  const webhooks = channels.filter(({ kind }) => kind === 'webhook');
  if (deliveries.length === 0) return <Text size="sm">{text('notify.logEmpty')}</Text>;
  const shown = deliveries.filter(
    (each) => (channel === '' || each.channelId === channel) && (state === '' || each.state === state),
  );
  const all = { value: '', label: text('notify.logAll') };
  return (
    <>
      <div className={styles.filters}>
        <NativeSelect
          label={text('notify.logChannel')}
          value={channel}
          onChange={({ currentTarget: { value } }) => setChannel(value)}
          data={[all, ...webhooks.map(({ channelId, label }) => ({ value: channelId, label }))]}
        />
        <NativeSelect
          label={text('notify.logState')}
          value={state}
          onChange={({ currentTarget: { value } }) => setState(value)}
          data={[all, ...states.map((value) => ({ value, label: text(`notify.delivery.${value}`) }))]}
        />
      </div>
      {shown.length === 0 && <Text size="sm">{text('notify.logNoMatch')}</Text>}
      <ul className={styles.log} aria-label={text('notify.log')}>
        {shown.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            channel={webhooks.find(({ channelId }) => channelId === delivery.channelId)?.label ?? null}
          />
        ))}
      </ul>
    </>
  );
}

/** Notifications on the device that shows this screen, where the host offers push. */
export function DevicePanel({ channels }: { readonly channels: readonly OwnChannel[] }) {
  const text = useText();
  const offer = useOffer();
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
  if (offer.kind !== 'ready' || offer.vapidKey === null) return null;
  return (
    <Panel id="device" heading={text('push.heading')} aside={<InstallButton />}>
      <ThisDevice uid={uid} api={api} vapidKey={offer.vapidKey} channels={channels} />
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
  const { notify } = useToast();
  const [on, setOn] = useState(stored.quiet !== null);
  const [hours, setHours] = useState(stored.quiet ?? usual);
  const zone = useTimeZone();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const answer = await channels.keepQuiet({
      zone,
      language,
      quiet: on ? hours : null,
    });
    setBusy(false);
    if (answer.ok) notify(text('notify.quietSaved'));
    else setFailure(answer.problem);
  };
  const time = (side: keyof QuietHours, label: string) => (
    <TextInput
      type="time"
      label={label}
      value={clock(hours[side])}
      onChange={({ currentTarget: { value } }) => {
        const minutes = minutesOf(value);
        if (minutes !== null) setHours((before) => ({ ...before, [side]: minutes }));
      }}
    />
  );
  return (
    <Panel id="quiet" heading={text('notify.quiet')}>
      <Text size="sm" c="dimmed" mb="md">
        {text('notify.quietText')}
      </Text>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Switch
          size="md"
          label={text('notify.quietOn')}
          checked={on}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        {on && (
          <div className={styles.quiet}>
            {time('from', text('notify.quietFrom'))}
            {time('to', text('notify.quietTo'))}
            <TimeZoneField size="md" label={text('notify.zone')} />
          </div>
        )}
        {failure && <FailureAlert failure={failure} />}
        <Button type="submit" variant="default" mt="md" loading={busy}>
          {text('notify.save')}
        </Button>
      </form>
    </Panel>
  );
}

/** Where the owner is told what, and when not. */
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
    <Panel>
      <EmptyState
        picture={<HatPicture />}
        title={text('notify.title')}
        text={text('notify.guest')}
        action={
          <Button component={Link} to="/account#sign-in-methods">
            {text('notify.guestAction')}
          </Button>
        }
      />
    </Panel>
  );
}

function ForOwners() {
  const live = useStoredChannels();
  if (live.kind === 'loading') return <Arriving outline={<PanelsSkeleton />} />;
  if (live.kind === 'failed') return <FailureAlert failure={live.failure} onRetry={live.retry} />;
  return <Settings stored={live.value ?? noChannels} />;
}

function Settings({ stored }: { readonly stored: Channels }) {
  const all = useMemo(() => listed(stored), [stored]);
  const [channels, change] = useChannelEdits(all);
  return (
    <>
      <DevicePanel channels={channels} />
      <ChannelsPanel channels={channels} onChange={change} />
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

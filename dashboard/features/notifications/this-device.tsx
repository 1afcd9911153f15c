import { Button, Group, List, Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { NewChannel, NewChannelAnswer } from '@busker/core/dashboard-api/channel-api';
import { unreachable } from '@busker/core/base/result';
import { IconBell } from '../../icons/screen-icons';
import type { Answer, Failure } from '../../data/failure';
import { ownNotes, type DeviceNotes } from '../../device/device-note';
import {
  browserPushDevice,
  deviceUser,
  type PushDevice,
  type PushFailure,
  type PushPossibility,
} from '../../device/this-browser';
import { useText } from '../../messages/text';
import { FailureAlert, Trouble } from '../../feedback/failure-alert';
import { Tag } from '../../panel/panel';
import { PlainButton, Small } from '../../theme/theme';

/** This device's requests to the server. Adding needs a recent sign-in: the caller asks for it. */
export interface DeviceApi {
  add(channel: NewChannel): Answer<NewChannelAnswer>;
  /** The owner saw the first notification. */
  verify(channelId: string): Answer<unknown>;
  remove(channelId: string): Answer<unknown>;
}

/** Why this device gets no notifications yet: by the browser, or by the server. */
type DeviceFailure = PushFailure | Failure;

/**
 * Notifications on this device. `unseen`: the first notification was sent, and the owner has not said yet that they saw it. `unconfirmed`: they did not
 * see it.
 */
type DeviceState =
  | { readonly kind: 'looking' }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'ios-needs-home-screen' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'subscribing' }
  | { readonly kind: 'unseen'; readonly channelId: string }
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'on'; readonly channelId: string }
  | { readonly kind: 'failed'; readonly reason: DeviceFailure };

export interface ThisDeviceParts {
  readonly uid: string;
  readonly api: DeviceApi;
  readonly device: PushDevice;
  readonly notes: DeviceNotes;
  /** The public VAPID key of `GET /v1/me/channels`. */
  readonly vapidKey: string;
  /** The owner's push channels; those that are off or refused get nothing. */
  readonly channels: readonly { readonly channelId: string; readonly state: string }[];
}

type KnownChannels = ThisDeviceParts['channels'];

/** The browser's permission, and the channel that this device had when the screen opened. */
interface Found {
  readonly possible: PushPossibility;
  readonly channelId: string | null;
}

function stateIn(found: Found | null, channels: KnownChannels): DeviceState {
  if (found === null) return { kind: 'looking' };
  if (found.possible !== 'subscribed') return { kind: found.possible };
  return stateOf(found.channelId, channels) ?? { kind: 'ready' };
}

/** By the list of channels; null = it does not list this one, or nothing is sent there any more. */
function stateOf(channelId: string | null, channels: KnownChannels): DeviceState | null {
  const channel = channels.find((each) => each.channelId === channelId);
  if (channel === undefined) return null;
  if (channel.state === 'unverified') return { kind: 'unseen', channelId: channel.channelId };
  const isOn = channel.state === 'on' || channel.state === 'failing';
  return isOn ? { kind: 'on', channelId: channel.channelId } : null;
}

const channelOf = (state: DeviceState | null): string | null =>
  state?.kind === 'on' || state?.kind === 'unseen' ? state.channelId : null;

function useThisDevice({ uid, api, device, notes, vapidKey, channels }: ThisDeviceParts) {
  const [found, setFound] = useState<Found | null>(null);
  /** The owner's last action here. The list of channels follows later. */
  const [step, setStep] = useState<DeviceState | null>(null);

  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const [possible, { channel }, user] = await Promise.all([device.look(), notes.read(), deviceUser(uid)]);
      if (isCurrent) setFound({ possible, channelId: channel?.user === user ? channel.channelId : null });
    };
    void look();
    return () => {
      isCurrent = false;
    };
  }, [device, notes, uid]);

  const own = channelOf(step);
  const isListed = channels.some(({ channelId }) => channelId === own);
  useEffect(() => {
    if (!isListed) return;
    // Once the list has named the channel, leaving the list means that it was removed there.
    return () => setStep((now) => (channelOf(now) === own ? null : now));
  }, [isListed, own]);

  const subscribe = async () => {
    setStep({ kind: 'subscribing' });
    const subscription = await device.subscribe(vapidKey);
    if (!subscription.ok) {
      const { problem } = subscription;
      return setStep(problem === 'blocked' ? { kind: 'blocked' } : { kind: 'failed', reason: problem });
    }
    const user = await deviceUser(uid);
    // The server sends the first notification before it answers: the worker must know by then whom it is for.
    await notes.change((note) => ({ ...note, user }));
    const added = await api.add({ kind: 'push', label: device.label, subscription: subscription.value });
    if (!added.ok) return setStep({ kind: 'failed', reason: added.problem });
    const { channelId, verification } = added.value;
    await notes.change((note) => ({ ...note, user, channel: { user, channelId } }));
    setFound({ possible: 'subscribed', channelId });
    setStep({ kind: verification === 'none' ? 'on' : 'unseen', channelId });
  };

  const confirm = async (channelId: string) => {
    const answer = await api.verify(channelId);
    setStep(answer.ok ? { kind: 'on', channelId } : { kind: 'failed', reason: answer.problem });
  };

  const end = async (channelId: string, then: DeviceState) => {
    const answer = await api.remove(channelId);
    if (!answer.ok && answer.problem.code !== 'api/channel-not-found')
      return setStep({ kind: 'failed', reason: answer.problem });
    await notes.change((note) => ({ ...note, channel: null }));
    await device.unsubscribe();
    setStep(then);
  };

  return {
    state: step ?? stateIn(found, channels),
    subscribe,
    confirm,
    /** The owner saw no notification: the channel goes, so that the next try makes a new one. */
    unseen: (channelId: string) => end(channelId, { kind: 'unconfirmed' }),
    stop: (channelId: string) => end(channelId, { kind: 'ready' }),
  };
}

interface ThisDeviceProps extends Omit<ThisDeviceParts, 'device' | 'notes'> {
  /** Replaced by stories and tests. */
  readonly device?: PushDevice;
  readonly notes?: DeviceNotes;
}

/** Notifications on the device in the owner's hand: subscribe, confirm the first one, stop. */
export function ThisDevice({ device: given, notes: givenNotes, ...parts }: ThisDeviceProps) {
  const text = useText();
  const device = useMemo(() => given ?? browserPushDevice(), [given]);
  const notes = useMemo(() => givenNotes ?? ownNotes(), [givenNotes]);
  const { state, subscribe, confirm, unseen, stop } = useThisDevice({ ...parts, device, notes });
  const switchOn = (
    <Button
      leftSection={<IconBell size={16} aria-hidden />}
      loading={state.kind !== 'ready'}
      onClick={() => void subscribe()}
    >
      {text('push.on')}
    </Button>
  );
  switch (state.kind) {
    case 'unsupported':
      return <Small>{text('push.unsupported')}</Small>;
    case 'ios-needs-home-screen':
      return <HomeScreenSteps />;
    case 'blocked':
      return <Trouble says={text('push.blocked')} />;
    // The room of the usual answer, until the browser gives its own.
    case 'looking':
    case 'ready':
    case 'subscribing':
      return (
        <>
          <Small mb="xs">{text('push.about')}</Small>
          {switchOn}
        </>
      );
    case 'unseen':
      return (
        <SeenQuestion onSeen={() => confirm(state.channelId)} onUnseen={() => unseen(state.channelId)} />
      );
    case 'unconfirmed':
      return <Trouble says={text('push.unseen')} onRetry={() => void subscribe()} />;
    case 'on':
      return (
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Tag tone="good">{text('push.isOn')}</Tag>
            <Small>{text('push.isOnHere')}</Small>
          </Group>
          <PlainButton size="xs" onClick={() => void stop(state.channelId)}>
            {text('push.stop')}
          </PlainButton>
        </Group>
      );
    case 'failed':
      return <FailedDevice reason={state.reason} onRetry={() => void subscribe()} />;
    default:
      return unreachable(state);
  }
}

function FailedDevice({ reason, onRetry }: { readonly reason: DeviceFailure; readonly onRetry: () => void }) {
  const text = useText();
  return typeof reason === 'string' ? (
    <Trouble says={text(`push.failed.${reason}`)} onRetry={onRetry} />
  ) : (
    <FailureAlert failure={reason} onRetry={onRetry} />
  );
}

/** Safari on iPhone and iPad has notifications only in an app on the Home Screen, and such an app has a sign-in of its own. */
function HomeScreenSteps() {
  const text = useText();
  return (
    <>
      <Small>{text('push.ios')}</Small>
      <List type="ordered" size="sm" mt="xs">
        <List.Item>{text('push.iosShare')}</List.Item>
        <List.Item>{text('push.iosAdd')}</List.Item>
        <List.Item>{text('push.iosOpen')}</List.Item>
      </List>
    </>
  );
}

interface SeenQuestionProps {
  readonly onSeen: () => Promise<void>;
  readonly onUnseen: () => Promise<void>;
}

function SeenQuestion({ onSeen, onUnseen }: SeenQuestionProps) {
  const text = useText();
  const [busy, setBusy] = useState<'seen' | 'unseen' | null>(null);
  const answer = (which: 'seen' | 'unseen', work: () => Promise<void>) => async () => {
    setBusy(which);
    await work();
    setBusy(null);
  };
  return (
    <div role="group" aria-label={text('push.seen')}>
      <Text size="sm" fw={600} aria-live="polite">
        {text('push.seen')}
      </Text>
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          loading={busy === 'seen'}
          disabled={busy === 'unseen'}
          onClick={() => void answer('seen', onSeen)()}
        >
          {text('push.seenYes')}
        </Button>
        <PlainButton
          size="xs"
          loading={busy === 'unseen'}
          disabled={busy === 'seen'}
          onClick={() => void answer('unseen', onUnseen)()}
        >
          {text('push.seenNo')}
        </PlainButton>
      </Group>
    </div>
  );
}

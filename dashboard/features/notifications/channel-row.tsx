import { ActionIcon, Button, Group, Menu, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { labelLimit, type MessageAnswer, type SecretAnswer } from '../../../core/dashboard-api/channel-api';
import { cleanLine, codePointLength } from '../../../core/text/text';
import type { Currency } from '../../../core/money/money';
import {
  channelModes,
  isCollecting,
  type ChannelMode,
  type ChannelState,
} from '../../../core/outbox/channel';
import type { Failure } from '../../data/failure';
import type { OwnChannel } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { AmountField, useMinimumCurrencies, withMinimum } from '../../form/amount-field';
import { AskForm } from '../../form/ask-form';
import type { Run } from '../../sign-in-fields/use-reauthentication';
import { Dialog } from '../../dialog/dialog';
import { FailureAlert } from '../../feedback/failure-alert';
import { Tag, type Tone } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { useTooLong } from '../../form/text-length';
import { channelIcons, verificationOf } from './channel-kinds';
import styles from './notifications.module.css';
import { OnceShown, TestResult, VerifyChannel } from './verify-channel';
import type { Change } from './event-table';

const isMode = (given: string): given is ChannelMode => (channelModes as readonly string[]).includes(given);

interface ChannelOptionsProps {
  readonly channel: OwnChannel;
  readonly onChange: Change;
  readonly onClose: () => void;
}

/** From which amount, how often, and with which words a channel tells. */
function ChannelOptions({ channel, onChange, onClose }: ChannelOptionsProps) {
  const text = useText();
  const currencies = useMinimumCurrencies(channel.minimum);
  const [minimum, setMinimum] = useState(channel.minimum);
  const [words, setWords] = useState(channel.words);
  const [mode, setMode] = useState(channel.mode);
  const collecting = isCollecting(channel.kind);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(channel.channelId, { minimum, words, ...(collecting ? { mode } : {}) });
    onClose();
  };
  const setAmount = (currency: Currency, amount: number | null) =>
    setMinimum((before) => withMinimum(before, currency, amount));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {collecting && (
          <NativeSelect
            label={text('notify.mode')}
            value={mode}
            onChange={({ currentTarget: { value } }) => isMode(value) && setMode(value)}
            data={channelModes.map((value) => ({ value, label: text(`notify.mode.${value}`) }))}
          />
        )}
        {currencies.map((currency) => (
          <AmountField
            key={currency}
            label={text('notify.minimum', { currency: currency.toUpperCase() })}
            hint={text('notify.minimumHint')}
            currency={currency}
            value={minimum[currency] ?? null}
            usual={0}
            onChange={(amount) => setAmount(currency, amount)}
          />
        ))}
        <div>
          <Switch
            size="md"
            label={text('notify.words')}
            checked={words}
            onChange={(event) => setWords(event.currentTarget.checked)}
          />
          <Text size="sm" c="dimmed" mt={6}>
            {text(`notify.${channel.audience}`)}
          </Text>
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {text('notify.cancel')}
          </Button>
          <Button type="submit">{text('notify.save')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

const day = 86_400_000;
/** A minute less than the most, which the server counts by its own clock. */
const spans = { day, week: 7 * day, month: 30 * day - 60_000 } as const;
type Span = keyof typeof spans;

const isSpan = (given: string): given is Span => Object.hasOwn(spans, given);

interface ReplayFormProps {
  readonly channel: OwnChannel;
  readonly run: Run;
  readonly onClose: () => void;
}

/** Sends the events of a time to a webhook again: those that the webhook is switched on for. */
function ReplayForm({ channel, run, onClose }: ReplayFormProps) {
  const text = useText();
  const { channels } = useBackend();
  const { notify } = useToast();
  const [span, setSpan] = useState<Span>('day');
  const send = () => {
    const until = Date.now();
    const wanted = { since: until - spans[span], until, types: [...channel.events] };
    return run(() => channels.replay(channel.channelId, wanted));
  };
  return (
    <AskForm
      send={send}
      onDone={(count) => {
        notify(text('notify.replayed', { count }));
        onClose();
      }}
      onCancel={onClose}
      submit={text('notify.resend')}
    >
      <Text size="sm">{text('notify.replayText', { name: channel.label })}</Text>
      <NativeSelect
        data-autofocus
        label={text('notify.replaySince')}
        value={span}
        onChange={({ currentTarget: { value } }) => isSpan(value) && setSpan(value)}
        data={(['day', 'week', 'month'] as const).map((value) => ({
          value,
          label: text(`notify.replay.${value}`),
        }))}
      />
    </AskForm>
  );
}

type Asked = 'rename' | 'remove' | 'secret' | 'replay' | 'options' | 'verify';

interface ChannelDialogsProps {
  readonly channel: OwnChannel;
  /** null = none is open. */
  readonly asked: Asked | null;
  readonly run: Run;
  readonly onChange: Change;
  readonly onClose: () => void;
}

/** Everything that a row's buttons and menu ask. */
function ChannelDialogs({ channel, asked, run, onChange, onClose }: ChannelDialogsProps) {
  const text = useText();
  const { label: name, kind } = channel;
  const titles: Readonly<Record<Asked, string>> = {
    rename: text('notify.rename'),
    remove: text('notify.removeAsk', { name }),
    secret: text('notify.newSecret'),
    replay: text('notify.replay'),
    options: text('notify.optionsOf', { name }),
    verify: text('notify.verify.title', { name }),
  };
  return (
    <Dialog open={asked !== null} onClose={onClose} title={asked === null ? '' : titles[asked]}>
      {asked === 'rename' && <Rename channel={channel} onClose={onClose} />}
      {asked === 'remove' && <Remove channel={channel} onClose={onClose} />}
      {asked === 'secret' && <NewSecret channel={channel} run={run} onClose={onClose} />}
      {asked === 'replay' && <ReplayForm channel={channel} run={run} onClose={onClose} />}
      {asked === 'options' && <ChannelOptions channel={channel} onChange={onChange} onClose={onClose} />}
      {asked === 'verify' && (
        <VerifyChannel
          channel={channel}
          verification={verificationOf[kind]}
          code={null}
          topicUrl={null}
          onEnd={onClose}
        />
      )}
    </Dialog>
  );
}

interface OneProps {
  readonly channel: OwnChannel;
  readonly onClose: () => void;
}

function Rename({ channel, onClose }: OneProps) {
  const text = useText();
  const { channels } = useBackend();
  const [label, setLabel] = useState(channel.label);
  const fault = useTooLong()(cleanLine(label), labelLimit, codePointLength);
  return (
    <AskForm
      isFaulty={fault !== null}
      send={() => channels.change(channel.channelId, { label })}
      onDone={onClose}
      onCancel={onClose}
      submit={text('notify.save')}
    >
      <TextInput
        data-autofocus
        label={text('notify.field.label')}
        error={fault}
        autoComplete="off"
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
    </AskForm>
  );
}

function Remove({ channel, onClose }: OneProps) {
  const text = useText();
  const { channels } = useBackend();
  return (
    <AskForm
      send={() => channels.remove(channel.channelId)}
      onDone={onClose}
      onCancel={onClose}
      submit={text('notify.remove')}
      danger
    >
      <Text size="sm">{text('notify.removeText')}</Text>
    </AskForm>
  );
}

function NewSecret({ channel, run, onClose }: OneProps & { readonly run: Run }) {
  const text = useText();
  const { channels } = useBackend();
  const [made, setMade] = useState<SecretAnswer | null>(null);
  if (made !== null) return <OnceShown secret={made.secret} oldUntil={made.oldUntil} onKept={onClose} />;
  return (
    <AskForm
      send={() => run(() => channels.renewSecret(channel.channelId))}
      onDone={setMade}
      onCancel={onClose}
      submit={text('notify.newSecret')}
    >
      <Text size="sm">{text('notify.newSecretText')}</Text>
    </AskForm>
  );
}

interface ChannelMenuProps {
  readonly channel: OwnChannel;
  readonly onAsk: (asked: Asked) => void;
}

function ChannelMenu({ channel, onAsk }: ChannelMenuProps) {
  const text = useText();
  const isWebhook = channel.kind === 'webhook' && channel.state !== 'unverified';
  return (
    <Menu width={250}>
      <Menu.Target>
        <ActionIcon size={44} aria-label={text('notify.more', { name: channel.label })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onAsk('rename')}>
          {text('notify.rename')}
        </Menu.Item>
        {isWebhook && (
          <>
            <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => onAsk('replay')}>
              {text('notify.replay')}
            </Menu.Item>
            <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => onAsk('secret')}>
              {text('notify.newSecret')}
            </Menu.Item>
          </>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAsk('remove')}
        >
          {text('notify.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const tones: Readonly<Record<ChannelState, Tone>> = {
  unverified: 'warn',
  on: 'good',
  off: 'plain',
  refused: 'bad',
  failing: 'bad',
};

interface ChannelRowProps {
  readonly channel: OwnChannel;
  readonly onChange: Change;
  readonly run: Run;
}

/** A channel: what it is, how it does, and what can be done with it. */
export function ChannelRow({ channel, onChange, run }: ChannelRowProps) {
  const text = useText();
  const { channelId, kind, label, hint, state } = channel;
  const [asked, setAsked] = useState<Asked | null>(null);
  const Icon = channelIcons[kind];
  return (
    <li>
      <div className={styles.row}>
        <Icon className={styles.icon} size={22} stroke={1.6} aria-hidden />
        <div className={styles.about}>
          <div className={styles.name}>
            <Text fw={600} component="h3" size="md">
              {label}
            </Text>
            <Tag tone={tones[state]}>{text(`notify.state.${state}`)}</Tag>
          </div>
          {label !== hint && (
            <Text size="sm" c="dimmed">
              <bdi>{hint}</bdi>
            </Text>
          )}
        </div>
        {state !== 'unverified' && (
          <Switch
            className={styles.switch ?? ''}
            size="md"
            aria-label={text('notify.switch', { name: label })}
            checked={state === 'on' || state === 'failing'}
            onChange={(event) => onChange(channelId, { on: event.currentTarget.checked })}
          />
        )}
        <ChannelMenu channel={channel} onAsk={setAsked} />
        <StateWords channel={channel} />
      </div>
      <div className={styles.acts}>
        {state === 'unverified' ? (
          <Button onClick={() => setAsked('verify')}>{text('notify.verify.submit')}</Button>
        ) : (
          <TestButton channel={channel}>
            <Button variant="default" onClick={() => setAsked('options')}>
              {text('notify.options')}
            </Button>
          </TestButton>
        )}
      </div>
      <ChannelDialogs
        channel={channel}
        asked={asked}
        run={run}
        onChange={onChange}
        onClose={() => setAsked(null)}
      />
    </li>
  );
}

/** Why it does not work, and when it last did. */
function StateWords({ channel }: { readonly channel: OwnChannel }) {
  const text = useText();
  const intl = useIntl();
  const { state, end, problem, lastOkAt } = channel;
  if (state === 'unverified') return null;
  const date =
    lastOkAt === null ? null : intl.formatDate(lastOkAt, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className={styles.words}>
      {end !== null && <Text size="sm">{text(`notify.end.${end}`)}</Text>}
      {end === null && problem !== null && (
        <Text size="sm">
          {text(`notify.problem.${problem}`)} {state === 'failing' && text('notify.retried')}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {date === null ? text('notify.neverOk') : text('notify.lastOk', { date })}
      </Text>
    </div>
  );
}

interface TestButtonProps {
  readonly channel: OwnChannel;
  readonly children: React.ReactNode;
}

/** Sends a test message and says how it went. `children`: the buttons beside it. */
function TestButton({ channel: { channelId, label }, children }: TestButtonProps) {
  const text = useText();
  const { channels } = useBackend();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<MessageAnswer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const test = async () => {
    setBusy(true);
    setResult(null);
    setFailure(null);
    const answer = await channels.test(channelId);
    setBusy(false);
    if (answer.ok) setResult(answer.value);
    else setFailure(answer.problem);
  };
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        aria-label={text('notify.testOf', { name: label })}
        onClick={() => void test()}
      >
        {text('notify.test')}
      </Button>
      {children}
      {result && <TestResult result={result} />}
      {failure && <FailureAlert failure={failure} />}
    </>
  );
}

import { ActionIcon, Button, Menu, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { type MessageAnswer } from '@busker/core/dashboard-api/channel-api';
import { type ChannelState } from '@busker/core/outbox/channel';
import { IconDots, IconHistory, IconKey, IconPencil, IconTrash } from '../../icons/screen-icons';
import type { OwnChannel } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import type { Run } from '../../sign-in-fields/use-reauthentication';
import { FailureAlert } from '../../feedback/failure-alert';
import { useAsk } from '../../form/ask-form';
import { Tag, type Tone } from '../../panel/panel';
import { channelIcons } from './channel-kinds';
import styles from './notifications.module.css';
import { TestResult } from './verify-channel';
import type { Change } from './event-table';
import { type Asked, ChannelDialogs } from './channel-dialogs';
import { PlainButton, Small } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';

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
          c="var(--b-danger)"
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
            <Quiet>
              <bdi>{hint}</bdi>
            </Quiet>
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
            <PlainButton onClick={() => setAsked('options')}>{text('notify.options')}</PlainButton>
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
      {end !== null && <Small>{text(`notify.end.${end}`)}</Small>}
      {end === null && problem !== null && (
        <Small>
          {text(`notify.problem.${problem}`)} {state === 'failing' && text('notify.retried')}
        </Small>
      )}
      <Quiet>{date === null ? text('notify.neverOk') : text('notify.lastOk', { date })}</Quiet>
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
  const { busy, failure, ask } = useAsk();
  const [result, setResult] = useState<MessageAnswer | null>(null);
  const test = async () => {
    setResult(null);
    const answer = await ask(() => channels.test(channelId));
    if (answer.ok) setResult(answer.value);
  };
  return (
    <>
      <PlainButton
        loading={busy}
        aria-label={text('notify.testOf', { name: label })}
        onClick={() => void test()}
      >
        {text('notify.test')}
      </PlainButton>
      {children}
      {result && <TestResult result={result} />}
      {failure && <FailureAlert failure={failure} />}
    </>
  );
}

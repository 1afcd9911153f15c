import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { MessageAnswer, Verification } from '../../../core/api/channel-api';
import { useText } from '../../messages/text';
import type { OwnChannel } from '../../data/owner-documents';
import type { Failure } from '../../data/failure';
import { useBackend } from '../../data/session';
import { CodeBlock } from '../../ui/code-block';
import { FailureAlert } from '../../ui/failure-alert';
import { QrPicture } from '../../ui/qr-picture';
import { takeFocus } from '../../ui/take-focus';
import { useToast } from '../../ui/toast';
import { TestResult } from './test-result';

interface VerifyChannelProps {
  readonly channel: OwnChannel;
  readonly verification: Verification;
  /** The code for the bot; null = it was shown before. */
  readonly code: string | null;
  readonly topicUrl: string | null;
  readonly onEnd: () => void;
}

type Busy = 'verify' | 'send' | null;

/** The one message that a new channel gets, and the answer that switches the channel on. */
export function VerifyChannel({ channel, verification, code, topicUrl, onEnd }: VerifyChannelProps) {
  const text = useText();
  const { channels } = useBackend();
  const { notify } = useToast();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState<Busy>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sent, setSent] = useState<MessageAnswer | null>(null);
  const { channelId, label, hint } = channel;
  const isCode = verification === 'code';
  const atField = isCode && (failure?.code === 'api/code-wrong' || failure?.code === 'api/code-expired');

  const work = async (kind: Busy, call: () => ReturnType<typeof channels.verify>) => {
    if (busy !== null) return;
    setBusy(kind);
    setFailure(null);
    setSent(null);
    const answer = await call();
    setBusy(null);
    if (!answer.ok) return setFailure(answer.problem);
    if (kind === 'send' || !answer.value.arrived) return setSent(answer.value);
    notify(text('notify.verify.done', { name: label }));
    onEnd();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void work('verify', () => channels.verify(channelId, typed.replace(/\s/g, '')));
  };
  const again = (
    <Button
      variant="default"
      loading={busy === 'send'}
      onClick={() => void work('send', () => channels.sendCode(channelId))}
    >
      {text('notify.verify.again')}
    </Button>
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {topicUrl !== null && <Topic address={topicUrl} />}
        {isCode && (
          <>
            <Text size="sm">{text('notify.verify.code', { hint })}</Text>
            <TextInput
              data-autofocus
              // On a phone the keyboard would cover the topic.
              ref={topicUrl === null ? takeFocus : null}
              label={text('notify.verify.codeField')}
              inputMode="numeric"
              autoComplete="one-time-code"
              dir="ltr"
              maw={220}
              value={typed}
              error={atField && failure && text(`failure.${failure.code}`)}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </>
        )}
        {verification === 'send-code' && <ForBot code={code} />}
        {verification === 'ping' && <Text size="sm">{text('notify.verify.ping')}</Text>}
        {verification === 'seen' && <Text size="sm">{text('notify.verify.seen')}</Text>}
        {sent?.arrived && (
          <Text size="sm" role="status">
            {text('notify.verify.sent')}
          </Text>
        )}
        {sent && !sent.arrived && <TestResult result={sent} says={text('notify.verify.notSent')} />}
        {failure && !atField && <FailureAlert failure={failure} />}
        <Group justify="space-between" gap="xs">
          {isCode || verification === 'seen' ? again : <span />}
          <Button type="submit" loading={busy === 'verify'} ref={isCode ? null : takeFocus}>
            {text(submitWords[verification])}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const submitWords = {
  code: 'notify.verify.submit',
  'send-code': 'notify.verify.telegramSent',
  ping: 'notify.verify.pingSubmit',
  seen: 'notify.verify.seenSubmit',
  none: 'notify.verify.submit',
} as const satisfies Readonly<Record<Verification, string>>;

function ForBot({ code }: { readonly code: string | null }) {
  const text = useText();
  if (code === null) return <Text size="sm">{text('notify.verify.telegramLost')}</Text>;
  return (
    <>
      <Text size="sm">{text('notify.verify.telegram')}</Text>
      <CodeBlock code={code} label={text('notify.verify.codeField')} />
    </>
  );
}

function Topic({ address }: { readonly address: string }) {
  const text = useText();
  return (
    <>
      <Text size="sm">{text('notify.topicText')}</Text>
      <QrPicture content={address} label={text('notify.topicQr')} />
      <CodeBlock code={address} label={text('notify.topic')} copy={text('notify.copy')} />
    </>
  );
}

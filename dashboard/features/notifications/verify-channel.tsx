import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import type { MessageAnswer, Verification } from '@busker/core/dashboard-api/channel-api';
import { channelEnds, sendProblems, type ChannelEnd, type SendProblem } from '@busker/core/outbox/channel';
import type { Failure } from '../../data/failure';
import type { OwnChannel } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { CodeBlock } from '../../panel/code-block';
import { FailureAlert } from '../../feedback/failure-alert';
import { QrPicture } from '../../ui/qr-code';
import { takeFocus } from '../../ui/focus';
import { useToast } from '../../feedback/toast';
import { PlainButton, Small } from '../../theme/theme';
import styles from './notifications.module.css';

const problems: readonly string[] = [...sendProblems, 'gone'];
const ends: readonly string[] = channelEnds;

const isProblem = (given: string): given is SendProblem | 'gone' => problems.includes(given);
const isEnd = (given: string): given is ChannelEnd => ends.includes(given);

/** The key of the sentence that says why; null = the server knows a reason that this dashboard does not. */
function reasonOf(problem: string | null) {
  if (problem === null) return null;
  if (isProblem(problem)) return `notify.problem.${problem}` as const;
  return isEnd(problem) ? (`notify.end.${problem}` as const) : null;
}

interface TestResultProps {
  readonly result: Pick<MessageAnswer, 'arrived' | 'problem' | 'status' | 'ms' | 'text'>;
  /** In place of the sentence that says whether the test message arrived. */
  readonly says?: string;
}

/** How a message went: in words, then the receiver's answer as it came. */
export function TestResult({ result, says }: TestResultProps) {
  const text = useText();
  const { arrived, problem, status, ms } = result;
  const reason = reasonOf(problem);
  return (
    <div className={styles.result} role="status" data-bad={arrived ? undefined : true}>
      <Small fw={600}>{says ?? text(arrived ? 'notify.tested' : 'notify.testFailed')}</Small>
      {reason !== null && <Small>{text(reason)}</Small>}
      {(status !== null || !arrived) && (
        <Small>
          {status === null
            ? text('notify.noAnswer')
            : text('notify.answer', { status: String(status), ms: ms ?? 0 })}
        </Small>
      )}
      {result.text !== '' && (
        <code className={styles.answer} dir="auto">
          {result.text.slice(0, 200)}
        </code>
      )}
    </div>
  );
}

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
    <PlainButton
      loading={busy === 'send'}
      onClick={() => void work('send', () => channels.sendCode(channelId))}
    >
      {text('notify.verify.again')}
    </PlainButton>
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {topicUrl !== null && <Topic address={topicUrl} />}
        {isCode && (
          <>
            <Small>{text('notify.verify.code', { hint })}</Small>
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
        {verification === 'ping' && <Small>{text('notify.verify.ping')}</Small>}
        {verification === 'seen' && <Small>{text('notify.verify.seen')}</Small>}
        {sent?.arrived && <Small role="status">{text('notify.verify.sent')}</Small>}
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
  if (code === null) return <Small>{text('notify.verify.telegramLost')}</Small>;
  return (
    <>
      <Small>{text('notify.verify.telegram')}</Small>
      <CodeBlock code={code} label={text('notify.verify.codeField')} />
    </>
  );
}

function Topic({ address }: { readonly address: string }) {
  const text = useText();
  return (
    <>
      <Small>{text('notify.topicText')}</Small>
      <QrPicture content={address} label={text('notify.topicQr')} />
      <CodeBlock code={address} label={text('notify.topic')} copy={text('notify.copy')} />
    </>
  );
}

interface OnceShownProps {
  readonly secret: string;
  /** Until when the secret before this one works; null = there was none. */
  readonly oldUntil: number | null;
  readonly onKept: () => void;
}

/** A webhook's signing secret, which no page shows again. */
export function OnceShown({ secret, oldUntil, onKept }: OnceShownProps) {
  const text = useText();
  const intl = useIntl();
  return (
    <Stack gap="md">
      <Small>{text('notify.secretOnce')}</Small>
      {oldUntil !== null && (
        <Small>
          {text('notify.secretOld', {
            date: intl.formatDate(oldUntil, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </Small>
      )}
      <CodeBlock code={secret} label={text('notify.secret')} copy={text('notify.copy')} />
      <Group justify="flex-end">
        <Button onClick={onKept}>{text('notify.secretKept')}</Button>
      </Group>
    </Stack>
  );
}

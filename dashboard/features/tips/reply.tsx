import { Button, Group, Text, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { cleanLines, codePointLength } from '@busker/core/text/text';
import type { Tip } from '@busker/core/tip/tip';
import { mayReply, replyChangeMs, replyLimit } from '@busker/core/tip/tip-text';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { useAnnounce } from '../../feedback/announcer';
import { FailureAlert } from '../../feedback/failure-alert';
import { useAsk } from '../../form/ask-form';
import { useTyped } from '../../form/text-length';
import { Quiet, SlimButton } from '../../theme/owner-parts';
import styles from './tips.module.css';

interface ReplyFormProps {
  readonly tip: Tip;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

/** What the owner types stays after a failure. The suggestion is sent by one press. */
function ReplyForm({ tip, onDone, onCancel }: ReplyFormProps) {
  const text = useText();
  const announce = useAnnounce();
  const { money } = useBackend();
  const { typed, type, forget } = useTyped(`answer ${tip.tipId}`, tip.reply?.text);
  const { busy, failure, ask } = useAsk();
  const { name } = tip.fan;
  const suggestion = name === null ? text('reply.thanks') : text('reply.thanksName', { name });
  const cleaned = cleanLines(typed);
  const isTooLong = codePointLength(cleaned) > replyLimit;

  const send = async (words: string) => {
    if (busy) return;
    const answer = await ask(() => money.reply(tip.tipId, words));
    if (!answer.ok) return;
    forget();
    announce(text('reply.saved'));
    onDone();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (cleaned !== '' && !isTooLong) void send(cleaned);
      }}
    >
      <Textarea
        label={text('reply.label')}
        description={text('reply.about')}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        value={typed}
        error={isTooLong && text('reply.tooLong', { max: replyLimit })}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Group gap="xs" mt="sm">
        <Button size="xs" type="submit" loading={busy} disabled={cleaned === '' || isTooLong}>
          {text(tip.reply === null ? 'reply.send' : 'reply.save')}
        </Button>
        {onCancel && (
          <SlimButton
            disabled={busy}
            onClick={() => {
              forget();
              onCancel();
            }}
          >
            {text('reply.cancel')}
          </SlimButton>
        )}
        {typed === '' && (
          <Button size="xs" variant="subtle" disabled={busy} onClick={() => void send(suggestion)}>
            {text('reply.sendThis', { suggestion })}
          </Button>
        )}
      </Group>
      {failure && <FailureAlert failure={failure} />}
    </form>
  );
}

/** The owner's answer to a paid tip: written, changed for an hour, and removed here. */
export function Reply({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const isChangeable = useChangeable(tip);
  const [changing, setChanging] = useState(false);
  if (tip.reply === null && !isChangeable) return null;
  const writes = isChangeable && (tip.reply === null || changing);
  return (
    <section aria-label={text('reply.heading')}>
      <Text fw={600} size="sm" mb={6}>
        {text('reply.heading')}
      </Text>
      {writes ? (
        <ReplyForm
          tip={tip}
          onDone={() => setChanging(false)}
          {...(tip.reply !== null && { onCancel: () => setChanging(false) })}
        />
      ) : (
        <WrittenReply tip={tip} {...(isChangeable && { onChange: () => setChanging(true) })} />
      )}
    </section>
  );
}

/** Whether the reply may be written or changed now; false as soon as its hour is over. */
function useChangeable({ contrib, reply }: Tip): boolean {
  const [now, setNow] = useState(() => Date.now());
  const until = reply === null ? null : reply.at + replyChangeMs;
  useEffect(() => {
    if (until === null || until <= Date.now()) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return mayReply({ contrib, reply }, now);
}

function WrittenReply({ tip, onChange }: { readonly tip: Tip; readonly onChange?: () => void }) {
  const text = useText();
  const intl = useIntl();
  const announce = useAnnounce();
  const { money } = useBackend();
  const { busy, failure, ask } = useAsk();
  if (tip.reply === null) return null;
  const remove = async () => {
    const answer = await ask(() => money.removeReply(tip.tipId));
    if (answer.ok) announce(text('reply.removed'));
  };
  return (
    <>
      <blockquote className={styles.detailMessage}>
        <bdi>{tip.reply.text}</bdi>
      </blockquote>
      <Quiet mt={6}>
        {text('reply.sent', {
          time: intl.formatDate(tip.reply.at, { dateStyle: 'long', timeStyle: 'short' }),
        })}{' '}
        {text(onChange ? 'reply.changeable' : 'reply.final')}
      </Quiet>
      <Group gap="xs" mt="sm">
        {onChange && <SlimButton onClick={onChange}>{text('reply.change')}</SlimButton>}
        <SlimButton loading={busy} onClick={() => void remove()}>
          {text('reply.remove')}
        </SlimButton>
      </Group>
      {failure && <FailureAlert failure={failure} />}
    </>
  );
}

import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { mayReply, replyChangeMs } from '../../../core/tip/tip-text';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import type { Failure } from '../../data/failure';
import { useBackend } from '../../data/session';
import { useAnnounce } from '../../ui/announcer';
import { FailureAlert } from '../../ui/failure-alert';
import { ReplyForm } from './reply-form';
import styles from './tip-details.module.css';

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
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  if (tip.reply === null) return null;
  const remove = async () => {
    setBusy(true);
    setFailure(null);
    const answer = await money.removeReply(tip.tipId);
    setBusy(false);
    if (answer.ok) announce(text('reply.removed'));
    else setFailure(answer.problem);
  };
  return (
    <>
      <blockquote className={styles.message} dir="auto">
        {tip.reply.text}
      </blockquote>
      <Text size="sm" c="dimmed" mt={6}>
        {text('reply.sent', {
          time: intl.formatDate(tip.reply.at, { dateStyle: 'long', timeStyle: 'short' }),
        })}{' '}
        {text(onChange ? 'reply.changeable' : 'reply.final')}
      </Text>
      <Group gap="xs" mt="sm">
        {onChange && (
          <Button size="xs" variant="default" onClick={onChange}>
            {text('reply.change')}
          </Button>
        )}
        <Button size="xs" variant="default" loading={busy} onClick={() => void remove()}>
          {text('reply.remove')}
        </Button>
      </Group>
      {failure && <FailureAlert failure={failure} />}
    </>
  );
}

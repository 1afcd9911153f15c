import { Button, Group, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { cleanLines, codePointLength } from '../../../core/base/text';
import { replyLimit } from '../../../core/tip/tip-text';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import type { Failure } from '../../data/failure';
import { useBackend } from '../../data/session';
import { useAnnounce } from '../../ui/announcer';
import { FailureAlert } from '../../ui/failure-alert';

interface ReplyFormProps {
  readonly tip: Tip;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

/** What the owner types stays after a failure. The suggestion only fills the field. */
export function ReplyForm({ tip, onDone, onCancel }: ReplyFormProps) {
  const text = useText();
  const announce = useAnnounce();
  const { money } = useBackend();
  const [typed, setTyped] = useState(tip.reply?.text ?? '');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { name } = tip.fan;
  const suggestion = name === null ? text('reply.thanks') : text('reply.thanksName', { name });
  const cleaned = cleanLines(typed);
  const isTooLong = codePointLength(cleaned) > replyLimit;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || cleaned === '' || isTooLong) return;
    setBusy(true);
    setFailure(null);
    const answer = await money.reply(tip.tipId, cleaned);
    setBusy(false);
    if (!answer.ok) return setFailure(answer.problem);
    announce(text('reply.saved'));
    onDone();
  };

  return (
    <form onSubmit={(event) => void send(event)}>
      <Textarea
        label={text('reply.label')}
        description={text('reply.about')}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        value={typed}
        error={isTooLong && text('reply.tooLong', { max: replyLimit })}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group gap="xs" mt="sm">
        <Button size="xs" type="submit" loading={busy} disabled={cleaned === '' || isTooLong}>
          {text(tip.reply === null ? 'reply.send' : 'reply.save')}
        </Button>
        {onCancel && (
          <Button size="xs" variant="default" onClick={onCancel} disabled={busy}>
            {text('reply.cancel')}
          </Button>
        )}
        {typed === '' && (
          <Button size="xs" variant="subtle" onClick={() => setTyped(suggestion)}>
            {text('reply.insert', { suggestion })}
          </Button>
        )}
      </Group>
      {failure && <FailureAlert failure={failure} />}
    </form>
  );
}

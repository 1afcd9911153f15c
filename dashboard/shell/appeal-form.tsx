import { Button, Stack, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import useSWR from 'swr';
import { cleanLines } from '@busker/core/text/text';
import {
  appealTextLimit,
  type AppealState,
  type OwnRestriction,
} from '@busker/core/dashboard-api/moderation-api';
import { useDraft } from '../draft/draft-provider';
import { IconAlertCircle } from '../icons/first-icons';
import { IconBan } from '../icons/screen-icons';
import { valueOf } from '../data/failure';
import { useText } from '../messages/text';
import { useBackend, useOwner } from '../session/session';
import { Dialog } from '../dialog/dialog';
import { FailureAlert } from '../feedback/failure-alert';
import { useAsk } from '../form/ask-form';
import { focusFault, useTooLong, useTyped } from '../form/text-length';
import { Small, SmallButton } from '../theme/theme';
import { SlimButton } from '../theme/owner-parts';
import styles from './shell.module.css';

/** Says that a deletion was stopped, until the owner has read it. */
export function Stopped() {
  const text = useText();
  const [read, setRead] = useState(false);
  if (read) return null;
  return (
    <section className={styles.strip} aria-label={text('leaving.stoppedTitle')} role="status">
      <IconAlertCircle size={18} aria-hidden />
      <p>
        <b>{text('leaving.stoppedTitle')}.</b> {text('leaving.stopped')}
      </p>
      <SmallButton onClick={() => setRead(true)}>{text('leaving.read')}</SmallButton>
    </section>
  );
}

/** Says what is restricted, why, until when, and what the owner can still do. */
export function Restriction({ restriction }: { readonly restriction: OwnRestriction }) {
  const text = useText();
  const intl = useIntl();
  const parts = useLimitedParts(restriction);
  const { state, scope, reason, since, until } = restriction;
  return (
    <section className={styles.strip} aria-label={text(`restricted.${state}.title`)} role="status">
      <IconBan size={18} aria-hidden />
      <p>
        <b>{text(`restricted.${state}.title`)}.</b>{' '}
        {state === 'limited' ? text('restricted.limited.text', { parts }) : text(`restricted.${state}.text`)}{' '}
        {scope.includes('order') && text('restricted.order')}{' '}
        {until !== null &&
          text('restricted.until', {
            when: intl.formatDate(until, { dateStyle: 'long', timeStyle: 'short' }),
          })}
        <br />
        {text('restricted.reason', { reason })}
      </p>
      <Appeal since={since} />
    </section>
  );
}

/** "your picture and the link “Shop”". A link that no longer exists is named by its id. */
function useLimitedParts({ scope }: OwnRestriction): string {
  const text = useText();
  const intl = useIntl();
  const { draft } = useDraft();
  const parts = scope.flatMap((part) => {
    if (part === 'order') return [];
    if (part === 'picture' || part === 'bio') return [text(`restricted.part.${part}`)];
    const [kind, id = ''] = part.split(':');
    if (kind === 'block') return [draft.blocks[id]?.label || text('field.blocks')];
    return [text('restricted.part.link', { label: draft.links[id]?.label ?? id })];
  });
  return intl.formatList(parts, { type: 'conjunction' });
}

/** The owner's objection to a restriction that began at `since`: the form, or the state of the objection. */
function Appeal({ since }: { readonly since: number }) {
  const text = useText();
  const { formatDate } = useIntl();
  const { api } = useBackend();
  const { uid } = useOwner();
  const [open, setOpen] = useState(false);
  const { data, mutate } = useSWR<AppealState>(['appeal', uid, since], () => valueOf(api.readAppeal()), {
    shouldRetryOnError: false,
  });
  if (data === undefined) return null;
  switch (data.state) {
    case 'open':
      return (
        <Small>
          {text('appeal.open', { when: formatDate(data.madeAt ?? since, { dateStyle: 'long' }) })}
        </Small>
      );
    case 'upheld':
    case 'reversed':
      return <Small>{text(`appeal.${data.state}`, { answer: data.answer ?? '' })}</Small>;
    case 'none':
      return (
        <>
          <SlimButton onClick={() => setOpen(true)}>{text('appeal.make')}</SlimButton>
          <Dialog open={open} onClose={() => setOpen(false)} title={text('appeal.title')}>
            <AppealForm
              onSent={(sent) => {
                setOpen(false);
                void mutate(sent, { revalidate: false });
              }}
            />
          </Dialog>
        </>
      );
  }
}

function AppealForm({ onSent }: { readonly onSent: (sent: AppealState) => void }) {
  const text = useText();
  const { api } = useBackend();
  const { typed, type, forget } = useTyped('objection');
  const { busy, failure, ask } = useAsk();
  const fault = useTooLong()(cleanLines(typed), appealTextLimit);
  const send = async () => {
    const sent = await ask(() => api.appeal(typed));
    if (!sent.ok) return;
    forget();
    onSent(sent.value);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (fault !== null) return focusFault(event.currentTarget);
    if (!busy) void send();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <Small>{text('appeal.lead')}</Small>
        <Textarea
          data-autofocus
          label={text('appeal.text')}
          required
          withAsterisk={false}
          autosize
          minRows={5}
          error={fault}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {failure && <FailureAlert failure={failure} />}
        <Button type="submit" loading={busy}>
          {text('appeal.send')}
        </Button>
      </Stack>
    </form>
  );
}

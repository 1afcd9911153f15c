import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import useSWR from 'swr';
import { cleanLines } from '@busker/core/text/text';
import { appealTextLimit, type AppealState } from '@busker/core/dashboard-api/moderation-api';
import { valueOf } from '../data/failure';
import { useText } from '../messages/text';
import { useBackend, useOwner } from '../session/session';
import { Dialog } from '../dialog/dialog';
import { FailureAlert, useAsk } from '../feedback/failure-alert';
import { focusFault, useTooLong } from '../form/text-length';

/** The owner's objection to a restriction that began at `since`: the form, or the state of the objection. */
export function Appeal({ since }: { readonly since: number }) {
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
        <Text size="sm">
          {text('appeal.open', { when: formatDate(data.madeAt ?? since, { dateStyle: 'long' }) })}
        </Text>
      );
    case 'upheld':
    case 'reversed':
      return <Text size="sm">{text(`appeal.${data.state}`, { answer: data.answer ?? '' })}</Text>;
    case 'none':
      return (
        <>
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {text('appeal.make')}
          </Button>
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
  const [typed, setTyped] = useState('');
  const { busy, failure, ask } = useAsk();
  const fault = useTooLong()(cleanLines(typed), appealTextLimit);
  const send = async () => {
    const sent = await ask(() => api.appeal(typed));
    if (sent.ok) onSent(sent.value);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (fault !== null) return focusFault(event.currentTarget);
    if (!busy) void send();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <Text size="sm">{text('appeal.lead')}</Text>
        <Textarea
          data-autofocus
          label={text('appeal.text')}
          required
          withAsterisk={false}
          autosize
          minRows={5}
          error={fault}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {failure && <FailureAlert failure={failure} />}
        <Button type="submit" loading={busy}>
          {text('appeal.send')}
        </Button>
      </Stack>
    </form>
  );
}

import { Alert, Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { dayAfter, daysIn } from '@busker/core/locale/zoned-day';
import {
  maxPauseDays,
  maxPauseNote,
  pauseAt,
  pauseDay,
  type PauseRequest,
  type StoredProfile,
} from '@busker/core/profile/profile';
import { Dialog } from '../../dialog/dialog';
import { FailureAlert } from '../../feedback/failure-alert';
import { useAsk } from '../../form/ask-form';
import { useToast } from '../../feedback/toast';
import { Counter, useTooLong } from '../../form/text-length';
import { useFaultText, useText } from '../../messages/text';
import { useTimeZone } from '../../preferences/preferences';
import { useBackend } from '../../session/session';
import { DayField } from '../../ui/dates';
import { PlainButton, Small } from '../../theme/theme';

const dayMs = 24 * 60 * 60_000;
/** A week, so that a second press is enough. */
const usualDays = 7;

/** The other ways to stop, which owners take for a pause: each with where it is. */
const others = [
  { name: 'amounts.on', says: 'pause.off', to: '/page/amounts#amounts' },
  { name: 'visibility.takeDown', says: 'pause.down', to: '/page/profile#visibility' },
  { name: 'supporters.all', says: 'pause.monthly', to: '/money/monthly' },
] as const;

interface PauseDialogProps {
  readonly published: StoredProfile;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** No tips until a day. It holds at once and ends by itself. */
export function PauseDialog({ published, open, onClose }: PauseDialogProps) {
  const text = useText();
  return (
    <Dialog open={open} onClose={onClose} title={text('pause.title')}>
      {open && <PauseForm published={published} onClose={onClose} />}
    </Dialog>
  );
}

function PauseForm({ published, onClose }: Omit<PauseDialogProps, 'open'>) {
  const text = useText();
  const { locale } = useIntl();
  const zone = useTimeZone();
  const faultText = useFaultText();
  const tooLong = useTooLong();
  const { api } = useBackend();
  const { notify, saved, failed } = useToast();
  const [now] = useState(Date.now);
  const current = pauseAt(published.tipPause, now);
  const dayOf = daysIn(zone);
  const [until, setUntil] = useState(current?.until ?? dayOf(now + usualDays * dayMs));
  const [note, setNote] = useState(current?.note ?? '');
  const { busy: isBusy, failure, ask } = useAsk();
  const fault = (field: 'until' | 'note') => {
    const given = failure?.fields?.[field];
    return given === undefined ? null : faultText(given);
  };
  const noteFault = tooLong(note, maxPauseNote) ?? fault('note');
  const date = until === '' ? '' : pauseDay(until, locale);

  const undone = (answer: Awaited<ReturnType<typeof api.pauseTips>>) =>
    answer.ok ? saved() : failed(answer.problem);
  const pause = async (request: PauseRequest | null, said: string) => {
    const answer = await ask(() => api.pauseTips(request));
    if (!answer.ok) return;
    onClose();
    const before = current && { until: current.until, zone, note: current.note };
    notify(said, { label: text('undo.undo'), run: () => void api.pauseTips(before).then(undone) });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && tooLong(note, maxPauseNote) === null)
      void pause({ until, zone, note }, text('pause.done', { date }));
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        {current !== null && (
          <Alert p="xs">{text('pause.until', { date: pauseDay(current.until, locale) })}</Alert>
        )}
        <Small>{text('pause.text')}</Small>
        <DayField
          label={text('pause.day')}
          hint={text('pause.zone', { zone: zone.replaceAll('_', ' ') })}
          day={until}
          first={dayAfter(dayOf(now))}
          last={dayOf(now + maxPauseDays * dayMs)}
          error={fault('until')}
          onDay={setUntil}
        />
        <Textarea
          label={text('pause.note')}
          description={<Counter text={note} max={maxPauseNote} />}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder={text('pause.placeholder')}
          autosize
          minRows={2}
          value={note}
          error={noteFault}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {failure && fault('until') === null && fault('note') === null && <FailureAlert failure={failure} />}
        <Group justify="flex-end" gap="xs">
          {current === null ? (
            <PlainButton onClick={onClose}>{text('notify.cancel')}</PlainButton>
          ) : (
            <PlainButton disabled={isBusy} onClick={() => void pause(null, text('pause.ended'))}>
              {text('pause.end')}
            </PlainButton>
          )}
          <Button type="submit" loading={isBusy}>
            {text('pause.submit')}
          </Button>
        </Group>
        <div>
          <Small fw={600}>{text('pause.others')}</Small>
          {others.map(({ name, says, to }) => (
            <Text key={to} size="sm" mt={4}>
              <Anchor component={Link} to={to} onClick={onClose} size="sm" td="underline">
                {text(name)}
              </Anchor>{' '}
              {text(says)}
            </Text>
          ))}
        </div>
      </Stack>
    </form>
  );
}

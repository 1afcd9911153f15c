import { Button, Switch, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Channels, QuietHours } from '../../../core/outbox/channel';
import { useLanguage } from '../../messages/language-provider';
import { useText } from '../../messages/text';
import { TimeZoneField, useTimeZone } from '../../shared/time-zone';
import type { Failure } from '../../data/failure';
import { useBackend } from '../../data/session';
import { FailureAlert } from '../../ui/failure-alert';
import { Panel } from '../../ui/panel';
import { useToast } from '../../ui/toast';
import styles from './notifications.module.css';

const usual: QuietHours = { from: 22 * 60, to: 8 * 60 };

/** Minutes after midnight as a time field has them. */
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function minutesOf(typed: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(typed) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** When messages wait, by the clock of the account's zone. */
export function QuietPanel({ stored }: { readonly stored: Channels }) {
  const text = useText();
  const { language } = useLanguage();
  const { channels } = useBackend();
  const { notify } = useToast();
  const [on, setOn] = useState(stored.quiet !== null);
  const [hours, setHours] = useState(stored.quiet ?? usual);
  const zone = useTimeZone();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const answer = await channels.keepQuiet({
      zone,
      language,
      quiet: on ? hours : null,
    });
    setBusy(false);
    if (answer.ok) notify(text('notify.quietSaved'));
    else setFailure(answer.problem);
  };
  const time = (side: keyof QuietHours, label: string) => (
    <TextInput
      type="time"
      label={label}
      value={clock(hours[side])}
      onChange={({ currentTarget: { value } }) => {
        const minutes = minutesOf(value);
        if (minutes !== null) setHours((before) => ({ ...before, [side]: minutes }));
      }}
    />
  );
  return (
    <Panel id="quiet" heading={text('notify.quiet')}>
      <Text size="sm" c="dimmed" mb="md">
        {text('notify.quietText')}
      </Text>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Switch
          size="md"
          label={text('notify.quietOn')}
          checked={on}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        {on && (
          <div className={styles.quiet}>
            {time('from', text('notify.quietFrom'))}
            {time('to', text('notify.quietTo'))}
            <TimeZoneField size="md" label={text('notify.zone')} />
          </div>
        )}
        {failure && <FailureAlert failure={failure} />}
        <Button type="submit" variant="default" mt="md" loading={busy}>
          {text('notify.save')}
        </Button>
      </form>
    </Panel>
  );
}

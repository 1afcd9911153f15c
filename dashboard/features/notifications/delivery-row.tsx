import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Delivery } from '../../../core/outbox/delivery';
import { useText } from '../../messages/text';
import { useBackend } from '../../data/session';
import { Tag, type Tone } from '../../ui/tag';
import { useToast } from '../../ui/toast';
import styles from './notifications.module.css';

const tones: Readonly<Record<Delivery['state'], Tone>> = {
  waiting: 'warn',
  sending: 'plain',
  done: 'good',
  dead: 'bad',
};

interface DeliveryRowProps {
  readonly delivery: Delivery;
  /** null = the channel is removed. */
  readonly channel: string | null;
}

/** One event for one webhook, with its tries. */
export function DeliveryRow({ delivery, channel }: DeliveryRowProps) {
  const text = useText();
  const intl = useIntl();
  const { channels } = useBackend();
  const { notify, failed } = useToast();
  const [busy, setBusy] = useState(false);
  const { id, type, state, tries, nextAt, createdAt } = delivery;
  const at = (time: number) => intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'medium' });
  const resend = async () => {
    setBusy(true);
    const answer = await channels.resend(id);
    setBusy(false);
    if (answer.ok) notify(text('notify.resent'));
    else failed(answer.problem);
  };
  return (
    <li>
      <div className={styles.delivery}>
        <div className={styles.about}>
          <div className={styles.name}>
            <Text fw={600} size="sm">
              {text(`notify.event.${type}`)}
            </Text>
            <Tag tone={tones[state]}>{text(`notify.delivery.${state}`)}</Tag>
          </div>
          <Text size="sm" c="dimmed">
            <bdi>{channel ?? text('notify.gone')}</bdi> · {at(createdAt)}
          </Text>
          {state === 'waiting' && nextAt !== null && (
            <Text size="sm">{text('notify.nextTry', { date: at(nextAt) })}</Text>
          )}
        </div>
        {channel !== null && (state === 'done' || state === 'dead') && (
          <Button
            variant="default"
            loading={busy}
            aria-label={`${text('notify.resend')}: ${text(`notify.event.${type}`)}, ${at(createdAt)}`}
            onClick={() => void resend()}
          >
            {text('notify.resend')}
          </Button>
        )}
      </div>
      {tries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text('notify.tries', { count: 0 })}
        </Text>
      ) : (
        <details className={styles.tries}>
          <summary>{text('notify.tries', { count: tries.length })}</summary>
          <ol>
            {tries.map((each) => (
              <li key={each.at}>
                <Text size="sm">{at(each.at)}</Text>
                <Text size="sm" c="dimmed">
                  {each.status === null
                    ? text('notify.noAnswer')
                    : text('notify.answer', { status: String(each.status), ms: each.ms })}
                  {each.problem !== null && <>. {text(`notify.problem.${each.problem}`)}</>}
                </Text>
                {each.text !== '' && (
                  <code className={styles.answer} dir="auto">
                    {each.text.slice(0, 200)}
                  </code>
                )}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

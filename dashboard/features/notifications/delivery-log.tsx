import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Delivery } from '@busker/core/outbox/outbox-event';
import { useOwned, type OwnChannel } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { Arriving } from '../../page/page';
import { Loaded, Panel, Tag, type Tone } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { PlainButton, Small } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';
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
            <Small fw={600}>{text(`notify.event.${type}`)}</Small>
            <Tag tone={tones[state]}>{text(`notify.delivery.${state}`)}</Tag>
          </div>
          <Quiet>
            <bdi>{channel ?? text('notify.gone')}</bdi> · {at(createdAt)}
          </Quiet>
          {state === 'waiting' && nextAt !== null && (
            <Small>{text('notify.nextTry', { date: at(nextAt) })}</Small>
          )}
        </div>
        {channel !== null && (state === 'done' || state === 'dead') && (
          <PlainButton
            loading={busy}
            aria-label={`${text('notify.resend')}: ${text(`notify.event.${type}`)}, ${at(createdAt)}`}
            onClick={() => void resend()}
          >
            {text('notify.resend')}
          </PlainButton>
        )}
      </div>
      {tries.length === 0 ? (
        <Quiet>{text('notify.tries', { count: 0 })}</Quiet>
      ) : (
        <details className={styles.tries}>
          <summary>{text('notify.tries', { count: tries.length })}</summary>
          <ol>
            {tries.map((each) => (
              <li key={each.at}>
                <Small>{at(each.at)}</Small>
                <Quiet>
                  {each.status === null
                    ? text('notify.noAnswer')
                    : text('notify.answer', { status: String(each.status), ms: each.ms })}
                  {each.problem !== null && <>. {text(`notify.problem.${each.problem}`)}</>}
                </Quiet>
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

/** The newest of them are shown. */
const mostShown = 50;
const states = ['waiting', 'sending', 'done', 'dead'] as const;

export function DeliveryLog({ channels }: { readonly channels: readonly OwnChannel[] }) {
  const text = useText();
  const live = useOwned<readonly Delivery[]>(['deliveries', mostShown], (store, watcher) =>
    store.watchDeliveries(mostShown, watcher),
  );
  return (
    <Panel id="log" heading={text('notify.log')}>
      <Quiet mb="md">{text('notify.logNote')}</Quiet>
      <Loaded live={live} waiting={<Arriving outline={null} />}>
        {(deliveries) => <Deliveries deliveries={deliveries} channels={channels} />}
      </Loaded>
    </Panel>
  );
}

interface DeliveriesProps {
  readonly deliveries: readonly Delivery[];
  readonly channels: readonly OwnChannel[];
}

function Deliveries({ deliveries, channels }: DeliveriesProps) {
  const text = useText();
  const [channel, setChannel] = useState('');
  const [state, setState] = useState('');
  const webhooks = channels.filter(({ kind }) => kind === 'webhook');
  if (deliveries.length === 0) return <Small>{text('notify.logEmpty')}</Small>;
  const shown = deliveries.filter(
    (each) => (channel === '' || each.channelId === channel) && (state === '' || each.state === state),
  );
  const all = { value: '', label: text('notify.logAll') };
  return (
    <>
      <div className={styles.filters}>
        <NativeSelect
          label={text('notify.logChannel')}
          value={channel}
          onChange={({ currentTarget: { value } }) => setChannel(value)}
          data={[all, ...webhooks.map(({ channelId, label }) => ({ value: channelId, label }))]}
        />
        <NativeSelect
          label={text('notify.logState')}
          value={state}
          onChange={({ currentTarget: { value } }) => setState(value)}
          data={[all, ...states.map((value) => ({ value, label: text(`notify.delivery.${value}`) }))]}
        />
      </div>
      {shown.length === 0 && <Small>{text('notify.logNoMatch')}</Small>}
      <ul className={styles.log} aria-label={text('notify.log')}>
        {shown.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            channel={webhooks.find(({ channelId }) => channelId === delivery.channelId)?.label ?? null}
          />
        ))}
      </ul>
    </>
  );
}

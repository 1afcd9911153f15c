import { Skeleton, Text, Title } from '@mantine/core';
import { useIntl } from 'react-intl';
import type { RefundRequest, TipCause, TipLogEntry } from '../../../core/documents/tip-document';
import { formatMoney } from '../../../core/money/money';
import type { Tip, TipState } from '../../../core/tip/tip';
import { useLive } from '../../data/owner-documents';
import { useOwner, useStore } from '../../data/session';
import { useText } from '../../messages/text';
import { Arriving } from '../../ui/arriving';
import { FailureAlert } from '../../ui/failure-alert';
import styles from './tip-details.module.css';

/** One line of a tip's history. `state`: the state changed. `cause`: an action without a new state. */
type Moment =
  | {
      readonly kind: 'state';
      readonly key: string;
      readonly at: number;
      readonly state: TipState;
      readonly cause: TipCause;
    }
  | { readonly kind: 'cause'; readonly key: string; readonly at: number; readonly cause: TipCause }
  | {
      readonly kind: 'refund';
      readonly key: string;
      readonly at: number;
      readonly amount: number;
      readonly by: RefundRequest['by'];
      readonly status: RefundRequest['status'];
    };

/** Actions of people; a repeated check at Stripe is not listed. */
const acts: ReadonlySet<TipCause> = new Set(['amount', 'moderation', 'reply', 'erase']);

function momentOf(entry: TipLogEntry): Moment[] {
  const { rev, at, cause, from, to } = entry;
  const key = `log ${rev}`;
  if (from === null || from.state !== to.state) return [{ kind: 'state', key, at, state: to.state, cause }];
  return acts.has(cause) ? [{ kind: 'cause', key, at, cause }] : [];
}

/** The log and the refunds as one history, oldest first. */
export function storyOf(log: readonly TipLogEntry[], refunds: readonly RefundRequest[]): readonly Moment[] {
  const asked = refunds.map(({ requestId, createdAt, amount, by, status }): Moment => ({
    kind: 'refund',
    key: `refund ${requestId}`,
    at: createdAt,
    amount,
    by,
    status,
  }));
  return [...log.toSorted((a, b) => a.rev - b.rev).flatMap(momentOf), ...asked].toSorted(
    (a, b) => a.at - b.at,
  );
}

/** The history of a tip: what happened, when and by whom. */
export function TipTimeline({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const { tipRepository } = useStore();
  const { uid } = useOwner();
  const { tipId } = tip;
  const log = useLive<readonly TipLogEntry[]>(['tip-log', uid, tipId], (watcher) =>
    tipRepository.watchLog(tipId, watcher),
  );
  const refunds = useLive<readonly RefundRequest[]>(['tip-refunds', uid, tipId], (watcher) =>
    tipRepository.watchRefunds(tipId, watcher),
  );
  const moments =
    log.kind === 'ready' ? storyOf(log.value, refunds.kind === 'ready' ? refunds.value : []) : [];
  return (
    <section>
      <Title order={3} mb="xs">
        {text('story.heading')}
      </Title>
      {log.kind === 'loading' && <Arriving outline={<Skeleton height={80} radius="md" />} />}
      {log.kind === 'failed' && <FailureAlert failure={log.failure} onRetry={log.retry} />}
      {log.kind === 'ready' && refunds.kind === 'failed' && (
        <FailureAlert failure={refunds.failure} onRetry={refunds.retry} />
      )}
      {log.kind === 'ready' && (
        <ol className={styles.story}>
          {moments.length === 0 && <li>{text('story.none')}</li>}
          {moments.map((moment) => (
            <StoryMoment key={moment.key} moment={moment} tip={tip} />
          ))}
        </ol>
      )}
    </section>
  );
}

function StoryMoment({ moment, tip }: { readonly moment: Moment; readonly tip: Tip }) {
  const text = useText();
  const intl = useIntl();
  const words = () => {
    if (moment.kind === 'state') return text(`tips.state.${moment.state}`);
    if (moment.kind === 'cause') return text(`story.cause.${moment.cause}`);
    const amount = formatMoney({ minorUnits: moment.amount, currency: tip.currency }, intl.locale);
    if (moment.status === 'failed' || moment.status === 'canceled')
      return text('story.refundNotMade', { amount });
    return text(moment.by === 'fan' ? 'story.refundByFan' : 'story.refundByOwner', { amount });
  };
  return (
    <li>
      <Text size="sm">{words()}</Text>
      <Text size="xs" c="dimmed">
        <time dateTime={new Date(moment.at).toISOString()}>
          {intl.formatDate(moment.at, { dateStyle: 'medium', timeStyle: 'medium' })}
        </time>
        {moment.kind === 'state' && ` · ${text(`story.cause.${moment.cause}`)}`}
        {moment.kind === 'refund' && ` · ${text(`story.refund.${moment.status}`)}`}
      </Text>
    </li>
  );
}

import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { RefundRequest, TipCause, TipLogEntry } from '@busker/core/money-documents/tip-document';
import { formatFanSum } from '@busker/core/money/fan-money';
import { formatMoney } from '@busker/core/money/money';
import { bookLine } from '@busker/core/books/book-sums';
import { refundFailureKind, refundableUntil } from '@busker/core/refunds/refund';
import { cardBrand, isTestTip, type Tip, type TipState } from '@busker/core/tip/tip';
import { isWithBank, shownState, tipTime } from '@busker/core/tip/tip-filter';
import { paidWithName, methodName, methodOf } from '@busker/core/payments/methods';
import { useOwned } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useText, type PlainMessageId } from '../../messages/text';
import { stripeAddress, tipAmount, tipGiver, useAmounts } from '../../tips/tip-words';
import { useDays } from '../../ui/dates';
import { useAnnounce } from '../../feedback/announcer';
import { ScreenLink, Arriving } from '../../page/page';
import { Fact, Tag } from '../../panel/panel';
import { FailureAlert } from '../../feedback/failure-alert';
import { useAsk } from '../../form/ask-form';
import { Reply } from './reply';
import styles from './tips.module.css';
import { CycleTag, TipStateTag, feeApart } from './tip-list';
import { PlainButton, Small } from '../../theme/theme';
import { OutsideLink, Quiet } from '../../theme/owner-parts';

/** The refundable rest in minor units; zero while a bank has the money. */
export function refundable(tip: Tip): number {
  if (tip.payment.status !== 'succeeded' || isWithBank(tip) || isTestTip(tip)) return 0;
  return Math.max(0, tip.amount - tip.refund.refunded - tip.refund.pending);
}

/** The tip's page in Stripe's dashboard; null in the local sandbox, which has none. */
export function stripePage(tip: Tip, what: 'payment' | 'dispute' | 'subscription'): string | null {
  const [part, id] = {
    payment: ['payments', tip.stripe.paymentIntentId] as const,
    dispute: ['disputes', tip.dispute.disputeId] as const,
    subscription: ['subscriptions', tip.cycle?.subscriptionId ?? null] as const,
  }[what];
  return stripeAddress(tip, part, id);
}

/** One line of a tip's history. `state`: the state changed. `cause`: an action without a new state. */
type Moment =
  | {
      readonly kind: 'state';
      readonly key: string;
      readonly at: number;
      readonly state: TipState;
      readonly cause: TipCause;
    }
  | {
      readonly kind: 'cause';
      readonly key: string;
      readonly at: number;
      readonly cause: TipCause;
      readonly reply?: TipLogEntry['reply'];
    }
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
  const { rev, at, cause, from, to, reply } = entry;
  const key = `log ${rev}`;
  if (from === null || from.state !== to.state) return [{ kind: 'state', key, at, state: to.state, cause }];
  return acts.has(cause) ? [{ kind: 'cause', key, at, cause, reply }] : [];
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

function TipTimeline({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const { tipId } = tip;
  const log = useOwned<readonly TipLogEntry[]>(['tip-log', tipId], (store, watcher) =>
    store.tipRepository.watchLog(tipId, watcher),
  );
  const refunds = useOwned<readonly RefundRequest[]>(['tip-refunds', tipId], (store, watcher) =>
    store.tipRepository.watchRefunds(tipId, watcher),
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
    if (moment.kind === 'cause')
      return text(moment.reply ? `story.reply.${moment.reply}` : `story.cause.${moment.cause}`);
    const amount = formatMoney({ minorUnits: moment.amount, currency: tip.currency }, intl.locale);
    if (moment.status === 'failed' || moment.status === 'canceled')
      return text('story.refundNotMade', { amount });
    return text(moment.by === 'fan' ? 'story.refundByFan' : 'story.refundByOwner', { amount });
  };
  return (
    <li>
      <Small>{words()}</Small>
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

/** Of a payment of a monthly or yearly tip: the way to its supporter, the period that it pays for, in UTC as Stripe counts it, and the subscription. */
function CycleFacts({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const intl = useIntl();
  const { cycle } = tip;
  if (!cycle) return null;
  const page = stripePage(tip, 'subscription');
  return (
    <>
      <Fact name={text('supporters.details')}>
        <ScreenLink to={`/money/monthly?supporter=${encodeURIComponent(cycle.monthlyId)}`}>
          <bdi>{tipGiver(tip, text)}</bdi>
        </ScreenLink>
      </Fact>
      {cycle.period && (
        <Fact name={text('monthly.period')}>
          {intl.formatDateTimeRange(cycle.period.from, cycle.period.to, {
            dateStyle: 'medium',
            timeZone: 'UTC',
          })}
        </Fact>
      )}
      {cycle.subscriptionId && (
        <Fact name={text('monthly.atStripe')}>
          {page ? (
            <OutsideLink href={page}>{cycle.subscriptionId}</OutsideLink>
          ) : (
            <code>{cycle.subscriptionId}</code>
          )}
        </Fact>
      )}
    </>
  );
}

const colours = {
  inquiry: 'yellow',
  open: 'red',
  won: 'evergreen',
  lost: 'gray',
  prevented: 'gray',
} as const;

/** A dispute: its state, the answer's deadline and a link to Stripe. */
function DisputeNote({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const intl = useIntl();
  const { status, amount, dueBy } = tip.dispute;
  if (status === 'none') return null;
  const page = stripePage(tip, 'dispute');
  const isOpen = status === 'open' || status === 'inquiry';
  return (
    <Alert color={colours[status]} role="note" title={text(`dispute.${status}`)}>
      <Small>
        {text(`dispute.${status}Text`, {
          amount: formatMoney({ minorUnits: amount, currency: tip.currency }, intl.locale),
        })}
      </Small>
      {isOpen && dueBy !== null && (
        <Text size="sm" fw={600} mt={6}>
          {text('dispute.due', { date: intl.formatDate(dueBy, { dateStyle: 'long', timeStyle: 'short' }) })}
        </Text>
      )}
      {isOpen && (
        <Small mt={6}>
          {page ? <OutsideLink href={page}>{text('dispute.answer')}</OutsideLink> : text('dispute.sandbox')}
        </Small>
      )}
    </Alert>
  );
}

const reasonWords: Readonly<Record<string, PlainMessageId>> = {
  'web-address': 'held.web-address',
  'email-address': 'held.email-address',
  'phone-number': 'held.phone-number',
  'blocked-word': 'held.blocked-word',
};
const wordsFor = (reason: string): PlainMessageId =>
  reasonWords[reason] ?? (reason.startsWith('payment-mismatch:') ? 'held.payment' : 'held.other');

/** Why the fan's name and message are held, each once. */
export const reasonsOf = ({ moderation }: Tip): readonly PlainMessageId[] => [
  ...new Set(moderation.reasons.map(wordsFor)),
];

/** The fan's name and message, why they are held, and whether others can see them. The money is not affected. */
function Moderation({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const announce = useAnnounce();
  const { money } = useBackend();
  const { busy, failure, ask } = useAsk();
  const { name, message, anonymous, privateMessage } = tip.fan;
  const { state } = tip.moderation;
  const hasWords = name !== null || message !== null;

  const put = async (next: 'visible' | 'hidden') => {
    const answer = await ask(() => money.moderate(tip.tipId, next));
    if (answer.ok) announce(text(next === 'visible' ? 'held.shown' : 'held.hid'));
  };

  return (
    <div>
      {message && (
        <blockquote className={styles.detailMessage}>
          <bdi>{message}</bdi>
        </blockquote>
      )}
      {message && privateMessage && <Tag tone="plain">{text('tips.onlyForYou')}</Tag>}
      {tip.fan.hidesAmount && <Tag tone="plain">{text('tips.amountHidden')}</Tag>}
      {name && anonymous && <Quiet>{text('tip.anonymousName')}</Quiet>}
      {state !== 'visible' && (
        <Small mt={6}>
          {text(state === 'held' ? 'held.about' : 'held.hiddenAbout')}{' '}
          {reasonsOf(tip)
            .map((reason) => text(reason))
            .join(' ')}
        </Small>
      )}
      {hasWords && (
        <Group gap="xs" mt="sm">
          {state !== 'visible' && (
            <Button size="xs" loading={busy} onClick={() => void put('visible')}>
              {text('held.show')}
            </Button>
          )}
          {state !== 'hidden' && (
            <PlainButton size="xs" loading={busy} onClick={() => void put('hidden')}>
              {text('held.hide')}
            </PlainButton>
          )}
        </Group>
      )}
      {failure && <FailureAlert failure={failure} />}
    </div>
  );
}

/** Stripe accepted the payment but sees signs of fraud: what it means and what the owner can do. */
function RiskNote({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const { risk, warning } = tip;
  // The note asks for a refund. The bank's own warning says more.
  if (refundable(tip) === 0 || warning !== null || risk === null || risk === 'normal') return null;
  return (
    <Alert color={risk === 'highest' ? 'red' : 'yellow'} role="note" title={text(`tip.riskTitle.${risk}`)}>
      {text(`tip.riskText.${risk}`)}
    </Alert>
  );
}

function RefundButton({ tip, onRefund }: TipDetailsProps) {
  const text = useText();
  const [now] = useState(() => Date.now());
  const left = refundable(tip);
  const until = refundableUntil(tip);
  if (left === 0) {
    return tip.dispute.status === 'open' ? <Quiet>{text('refund.disputed')}</Quiet> : null;
  }
  if (until !== null && now > until) return <TooLate tip={tip} until={until} />;
  return (
    <div>
      <PlainButton size="sm" onClick={() => onRefund(tip)}>
        {text('refund.open')}
      </PlainButton>
    </div>
  );
}

function TooLate({ tip, until }: { readonly tip: Tip; readonly until: number }) {
  const text = useText();
  const intl = useIntl();
  const days = useDays();
  const { paymentMethodType: type } = tip.stripe;
  const date = intl.formatDate(until, { dateStyle: 'medium' });
  const time = days(methodOf(type)?.refundDays ?? 0);
  return <Quiet>{text('refund.tooLate', { way: methodName(type) ?? '', time, date })}</Quiet>;
}

/** A failed refund: why, where the money is and what the owner can do. */
function RefundFailureNote({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const { locale } = useIntl();
  const { failure } = tip.refund;
  // When the bank took the money afterwards, another refund would return it twice. The history has the failure.
  if (failure === undefined || isWithBank(tip)) return null;
  const amount = formatMoney({ minorUnits: failure.amount, currency: tip.currency }, locale);
  return (
    <Alert color="red" role="note" title={text('refundFailed.title', { amount })}>
      <Small>{text(`refundFailed.${refundFailureKind(failure.reason)}`)}</Small>
      <Small mt={6}>{text('refundFailed.todo')}</Small>
    </Alert>
  );
}

interface TipDetailsProps {
  readonly tip: Tip;
  readonly onRefund: (tip: Tip) => void;
}

export function TipDetails({ tip, onRefund }: TipDetailsProps) {
  const text = useText();
  const intl = useIntl();
  // The warning asks for a refund.
  const isUrgent = tip.warning?.actionable === true && refundable(tip) > 0;
  return (
    <Stack gap="lg">
      <div>
        <div className={styles.head}>
          <span className={styles.detailSum}>{tipAmount(tip, intl.locale)}</span>
          <TipStateTag tip={tip} />
          {tip.cycle && <CycleTag cycle={tip.cycle} />}
        </div>
        <Quiet>
          <bdi>{tipGiver(tip, text)}</bdi>
          {' · '}
          <time dateTime={new Date(tipTime(tip)).toISOString()}>
            {intl.formatDate(tipTime(tip), { dateStyle: 'long', timeStyle: 'short' })}
          </time>
        </Quiet>
        {tip.fan.name !== null && (
          <ScreenLink to={`/money/tips?q=${encodeURIComponent(tip.fan.name)}`}>
            {text('tip.sameName')}
          </ScreenLink>
        )}
      </div>
      {isTestTip(tip) && (
        <Alert color="gray" role="note" title={text('tips.test')}>
          {text('tip.testText')}
        </Alert>
      )}
      {shownState(tip) === 'declined' && (
        <Alert color="yellow" role="note" title={text('tip.declinedTitle')}>
          {text('tip.declinedText')}
        </Alert>
      )}
      {tip.warning && !isWithBank(tip) && (
        <Alert color={isUrgent ? 'red' : 'gray'} role="note" title={text('tips.warned')}>
          {text(isUrgent ? 'tip.warningOpen' : 'tip.warningOver')}
        </Alert>
      )}
      <RiskNote tip={tip} />
      <DisputeNote tip={tip} />
      <RefundFailureNote tip={tip} />
      <Moderation tip={tip} />
      <Reply tip={tip} />
      <Figures tip={tip} />
      <RefundButton tip={tip} onRefund={onRefund} />
      <Source tip={tip} />
      <TipTimeline tip={tip} />
    </Stack>
  );
}

/** Stripe's booking lacks the fee that some payment methods have of their own. */
function netName(tip: Tip, text: ReturnType<typeof useText>): string {
  const method = feeApart(tip);
  return method === null ? text('tip.net') : text('tip.netBeforeOwn', { way: method });
}

function Figures({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const { locale } = useIntl();
  const { currency, fees, refund } = tip;
  const format = (minorUnits: number) => formatMoney({ minorUnits, currency }, locale);
  const sameMoney = fees.settlementCurrency === null || fees.settlementCurrency === currency;
  const { booked } = useAmounts();
  const line = bookLine(tip)?.booked ?? null;
  const isPaid = tip.payment.status === 'succeeded';
  const presented = isPaid && tip.payment.presented;
  const back = refund.presented?.refunded ?? 0;
  const known = fees.stripe !== null && sameMoney;
  // Stripe keeps its fee when a tip is refunded, so this figure does not change.
  const wentBack = refund.refunded + refund.pending + tip.contrib.disputed > 0;
  return (
    <dl className={styles.detailFigures}>
      {tip.coverAmount > 0 && (
        <>
          <Fact name={text('tip.tip')}>{format(tip.tipAmount)}</Fact>
          <Fact name={text('tip.cover')}>{format(tip.coverAmount)}</Fact>
        </>
      )}
      <Fact name={text(isPaid ? 'tip.charged' : 'refund.amount')}>{format(tip.amount)}</Fact>
      {presented && <Fact name={text('tip.presented')}>{formatFanSum(presented, locale)}</Fact>}
      {known && <Fact name={text('tip.fee')}>{format(fees.stripe ?? 0)}</Fact>}
      {!known && sameMoney && isPaid && fees.estimated > 0 && (
        <Fact name={text('tip.feeEstimated')}>{format(fees.estimated)}</Fact>
      )}
      {!sameMoney && (
        <Fact name={text('tip.fee')}>
          {text('tip.otherCurrency', { currency: (fees.settlementCurrency ?? '').toUpperCase() })}
        </Fact>
      )}
      {tip.applicationFee > 0 && isPaid && (
        <Fact name={text('tip.hostFee')}>{format(tip.applicationFee)}</Fact>
      )}
      {known && fees.net !== null && (
        <Fact name={wentBack ? text('tip.netBefore') : netName(tip, text)}>{format(fees.net)}</Fact>
      )}
      {refund.refunded > 0 && <Fact name={text('tip.refunded')}>{format(refund.refunded)}</Fact>}
      {presented && back > 0 && (
        <Fact name={text('tip.presentedBack')}>{formatFanSum({ ...presented, amount: back }, locale)}</Fact>
      )}
      {refund.pending > 0 && <Fact name={text('tip.refundPending')}>{format(refund.pending)}</Fact>}
      {tip.contrib.disputed > 0 && <Fact name={text('books.disputes')}>{format(tip.contrib.disputed)}</Fact>}
      {line !== null && line.disputeFee > 0 && (
        <Fact name={text('books.disputeFees')}>{booked(line.disputeFee, line.currency)}</Fact>
      )}
      {line !== null && wentBack && <Fact name={text('books.kept')}>{booked(line.kept, line.currency)}</Fact>}
    </dl>
  );
}

/** The country code, when the browser has no name for it. */
function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

function Source({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const { locale } = useIntl();
  const { source, stripe, fan } = tip;
  const card = [stripe.brand && cardBrand(stripe.brand), stripe.last4 && `•••• ${stripe.last4}`]
    .filter(Boolean)
    .join(' ');
  const method = paidWithName(stripe);
  const page = stripePage(tip, 'payment');
  return (
    <dl className={styles.facts}>
      {source.for && (
        <Fact name={text('tip.for')}>
          <bdi>{source.for}</bdi>
        </Fact>
      )}
      {source.origin && (
        <Fact name={text('tip.site')}>
          <bdi>{source.origin}</bdi>
        </Fact>
      )}
      {source.placement && (
        <Fact name={text('tips.place')}>
          <bdi>{source.placement}</bdi>
        </Fact>
      )}
      {method && (
        <Fact name={text('tip.paidWith')}>
          <bdi>{method}</bdi>
        </Fact>
      )}
      {card && (
        <Fact name={text('tip.card')}>
          <bdi>{card}</bdi>
        </Fact>
      )}
      <CycleFacts tip={tip} />
      {tip.risk && <Fact name={text('tip.risk')}>{text(`tip.risk.${tip.risk}`)}</Fact>}
      {fan.country && <Fact name={text('tip.country')}>{countryName(fan.country, locale)}</Fact>}
      <Fact name={text('tip.id')}>
        <code>{tip.tipId}</code>
      </Fact>
      {stripe.paymentIntentId && (
        <Fact name={text('tip.stripeId')}>
          {page ? (
            <OutsideLink href={page}>{stripe.paymentIntentId}</OutsideLink>
          ) : (
            <code>{stripe.paymentIntentId}</code>
          )}
        </Fact>
      )}
    </dl>
  );
}

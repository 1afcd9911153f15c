import { Alert, Skeleton, Stack, Title } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useIntl } from 'react-intl';
import { formatMoney } from '@busker/core/money/money';
import { isOver, type Monthly, type MonthlyState } from '@busker/core/monthly/monthly';
import { isOutOfReach } from '@busker/core/monthly/monthly-projection';
import { cardBrand, type Tip } from '@busker/core/tip/tip';
import { shownState, tipTime } from '@busker/core/tip/tip-filter';
import { loaded, useOwned, usePayments } from '../../session/owner-documents';
import { useText, type Say } from '../../messages/text';
import { stripeAddress, tipAmount } from '../../tips/tip-words';
import { Fact, Tag, type Tone } from '../../panel/panel';
import { FailureAlert } from '../../feedback/failure-alert';
import styles from './supporters.module.css';
import { StopDialog } from './stop-dialog';
import { PlainButton } from '../../theme/theme';
import { Note, OutsideLink, Quiet } from '../../theme/owner-parts';
import { ScreenLink } from '../../page/page';

/** `elsewhere`: nobody here knows the state. */
type ShownState = MonthlyState | 'elsewhere';

const tones: Readonly<Record<ShownState, Tone>> = {
  starting: 'plain',
  'never-began': 'plain',
  active: 'good',
  ending: 'plain',
  paused: 'plain',
  'needs-action': 'warn',
  overdue: 'warn',
  ended: 'plain',
  elsewhere: 'warn',
};

export function SupporterStateTag({ state }: { readonly state: ShownState }) {
  const text = useText();
  return <Tag tone={tones[state]}>{text(`supporters.state.${state}`)}</Tag>;
}

/** The fan's name as the owner may see it. */
export const supporterName = ({ fan }: Monthly, text: Say): string =>
  fan.name ?? text(fan.anonymous ? 'tips.anonymous' : 'tips.someone');

/** "€5.00 a month". */
export const periodAmount = ({ amount, currency, every }: Monthly, text: Say, locale: string): string =>
  text(`supporters.amount.${every}`, { amount: formatMoney({ minorUnits: amount, currency }, locale) });

type DateName = (millis: number) => string;

/** The day that matters most: of the next charge, or of the end. Null = nobody knows it. */
export function nextWords(monthly: Monthly, text: Say, date: DateName): string | null {
  const { state, nextChargeAt, endingAt, endedAt, pausedUntil, failing } = monthly;
  if (state === 'ended') return endedAt === null ? null : text('supporters.endedOn', { date: date(endedAt) });
  if (state === 'ending')
    return endingAt === null ? null : text('supporters.until', { date: date(endingAt) });
  if (state === 'paused')
    return pausedUntil === null ? null : text('supporters.pausedUntil', { date: date(pausedUntil) });
  if (failing !== null) return text('supporters.overdueSince', { date: date(failing.since) });
  return nextChargeAt === null ? null : text('supporters.next', { date: date(nextChargeAt) });
}

/** Why it stands as it does, a sentence each. */
export function reasonWords(monthly: Monthly, text: Say, date: DateName): readonly string[] {
  const { asked, endReason, state, failing } = monthly;
  const words: string[] = [];
  if (asked !== null && state !== 'ended') words.push(text(`supporters.asked.${asked.what}`));
  if (endReason !== null && (state === 'ending' || state === 'ended'))
    words.push(text(`supporters.reason.${endReason}`));
  if (failing === null || state === 'ended') return words;
  if (failing.needsAction) return [...words, text('supporters.bankAsks')];
  if (failing.attempts > 0) words.push(text('supporters.tries', { count: failing.attempts }));
  const { nextAttemptAt: next } = failing;
  words.push(next === null ? text('supporters.tryNoMore') : text('supporters.tryNext', { date: date(next) }));
  return words;
}

/** Stripe charges by UTC: another time zone could name the day before or after. */
export function useChargeDate(): (millis: number) => string {
  const { formatDate } = useIntl();
  return useCallback((millis) => formatDate(millis, { dateStyle: 'medium', timeZone: 'UTC' }), [formatDate]);
}

/**
 * Which monthly tips are charged by a Stripe account that the server does not see: nobody here knows how they stand, and only Stripe can stop them. None
 * of those that are over.
 */
export function useIsElsewhere(): (monthly: Monthly) => boolean {
  const payments = loaded(usePayments());
  return (monthly) => isOutOfReach(monthly, payments);
}

/** Every payment of a monthly tip; each leads to its details. */
function SupporterPayments({ monthlyId }: { readonly monthlyId: string }) {
  const text = useText();
  const { locale } = useIntl();
  const date = useChargeDate();
  const live = useOwned<readonly Tip[]>(['payments-of', monthlyId], (store, watcher) =>
    store.supporters.watchPayments(monthlyId, watcher),
  );
  return (
    <section>
      <Title order={3} size="h5">
        {text('supporters.payments')}
      </Title>
      {live.kind === 'loading' && <Skeleton height={60} radius="md" mt={8} />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {live.kind === 'ready' && (
        <ul className={styles.payments}>
          {live.value.map((tip) => (
            <li key={tip.tipId}>
              <ScreenLink to={`/money/tips?state=all&tip=${encodeURIComponent(tip.tipId)}`}>
                {date(tipTime(tip))}
              </ScreenLink>
              <Quiet span>{text(`tips.state.${shownState(tip)}`)}</Quiet>
              <span>{tipAmount(tip, locale)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function SupporterDetails({ monthly }: { readonly monthly: Monthly }) {
  const text = useText();
  const { locale } = useIntl();
  const date = useChargeDate();
  const isElsewhere = useIsElsewhere()(monthly);
  const [stopping, setStopping] = useState(false);
  const reasons = isElsewhere ? [] : reasonWords(monthly, text, date);
  return (
    <Stack gap="lg">
      <div>
        <div className={styles.head}>
          <span>{periodAmount(monthly, text, locale)}</span>
          <SupporterStateTag state={isElsewhere ? 'elsewhere' : monthly.state} />
        </div>
        <Quiet>
          <bdi>{supporterName(monthly, text)}</bdi>
        </Quiet>
      </div>
      {reasons.length > 0 && (
        <Alert color={monthly.failing === null ? 'gray' : 'yellow'} role="note">
          {reasons.join(' ')}
        </Alert>
      )}
      {isElsewhere && (
        <Alert color="yellow" role="note">
          {text('supporters.elsewhere')}
        </Alert>
      )}
      <Facts monthly={monthly} isElsewhere={isElsewhere} />
      <Writing monthly={monthly} />
      {!isOver(monthly.state) && !isElsewhere && (
        <div>
          <PlainButton size="sm" onClick={() => setStopping(true)}>
            {text('supporters.stop')}
          </PlainButton>
        </div>
      )}
      <SupporterPayments monthlyId={monthly.monthlyId} />
      <Note>{text('supporters.utc')}</Note>
      {stopping && <StopDialog monthly={monthly} onClose={() => setStopping(false)} />}
    </Stack>
  );
}

interface FactsProps {
  readonly monthly: Monthly;
  readonly isElsewhere: boolean;
}

function Facts({ monthly, isElsewhere }: FactsProps) {
  const text = useText();
  const { formatNumber, formatDate } = useIntl();
  const date = useChargeDate();
  const { startedAt, card, paidCycles, source } = monthly;
  const next = isElsewhere ? null : nextWords(monthly, text, date);
  return (
    <dl className={styles.facts}>
      {startedAt !== null && <Fact name={text('supporters.sinceName')}>{date(startedAt)}</Fact>}
      {next !== null && monthly.nextChargeAt !== null && (
        <Fact name={text('supporters.nextName')}>{date(monthly.nextChargeAt)}</Fact>
      )}
      <Fact name={text('supporters.paid')}>{formatNumber(paidCycles)}</Fact>
      {card && (
        <>
          <Fact name={text('supporters.card')}>
            <bdi>{`${cardBrand(card.brand)} •••• ${card.last4}`}</bdi>
          </Fact>
          <Fact name={text('supporters.cardUntil')}>
            {formatDate(Date.UTC(card.expYear, card.expMonth - 1), {
              month: '2-digit',
              year: 'numeric',
              timeZone: 'UTC',
            })}
          </Fact>
        </>
      )}
      {source.origin && (
        <Fact name={text('tip.site')}>
          <bdi>{source.origin}</bdi>
        </Fact>
      )}
      <SubscriptionFact monthly={monthly} />
    </dl>
  );
}

function Writing({ monthly }: { readonly monthly: Monthly }) {
  const text = useText();
  const customer = stripeAddress(monthly, 'customers', monthly.stripe.customerId);
  if (customer === null) return null;
  return (
    <div>
      <OutsideLink href={customer}>{text('supporters.write')}</OutsideLink>
      <Note>{text('supporters.writeNote')}</Note>
    </div>
  );
}

function SubscriptionFact({ monthly }: { readonly monthly: Monthly }) {
  const text = useText();
  const { subscriptionId } = monthly.stripe;
  const page = stripeAddress(monthly, 'subscriptions', subscriptionId);
  if (subscriptionId === null) return null;
  return (
    <Fact name={text('monthly.atStripe')}>
      {page ? <OutsideLink href={page}>{subscriptionId}</OutsideLink> : <code>{subscriptionId}</code>}
    </Fact>
  );
}

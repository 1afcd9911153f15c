import { paidWithName } from '../../../core/ways/ways';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { formatFanSum } from '../../../core/money/fan-money';
import { formatMoney } from '../../../core/money/money';
import { bookLine } from '../../../core/tip/book-sums';
import { cardBrand, isTestTip, type Tip } from '../../../core/tip/tip';
import { isWithBank, shownState, tipTime } from '../../../core/tip/tip-filter';
import { useText } from '../../messages/text';
import { CycleFacts } from './cycle-facts';
import { CycleTag } from './cycle-tag';
import { DisputeNote } from './dispute-note';
import { feeApart } from './fee-apart';
import { Fact } from '../../ui/fact';
import { Moderation } from './moderation';
import { Reply } from './reply';
import { RiskNote } from './risk-note';
import { RefundButton } from './refund-button';
import { refundable } from './refundable';
import { RefundFailureNote } from './refund-failure-note';
import { stripePage } from './stripe-page';
import { TipStateTag } from './tip-state-tag';
import { TipTimeline } from './tip-timeline';
import { useAmounts } from '../../shared/use-amounts';
import { tipAmount, tipGiver } from '../../shared/tips/tip-texts';
import styles from './tip-details.module.css';

export function TipDetails({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const intl = useIntl();
  // The warning asks for a refund.
  const isUrgent = tip.warning?.actionable === true && refundable(tip) > 0;
  return (
    <Stack gap="lg">
      <div>
        <div className={styles.head}>
          <span className={styles.sum}>{tipAmount(tip, intl.locale)}</span>
          <TipStateTag tip={tip} />
          {tip.cycle && <CycleTag cycle={tip.cycle} />}
        </div>
        <Text size="sm" c="dimmed">
          <bdi>{tipGiver(tip, text)}</bdi>
          {' · '}
          <time dateTime={new Date(tipTime(tip)).toISOString()}>
            {intl.formatDate(tipTime(tip), { dateStyle: 'long', timeStyle: 'short' })}
          </time>
        </Text>
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
      <RefundButton tip={tip} />
      <Source tip={tip} />
      <TipTimeline tip={tip} />
    </Stack>
  );
}

/** What Stripe booked is not all of the cost where a way to pay has a fee of its own. */
function netName(tip: Tip, text: ReturnType<typeof useText>): string {
  const way = feeApart(tip);
  return way === null ? text('tip.net') : text('tip.netBeforeOwn', { way });
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
    <dl className={styles.figures}>
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
  const way = paidWithName(stripe);
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
      {way && (
        <Fact name={text('tip.paidWith')}>
          <bdi>{way}</bdi>
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
            <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
              {stripe.paymentIntentId}
            </Anchor>
          ) : (
            <code>{stripe.paymentIntentId}</code>
          )}
        </Fact>
      )}
    </dl>
  );
}

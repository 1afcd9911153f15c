import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { isOver, type Monthly } from '../../../core/monthly/monthly';
import { cardBrand } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { stripeAddress } from '../../shared/stripe-address';
import { Fact } from '../../ui/fact';
import { StopDialog } from './stop-dialog';
import { SupporterPayments } from './supporter-payments';
import { SupporterStateTag } from './supporter-state-tag';
import { nextWords, periodAmount, reasonWords, supporterName } from './supporter-words';
import { useChargeDate } from './use-charge-date';
import { useIsElsewhere } from './use-is-elsewhere';
import styles from './supporters.module.css';

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
        <Text size="sm" c="dimmed">
          <bdi>{supporterName(monthly, text)}</bdi>
        </Text>
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
          <Button variant="default" size="sm" onClick={() => setStopping(true)}>
            {text('supporters.stop')}
          </Button>
        </div>
      )}
      <SupporterPayments monthlyId={monthly.monthlyId} />
      <Text size="xs" c="dimmed">
        {text('supporters.utc')}
      </Text>
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
      <Anchor href={customer} target="_blank" rel="noreferrer" size="sm">
        {text('supporters.write')}
      </Anchor>
      <Text size="xs" c="dimmed">
        {text('supporters.writeNote')}
      </Text>
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
      {page ? (
        <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
          {subscriptionId}
        </Anchor>
      ) : (
        <code>{subscriptionId}</code>
      )}
    </Fact>
  );
}

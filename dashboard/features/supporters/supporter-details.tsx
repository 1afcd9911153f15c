import { Alert, Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { StopWhen } from '../../../core/api/monthly-api';
import { isOver, type Monthly } from '../../../core/monthly/monthly';
import { cardBrand, type Tip } from '../../../core/tip/tip';
import { shownState, tipTime } from '../../../core/tip/tip-filter';
import { useLive } from '../../data/owner-documents';
import { useBackend, useOwner, useStore } from '../../data/session';
import { useText } from '../../messages/text';
import { stripeAddress } from '../../shared/stripe-address';
import { tipAmount } from '../../shared/tips/tip-texts';
import { Dialog } from '../../ui/dialog';
import { Fact } from '../../ui/fact';
import { FailureAlert } from '../../ui/failure-alert';
import { useToast } from '../../ui/toast';
import { StopTrouble } from './stop-trouble';
import { StopWhenField } from './stop-when-field';
import { SupporterStateTag } from './supporter-state-tag';
import { nextWords, periodAmount, reasonWords, supporterName } from './supporter-words';
import styles from './supporters.module.css';
import { useChargeDate } from './use-charge-date';
import { useIsElsewhere } from './use-is-elsewhere';
import { useStop } from './use-stop';

interface StopDialogProps {
  readonly monthly: Monthly;
  readonly onClose: () => void;
}

/** Stops one monthly tip. */
function StopDialog({ monthly, onClose }: StopDialogProps) {
  const text = useText();
  const { money } = useBackend();
  const { notify } = useToast();
  const isStopped = monthly.state === 'ending';
  // An unpaid period has no paid end. The server asks Stripe whether it is still unpaid, and ends it now only then.
  const canWait = !isStopped && monthly.failing === null;
  const [when, setWhen] = useState<StopWhen>(isStopped ? 'now' : 'period-end');
  const stopped = () => {
    notify(text('supporters.stopped'));
    onClose();
  };
  const { step, stop } = useStop(() => money.stopMonthly(monthly.monthlyId, when), stopped);
  const busy = step.kind === 'busy';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void stop();
  };
  return (
    <Dialog open onClose={() => !busy && onClose()} title={text('supporters.stopTitle')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {canWait && <StopWhenField when={when} onWhen={setWhen} />}
          <Text size="sm" c="dimmed">
            {text('supporters.stopNote')}
          </Text>
          <StopTrouble step={step} unanswered={text('supporters.unanswered')} />
          <Group justify="flex-end">
            <Button variant="default" disabled={busy} onClick={onClose}>
              {text('supporters.stopKeep')}
            </Button>
            <Button type="submit" color="red" loading={busy}>
              {text('supporters.stop')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Every payment of a monthly tip; each leads to its details. */
function SupporterPayments({ monthlyId }: { readonly monthlyId: string }) {
  const text = useText();
  const store = useStore();
  const { uid } = useOwner();
  const { locale } = useIntl();
  const date = useChargeDate();
  const live = useLive<readonly Tip[]>(['payments-of', uid, monthlyId], (watcher) =>
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
              <Anchor component={Link} to={`/tips?state=all&tip=${encodeURIComponent(tip.tipId)}`} size="sm">
                {date(tipTime(tip))}
              </Anchor>
              <Text size="sm" c="dimmed" span>
                {text(`tips.state.${shownState(tip)}`)}
              </Text>
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

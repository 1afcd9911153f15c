import { Text } from '@mantine/core';
import { payoutSums, type Payout, type PayoutSums } from '../../../core/money/payout';
import { useText } from '../../messages/text';
import { Arriving } from '../../ui/arriving';
import { FailureAlert } from '../../ui/failure-alert';
import { useAmounts } from '../../shared/use-amounts';
import { PayoutLines } from './payout-lines';
import styles from './payouts.module.css';
import { usePayoutLines } from './use-payouts';

/** What is in a payout, as far as Stripe says it. */
export function PayoutContents({ payout }: { readonly payout: Payout }) {
  const text = useText();
  if (payout.contents === 'listed') return <Listed payout={payout} />;
  return <Text size="sm">{text(payout.contents === 'never' ? 'payouts.byHand' : 'payouts.later')}</Text>;
}

function Listed({ payout }: { readonly payout: Payout }) {
  const text = useText();
  const { lines, complete, failure, retry } = usePayoutLines(payout.id);
  if (failure !== null) return <FailureAlert failure={failure} onRetry={retry} />;
  if (!complete)
    return (
      <Arriving
        outline={
          <Text size="sm" c="dimmed">
            {text('payouts.reading', { count: lines.length })}
          </Text>
        }
      />
    );
  return (
    <>
      <Sums payout={payout} sums={payoutSums(lines)} />
      <PayoutLines lines={lines} currency={payout.currency} />
    </>
  );
}

const parts = ['tips', 'refunds', 'disputes', 'payouts', 'other', 'fees'] as const;

interface SumsProps {
  readonly payout: Payout;
  readonly sums: PayoutSums;
}

/** The parts of a payout, which add up to its amount. */
function Sums({ payout: { amount: paid, currency }, sums }: SumsProps) {
  const text = useText();
  const { booked: amount } = useAmounts();
  return (
    <>
      <dl className={styles.sums}>
        {parts
          .filter((part) => part === 'tips' || sums[part] !== 0)
          .map((part) => (
            <div key={part}>
              <dt>{text(`payouts.sum.${part}`)}</dt>
              <dd>{amount(sums[part], currency)}</dd>
            </div>
          ))}
        <div className={styles.total}>
          <dt>{text('payouts.sum.total')}</dt>
          <dd>{amount(sums.total, currency)}</dd>
        </div>
      </dl>
      {sums.total !== paid && (
        <Text size="sm" role="note">
          {text('payouts.differs', { amount: amount(paid, currency) })}
        </Text>
      )}
    </>
  );
}

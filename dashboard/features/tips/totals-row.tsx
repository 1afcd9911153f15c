import { Skeleton, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { currencyCodes } from '../../../core/money/currency-codes';
import { formatMoney } from '../../../core/money/money';
import { keptOf } from '../../../core/money/totals';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { useTotals } from '../../shared/tips/use-tips';
import styles from './tips.module.css';

interface TotalsRowProps {
  /** The list already shows why nothing can be read. */
  readonly listFailed: boolean;
}

/** One total per currency: different currencies are never added. */
export function TotalsRow({ listFailed }: TotalsRowProps) {
  const text = useText();
  const { locale } = useIntl();
  const live = useTotals();
  if (live.kind === 'loading') {
    return (
      <div className={styles.totals}>
        <Skeleton height={88} radius="lg" maw={260} />
      </div>
    );
  }
  if (live.kind === 'failed') {
    return listFailed ? null : (
      <div className={styles.totals}>
        <FailureAlert failure={live.failure} onRetry={live.retry} />
      </div>
    );
  }
  const totals = live.value;
  const received = currencyCodes.flatMap((currency) => {
    const sum = totals[currency];
    return sum && sum.count > 0 ? [{ currency, sum }] : [];
  });
  if (received.length === 0) return null;
  return (
    <dl className={styles.totals}>
      {received.map(({ currency, sum }) => (
        <div key={currency} className={styles.total}>
          <Text component="dt" size="xs" c="dimmed">
            {text('tips.total', { currency: currency.toUpperCase() })}
          </Text>
          <dd>
            <span className={styles.sum}>{formatMoney({ minorUnits: keptOf(sum), currency }, locale)}</span>
            <Text size="xs" c="dimmed" component="span">
              {text('tips.totalCount', { count: sum.count })}
              {sum.refunded > 0 &&
                ` · ${text('tips.totalRefunded', {
                  amount: formatMoney({ minorUnits: sum.refunded, currency }, locale),
                })}`}
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { currencyCodes } from '@busker/core/money/money';
import {
  beganAndEnded,
  leftSince,
  monthlySupport,
  type Monthly,
  type SupportTotals,
} from '@busker/core/monthly/monthly';
import type { SupportersView } from '../../data/backend';
import { useOwned, type Live } from '../../session/owner-documents';
import { useText } from '../../messages/text';
import { useAmounts } from '../../tips/tip-words';
import { FailureAlert } from '../../feedback/failure-alert';
import { Small } from '../../theme/theme';
import { Note } from '../../theme/owner-parts';
import moneyList from '../../tips/money-list.module.css';
import styles from './supporters.module.css';

/** How many are loaded at first. An owner with more can load all of them. */
const atFirst = 500;
const all = 20_000;

interface Supporters {
  readonly live: Live<SupportersView>;
  readonly loadAll: () => void;
}

export function useSupporters(): Supporters {
  const [limit, setLimit] = useState(atFirst);
  const live = useOwned<SupportersView>(['supporters', limit], (store, watcher) =>
    store.supporters.watchAll(limit, watcher),
  );
  return { live, loadAll: () => setLimit(all) };
}

/** The server's sums, which have every supporter. */
function useSupport(): Live<SupportTotals> {
  return useOwned<SupportTotals>(['support'], (store, watcher) => store.supporters.watchSupport(watcher));
}

/** From this many on, a share of them says more than the count. */
const fewest = 20;
const thirtyDays = 30 * 24 * 60 * 60_000;

/** The first moment of this month in UTC, like every date of a charge. */
const monthStart = (now: number): number => {
  const today = new Date(now);
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth());
};

interface SupportFiguresProps {
  /** Every supporter; null = not all are loaded, so that who came and left cannot be counted. */
  readonly all: readonly Monthly[] | null;
  /** The account is disconnected: nothing is known to be charged, even if the sums are not written yet. */
  readonly isGone: boolean;
}

/** The monthly sum of supporters, by currency, and who came and left. */
export function SupportFigures({ all, isGone }: SupportFiguresProps) {
  const text = useText();
  const live = useSupport();
  const { charged } = useAmounts();
  if (live.kind === 'loading') return <Skeleton height={88} radius="lg" mb={18} />;
  if (live.kind === 'failed') return <FailureAlert failure={live.failure} onRetry={live.retry} />;
  const sums = currencyCodes.toSorted().flatMap((currency) => {
    const support = live.value[currency];
    return support && support.active > 0 && !isGone ? [{ currency, support }] : [];
  });
  return (
    <>
      {sums.map(({ currency, support }) => (
        <dl key={currency} className={`${moneyList.total} ${styles.total}`}>
          <div>
            <Note component="dt">{text('supporters.support', { currency: currency.toUpperCase() })}</Note>
            <dd className={moneyList.sum}>{charged(monthlySupport(support), currency)}</dd>
            <Note component="dd">{text('supporters.count', { count: support.active })}</Note>
          </div>
        </dl>
      ))}
      <div className={styles.notes}>
        {sums.length > 0 && <Note>{text('supporters.supportNote')}</Note>}
        {all && <ComingAndGoing all={all} />}
      </div>
    </>
  );
}

function ComingAndGoing({ all }: { readonly all: readonly Monthly[] }) {
  const text = useText();
  const { formatNumber } = useIntl();
  // The screen may stay open: what happens after this moment counts too.
  const [now] = useState(() => Date.now());
  const { count, ended } = leftSince(all, now - thirtyDays, Infinity);
  const percent = formatNumber(count === 0 ? 0 : ended / count, {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  return (
    <>
      <Small>{text('supporters.thisMonth', beganAndEnded(all, monthStart(now), Infinity))}</Small>
      {count > 0 && (
        <Small>
          {count < fewest
            ? text('supporters.left', { ended, count })
            : text('supporters.leftPercent', { percent })}
        </Small>
      )}
    </>
  );
}

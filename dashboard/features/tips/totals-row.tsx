import { Anchor, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { currencyCodes } from '../../../core/money/currency-codes';
import type { Totals } from '../../../core/money/totals';
import type { BookSum } from '../../../core/tip/book-sums';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { useAmounts } from '../../shared/use-amounts';
import { useTotals } from '../../shared/tips/use-tips';
import { TotalPanel } from './total-panel';
import { chargedSum } from './total-lines';
import styles from './tips.module.css';

/** Which tips the sums on the screen have. */
export type Counted =
  /** All of them: the server's totals, which have no fees. */
  | { readonly kind: 'server'; readonly fees: MissingFees | null }
  /** The tips that this page has read. `at`: since when (milliseconds); null = each change is counted at once. */
  | {
      readonly kind: 'read';
      readonly sums: readonly BookSum[];
      readonly count: number;
      readonly state: 'reading' | 'stopped' | 'done';
      readonly at: number | null;
    };

/** How the fees come to the server's totals: every tip must be read. */
export type MissingFees =
  | { readonly kind: 'on-request'; readonly onAdd: () => void }
  | { readonly kind: 'reading'; readonly count: number };

interface TotalsRowProps {
  readonly counted: Counted;
  /** The list already shows why nothing can be read. */
  readonly listFailed: boolean;
}

/** What the shown tips brought, by currency: different currencies are never added. It says which tips are counted, and until when. */
export function TotalsRow({ counted, listFailed }: TotalsRowProps) {
  return counted.kind === 'server' ? (
    <ServerTotals fees={counted.fees} listFailed={listFailed} />
  ) : (
    <ReadTotals {...counted} />
  );
}

const sumsOfTotals = (totals: Totals): readonly BookSum[] =>
  currencyCodes.flatMap((currency) => {
    const sum = totals[currency];
    return sum && sum.count > 0 ? [chargedSum(currency, sum)] : [];
  });

interface ServerTotalsProps {
  readonly fees: MissingFees | null;
  readonly listFailed: boolean;
}

function ServerTotals({ fees, listFailed }: ServerTotalsProps) {
  const text = useText();
  const live = useTotals();
  if (live.kind === 'loading') {
    return (
      <div className={styles.totals}>
        <Skeleton height={88} radius="lg" />
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
  const sums = sumsOfTotals(live.value);
  const note =
    fees?.kind === 'reading' ? text('tips.counting', { count: fees.count }) : text('tips.feesNotAdded');
  return (
    <Panels sums={sums} hasFees={false} note={note}>
      {fees?.kind === 'on-request' && (
        <Anchor component="button" type="button" size="xs" onClick={fees.onAdd}>
          {text('tips.addFees')}
        </Anchor>
      )}
    </Panels>
  );
}

function ReadTotals({ sums, count, state, at }: Extract<Counted, { kind: 'read' }>) {
  const text = useText();
  const { formatTime } = useIntl();
  const note = () => {
    if (state === 'reading') return text('tips.counting', { count });
    if (state === 'stopped') return text('tips.countStopped', { count });
    return at === null ? text('tips.countedLive') : text('tips.countedAt', { time: formatTime(at) });
  };
  return <Panels sums={sums} hasFees note={note()} />;
}

interface PanelsProps {
  readonly sums: readonly BookSum[];
  readonly hasFees: boolean;
  readonly note: string;
  /** After the note. */
  readonly children?: ReactNode;
}

/** A line below the panel of its currency: the newest tips, which Stripe has not booked yet. */
const isLate = ({ currency, bookedIn, refunded, disputed }: BookSum, sums: readonly BookSum[]): boolean =>
  bookedIn === null &&
  refunded + disputed === 0 &&
  sums.some((other) => other.currency === currency && other.bookedIn !== null);

function Panels({ sums, hasFees, note, children }: PanelsProps) {
  const text = useText();
  const { charged } = useAmounts();
  if (sums.length === 0) return null;
  return (
    <div className={styles.totals}>
      {sums.map((sum) =>
        isLate(sum, sums) ? (
          <Text key={`${sum.currency} late`} size="xs" className={styles.counted ?? ''}>
            {text('tips.notBooked', { count: sum.count, amount: charged(sum.received, sum.currency) })}
          </Text>
        ) : (
          <TotalPanel key={`${sum.currency} ${sum.bookedIn ?? ''}`} sum={sum} hasFees={hasFees} />
        ),
      )}
      <Text size="xs" c="dimmed" className={styles.counted ?? ''}>
        {note} {children}
      </Text>
    </div>
  );
}

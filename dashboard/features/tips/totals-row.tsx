import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { currencyCodes, type Currency, type TipContribution, type Totals } from '@busker/core/money/money';
import { nothingBooked, type BookSum } from '@busker/core/books/book-sums';
import { useText } from '../../messages/text';
import { useTotals } from '../../session/owner-documents';
import { useOnline } from '../../session/session';
import { useAmounts } from '../../tips/tip-words';
import { FailureAlert } from '../../feedback/failure-alert';
import { Small } from '../../theme/theme';
import { Note } from '../../theme/owner-parts';
import moneyList from '../../tips/money-list.module.css';
import styles from './tips.module.css';
import { newest } from './use-tip-list';

/** A sum of what fans were charged. Nothing of it is said to be booked. */
export const chargedSum = (
  currency: Currency,
  { count, gross, refunded, disputed }: TipContribution,
): BookSum => ({
  currency,
  bookedIn: null,
  count,
  received: gross,
  refunded,
  disputed,
  booked: nothingBooked,
});

type TotalLine = 'charged' | 'received' | 'refunds' | 'disputes' | 'fees' | 'kept';

/** An amount in minor units; `null` = not known yet. The first line is always there, and other zeros are left out. */
interface TotalAmount {
  readonly line: TotalLine;
  readonly amount: number | null;
  readonly currency: string;
}

/**
 * The lines of a sum, which add up to what is kept, all as Stripe booked them: what lowers it has a minus, as in the books. Before Stripe has booked the payments only what fans were
 * charged and got back is known.
 */
export function linesOf(sum: BookSum, hasFees: boolean): readonly TotalAmount[] {
  const { currency, bookedIn, booked } = sum;
  const some = (line: TotalLine, amount: number, code: string): readonly TotalAmount[] =>
    amount === 0 ? [] : [{ line, amount, currency: code }];
  if (bookedIn === null)
    return [
      { line: 'charged', amount: sum.received, currency },
      ...some('refunds', -sum.refunded, currency),
      ...some('disputes', -sum.disputed, currency),
      ...(hasFees ? [{ line: 'kept', amount: null, currency } as const] : []),
    ];
  const { received, refunds, disputes, stripeFee, hostShare, disputeFee, kept } = booked;
  return [
    { line: 'charged', amount: sum.received, currency },
    ...(currency === bookedIn ? [] : [{ line: 'received', amount: received, currency: bookedIn } as const]),
    ...some('refunds', refunds, bookedIn),
    ...some('disputes', disputes, bookedIn),
    ...some('fees', -(stripeFee + hostShare + disputeFee), bookedIn),
    { line: 'kept', amount: kept, currency: bookedIn },
  ];
}

/** What keeps the room of a sum's fees until they are known: amounts about as long, which nobody sees. */
const roomOf = ({ received, currency }: BookSum): readonly TotalAmount[] => [
  { line: 'fees', amount: -received / 10, currency },
  { line: 'kept', amount: received, currency },
];

/** The sums of one currency: what was received, what went out again, and what the owner keeps. */
function TotalPanel({
  sum,
  hasFees,
  getsFees,
}: Pick<PanelsProps, 'hasFees' | 'getsFees'> & { readonly sum: BookSum }) {
  const text = useText();
  const { booked } = useAmounts();
  const nameOf = (line: TotalLine) =>
    line === 'charged' ? text('tips.total', { currency: sum.currency.toUpperCase() }) : text(`books.${line}`);
  return (
    <dl className={`${moneyList.total} ${styles.total}`}>
      {[...linesOf(sum, hasFees), ...(getsFees ? roomOf(sum) : [])].map(({ line, amount, currency }) => (
        <div key={line} data-line={line} hidden={getsFees && (line === 'fees' || line === 'kept')}>
          <Note component="dt">{nameOf(line)}</Note>
          <dd className={`${moneyList.sum} ${styles.sum}`}>
            {amount === null ? (
              <Small component="span">{text('books.notYet')}</Small>
            ) : (
              booked(amount, currency)
            )}
          </dd>
          {line === 'charged' && <Note component="dd">{text('tips.totalCount', { count: sum.count })}</Note>}
        </div>
      ))}
    </dl>
  );
}

/** Which tips the sums on the screen have. */
export type Counted =
  /** All of them: the server's totals, which have no fees. `cached`: the list beside them, as this browser's cache has it. */
  | {
      readonly kind: 'server';
      readonly fees: MissingFees | null;
      readonly cached?: { readonly sums: readonly BookSum[]; readonly more: boolean };
    }
  /** The tips that this page has read. `at`: since when (milliseconds); null = each change is counted at once. */
  | {
      readonly kind: 'read';
      /** A filter leaves some out. */
      readonly narrow: boolean;
      readonly sums: readonly BookSum[];
      readonly count: number;
      readonly state: 'reading' | 'stopped' | 'done';
      readonly at: number | null;
      /** Names of payment methods with a fee that is in no sum, because Stripe books it apart. */
      readonly apart: readonly string[];
    };

/** How the fees come to the server's totals: every tip must be read. */
type MissingFees =
  | { readonly kind: 'on-request'; readonly onAdd: () => void }
  | { readonly kind: 'reading'; readonly count: number };

interface TotalsRowProps {
  readonly counted: Counted;
  /** The list already shows why nothing can be read. */
  readonly listFailed: boolean;
}

/** In the order in which the tips that were read are added up, so that no panel moves when fees are known. */
const sumsOfTotals = (totals: Totals): readonly BookSum[] =>
  currencyCodes.toSorted().flatMap((currency) => {
    const sum = totals[currency];
    return sum && sum.count > 0 ? [chargedSum(currency, sum)] : [];
  });

const countOf = (sums: readonly BookSum[]): number => sums.reduce((all, { count }) => all + count, 0);

/**
 * What the shown tips brought, by currency: different currencies are never added. It says which tips are counted, and until when. The server's totals and
 * those that were read are one component, so the note keeps the focus when one follows the other.
 */
export function TotalsRow({ counted, listFailed }: TotalsRowProps) {
  const text = useText();
  const live = useTotals();
  const online = useOnline();
  const noteOf = useNote();
  if (counted.kind === 'read')
    return (
      <Panels
        sums={counted.sums}
        hasFees
        note={noteOf(counted)}
        isUsual={counted.state === 'done' && counted.at === null && counted.apart.length === 0}
      >
        {counted.apart.length > 0 && (
          <Anchor component={Link} to="/money/books" size="xs" td="underline">
            {text('books.subtractOwnFee')}
          </Anchor>
        )}
      </Panels>
    );
  if (live.kind === 'loading') return null;
  if (live.kind === 'failed') {
    return listFailed ? null : (
      <div className={styles.totals}>
        <FailureAlert failure={live.failure} onRetry={live.retry} />
      </div>
    );
  }
  const { fees, cached } = counted;
  const totals = sumsOfTotals(live.value.totals);
  // A cached list of as many tips is shown with its fees: it has the lines that the server's list will have, so nothing moves when that arrives.
  const count = countOf(totals);
  const isSame = cached !== undefined && !cached.more && countOf(cached.sums) === count;
  const getsFees = cached !== undefined && count <= newest;
  return (
    <Panels
      sums={isSame ? cached.sums : totals}
      hasFees={isSame}
      getsFees={getsFees && !isSame}
      note={live.value.stale ? text('tips.totalsOld') : noteOf(counted)}
      isUsual={online && (cached ? getsFees : live.value.stale && fees === null)}
    >
      {!live.value.stale && fees?.kind === 'on-request' && (
        <Anchor component="button" type="button" size="xs" onClick={fees.onAdd}>
          {text('tips.addFees')}
        </Anchor>
      )}
    </Panels>
  );
}

function useNote() {
  const text = useText();
  const { formatTime, formatList } = useIntl();
  return (counted: Counted): string => {
    if (counted.kind === 'server') {
      if (counted.cached) return text('tips.listOld');
      return counted.fees?.kind === 'reading'
        ? text('tips.counting', { count: counted.fees.count })
        : text('tips.feesNotAdded');
    }
    const { count, state, at, apart } = counted;
    // Such a fee is of no single tip, so no sum of some tips can have it.
    const before = apart.length === 0 ? '' : ` ${text('books.ownFeeApart', { way: formatList(apart) })}`;
    if (state === 'reading') return text('tips.counting', { count }) + before;
    if (state === 'stopped') return text('tips.countStopped', { count }) + before;
    const { live, past } = counted.narrow
      ? ({ live: 'tips.countedLive', past: 'tips.countedAt' } as const)
      : ({ live: 'tips.allCountedLive', past: 'tips.allCountedAt' } as const);
    return (at === null ? text(live) : text(past, { time: formatTime(at) })) + before;
  };
}

interface PanelsProps {
  readonly sums: readonly BookSum[];
  readonly hasFees: boolean;
  /** The fees come in a moment. */
  readonly getsFees?: boolean;
  readonly note: string;
  /** The note says only what one expects, or what lasts a moment: on a phone the first tip has its room. */
  readonly isUsual?: boolean | undefined;
  /** After the note. */
  readonly children?: ReactNode;
}

/** A line below the panel of its currency: the newest tips, which Stripe has not booked yet. */
const isLate = ({ currency, bookedIn, refunded, disputed }: BookSum, sums: readonly BookSum[]): boolean =>
  bookedIn === null &&
  refunded + disputed === 0 &&
  sums.some((other) => other.currency === currency && other.bookedIn !== null);

function Panels({ sums, hasFees, getsFees = false, note, isUsual = false, children }: PanelsProps) {
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
          <TotalPanel
            key={`${sum.currency} ${sum.bookedIn ?? ''}`}
            sum={sum}
            hasFees={hasFees}
            getsFees={getsFees}
          />
        ),
      )}
      <Note className={styles.counted ?? ''} data-usual={isUsual || undefined}>
        {note} {children}
      </Note>
    </div>
  );
}

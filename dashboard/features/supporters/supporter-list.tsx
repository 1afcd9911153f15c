import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { type Monthly, type MonthlyState } from '@busker/core/monthly/monthly';
import { usePayments } from '../../session/owner-documents';
import { useText } from '../../messages/text';
import { Initial, Tag } from '../../panel/panel';
import moneyList from '../../tips/money-list.module.css';
import {
  SupporterStateTag,
  nextWords,
  periodAmount,
  reasonWords,
  supporterName,
  useChargeDate,
  useIsElsewhere,
} from './supporter-details';
import styles from './supporters.module.css';

/** Filters of the list. A paused supporter is active: the payments continue automatically. */
export const supporterFilters = ['all', 'active', 'ending', 'overdue', 'ended', 'elsewhere'] as const;
export type SupporterFilter = (typeof supporterFilters)[number];

const groups: Readonly<Record<MonthlyState, Exclude<SupporterFilter, 'all' | 'elsewhere'> | null>> = {
  starting: null,
  'never-began': null,
  active: 'active',
  paused: 'active',
  ending: 'ending',
  'needs-action': 'overdue',
  overdue: 'overdue',
  ended: 'ended',
};

export const readFilter = (given: string | null): SupporterFilter =>
  supporterFilters.find((one) => one === given) ?? 'all';

/** One that is elsewhere is in no other list: its state is only what was seen last. */
export const filtered = (
  all: readonly Monthly[],
  filter: SupporterFilter,
  isElsewhere: (monthly: Monthly) => boolean,
): readonly Monthly[] =>
  filter === 'all'
    ? all
    : all.filter((each) => (isElsewhere(each) ? 'elsewhere' : groups[each.state]) === filter);

interface SupporterListProps {
  readonly supporters: readonly Monthly[];
  readonly linkTo: (monthlyId: string) => string;
}

export function SupporterList({ supporters, linkTo }: SupporterListProps) {
  const text = useText();
  return (
    <ul className={`${moneyList.list} ${styles.list}`} aria-label={text('supporters.list')}>
      {supporters.map((monthly) => (
        <li key={monthly.monthlyId} className={`${moneyList.row} ${styles.row}`}>
          <SupporterRow monthly={monthly} to={linkTo(monthly.monthlyId)} />
        </li>
      ))}
    </ul>
  );
}

function SupporterRow({ monthly, to }: { readonly monthly: Monthly; readonly to: string }) {
  const text = useText();
  const { locale } = useIntl();
  const date = useChargeDate();
  const payments = usePayments();
  // Like a test tip: it began before its server took real money.
  const isTest = !monthly.livemode && payments.kind === 'ready' && payments.value?.livemode === true;
  const name = supporterName(monthly, text);
  const isElsewhere = useIsElsewhere()(monthly);
  const [reason] = isElsewhere ? [] : reasonWords(monthly, text, date);
  const next = isElsewhere ? null : nextWords(monthly, text, date);
  return (
    <>
      <Initial name={name} size={38} />
      <div className={moneyList.what}>
        <div className={`${moneyList.giver} ${styles.giver}`}>
          <Link to={to} className={moneyList.open} preventScrollReset>
            <bdi>{name}</bdi>
          </Link>
          <SupporterStateTag state={isElsewhere ? 'elsewhere' : monthly.state} />
          {monthly.fan.anonymous && monthly.fan.name !== null && (
            <Tag tone="plain">{text('tips.notPublic')}</Tag>
          )}
          {isTest && <Tag tone="plain">{text('tips.test')}</Tag>}
        </div>
        {monthly.startedAt !== null && (
          <p className={moneyList.aside}>{text('supporters.since', { date: date(monthly.startedAt) })}</p>
        )}
        {reason && <p className={moneyList.aside}>{reason}</p>}
      </div>
      <div className={`${moneyList.figures} ${styles.figures}`}>
        <p className={moneyList.amount}>{periodAmount(monthly, text, locale)}</p>
        {next && <p className={moneyList.aside}>{next}</p>}
      </div>
    </>
  );
}

/** The filter and the open supporter are part of the address, so they survive a reload and the back button. */
export function useSupporterAddress() {
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query.get('show'));
  return useMemo(() => {
    const list: Readonly<Record<string, string>> = filter === 'all' ? {} : { show: filter };
    return {
      filter,
      open: query.get('supporter'),
      linkTo: (supporter: string) => `?${new URLSearchParams({ ...list, supporter }).toString()}`,
      close: () => setQuery(list),
      show: (next: string) => setQuery(next === 'all' ? {} : { show: next }, { replace: true }),
    };
  }, [query, filter, setQuery]);
}

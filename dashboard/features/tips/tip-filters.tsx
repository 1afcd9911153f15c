import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { daysIn, daysOfMonth, isDay } from '@busker/core/locale/zoned-day';
import type { Tip } from '@busker/core/tip/tip';
import {
  everyTip,
  longestSearch,
  placeOf,
  stateFilters,
  type StateFilter,
  type TipFilter,
} from '@busker/core/tip/tip-filter';
import { IconFilter, IconSearch, IconX } from '../../icons/screen-icons';
import { useOwner } from '../../session/session';
import { useText } from '../../messages/text';
import { DayField } from '../../ui/dates';
import { useTimeZone } from '../../preferences/preferences';
import { useTooLong } from '../../form/text-length';
import { SmallButton } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';
import styles from './tips.module.css';

/** A range of days, both included; empty = no limit. */
interface Days {
  readonly from: string;
  readonly until: string;
}

type Period = 'all' | 'this-month' | 'last-month' | 'this-year' | `${number}` | 'custom';

const isYear = (period: Period): period is `${number}` => /^\d/.test(period);
const yearOf = (year: number): Days => ({ from: `${year}-01-01`, until: `${year}-12-31` });

/** The days of a period. `today` is a day (`2026-11-25`); null = the owner chooses them. */
export function daysOf(period: Period, today: string): Days | null {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  switch (period) {
    case 'all':
      return { from: '', until: '' };
    case 'this-month':
      return daysOfMonth(year, month);
    case 'last-month':
      return month === 1 ? daysOfMonth(year - 1, 12) : daysOfMonth(year, month - 1);
    case 'this-year':
      return yearOf(year);
    case 'custom':
      return null;
    default:
      return yearOf(Number(period));
  }
}

/** The choices: the years are those before this one since `first`. */
export function periodsOf(today: string, first: number): readonly Period[] {
  const year = Number(today.slice(0, 4));
  const years = Array.from({ length: Math.max(0, year - first) }, (_, ago): Period => `${year - 1 - ago}`);
  return ['all', 'this-month', 'last-month', 'this-year', ...years, 'custom'];
}

/** The period that has exactly these days. */
export function periodOf({ from, until }: Days, periods: readonly Period[], today: string): Period {
  const isThis = (period: Period) => {
    const days = daysOf(period, today);
    return days !== null && days.from === from && days.until === until;
  };
  return periods.find(isThis) ?? 'custom';
}

/** The last day is before the first. */
export const isBackwards = ({ from, until }: Days): boolean => from !== '' && until !== '' && until < from;

interface PeriodFieldsProps {
  readonly days: Days;
  readonly onDays: (days: Days) => void;
}

/** The periods to choose from, with their names. Days are in the account's time zone. */
function usePeriods() {
  const text = useText();
  const { createdAt } = useOwner();
  const zone = useTimeZone();
  const [openedAt] = useState(() => Date.now());
  const today = useMemo(() => daysIn(zone)(openedAt), [zone, openedAt]);
  const periods = useMemo(
    () => periodsOf(today, Number(daysIn(zone)(createdAt).slice(0, 4))),
    [today, createdAt, zone],
  );
  const nameOf = (period: Period) => (isYear(period) ? period : text(`tips.period.${period}`));
  return { today, periods, nameOf };
}

/** A period by name, or a first and a last day. */
export function PeriodFields({ days, onDays }: PeriodFieldsProps) {
  const text = useText();
  const { today, periods, nameOf } = usePeriods();
  const chosen = periodOf(days, periods, today);
  const choose = (value: string) => {
    const period = periods.find((one) => one === value);
    const next = period && daysOf(period, today);
    // Days of one's own begin with the days that are shown.
    if (next) onDays(next);
    else if (chosen !== 'custom') onDays({ from: days.from || `${today.slice(0, 8)}01`, until: today });
  };
  return (
    <>
      <NativeSelect
        size="sm"
        label={text('tips.period')}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
        data={periods.map((value) => ({ value, label: nameOf(value) }))}
      />
      <DayField
        label={text('tips.from')}
        day={days.from}
        last={days.until || undefined}
        onDay={(from) => onDays({ ...days, from })}
      />
      <DayField
        label={text('tips.until')}
        day={days.until}
        first={days.from || undefined}
        error={isBackwards(days) && text('tips.untilBefore')}
        onDay={(until) => onDays({ ...days, until })}
      />
    </>
  );
}

/** The first filter. Days are in the owner's time zone. */
export const receivedTips: TipFilter = { ...everyTip, state: 'received' };

const isState = (given: string): given is StateFilter => (stateFilters as readonly string[]).includes(given);
const day = (given: string | null) => (given && isDay(given) ? given : '');

/** The filter in an address; unreadable parts are left out. */
export function filterOf(query: URLSearchParams): TipFilter {
  const state = query.get('state') ?? '';
  return {
    state: isState(state) ? state : receivedTips.state,
    from: day(query.get('from')),
    until: day(query.get('until')),
    placement: query.get('placement') ?? '',
    search: (query.get('q') ?? '').slice(0, longestSearch),
  };
}

/** The address has a filter that is none, such as one of an earlier release. */
export const isUnknown = (query: URLSearchParams, filter: TipFilter): boolean =>
  (['state', 'from', 'until'] as const).some((part) => (query.get(part) || filter[part]) !== filter[part]);

/** The reverse; defaults are left out of the address. */
export function filterQuery(filter: TipFilter): Readonly<Record<string, string>> {
  const { state, search, ...rest } = filter;
  const named = { state: state === receivedTips.state ? '' : state, q: search, ...rest };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
}

/** How many filters are set. A range of days is one. */
export const countFilters = ({ state, from, until, placement, search }: TipFilter): number =>
  [state !== receivedTips.state, from !== '' || until !== '', placement !== '', search !== ''].filter(Boolean)
    .length;

export const isNarrow = (filter: TipFilter): boolean => countFilters(filter) > 0;

interface TipFiltersProps {
  readonly filter: TipFilter;
  readonly onFilter: (filter: TipFilter) => void;
  readonly tips: readonly Tip[];
  readonly shown: number;
  /** Older tips are still being searched. */
  readonly searching: boolean;
  /** In the bar. */
  readonly actions: ReactNode;
}

/**
 * What the owner has typed into a field whose value is part of the address. The address follows a moment later (the router changes it in a
 * transition of React), and a field that shows the address would lose what is typed meanwhile.
 */
function useTyped(inAddress: string) {
  const [at, setAt] = useState({ inAddress, typed: inAddress });
  // "Clear filters", or back and forward.
  if (at.inAddress !== inAddress) setAt({ inAddress, typed: inAddress });
  return { typed: at.typed, type: (typed: string) => setAt({ ...at, typed }) };
}

/** The filters that are set and not seen, as what they say and what is left without them. */
function useChips(filter: TipFilter) {
  const text = useText();
  const { formatDate } = useIntl();
  const { today, periods, nameOf } = usePeriods();
  const { state, from, until, placement } = filter;
  const dayName = (given: string) =>
    formatDate(`${given}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
  const daysName = () => {
    const period = periodOf(filter, periods, today);
    if (period !== 'custom') return nameOf(period);
    if (until === '') return `${text('tips.from')}: ${dayName(from)}`;
    if (from === '') return `${text('tips.until')}: ${dayName(until)}`;
    return `${dayName(from)} – ${dayName(until)}`;
  };
  const { state: usual } = receivedTips;
  return [
    ...(state === usual ? [] : [{ name: text(`tips.state.${state}`), without: { state: usual } }]),
    ...(placement === '' ? [] : [{ name: placement, without: { placement: '' } }]),
    ...(from === '' && until === '' ? [] : [{ name: daysName(), without: { from: '', until: '' } }]),
  ];
}

/**
 * One bar: the search, a button that opens the other filters, and the actions. So the first tip is high on the screen. Each filter that is set stands
 * below the bar, and goes with a press.
 */
export function TipFilters({ filter, onFilter, tips, shown, searching, actions }: TipFiltersProps) {
  const text = useText();
  const fields = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const places = useMemo(
    () => [...new Set([...tips.map(placeOf), filter.placement])].filter(Boolean).toSorted(),
    [tips, filter.placement],
  );
  const change = (part: Partial<TipFilter>) => onFilter({ ...filter, ...part });
  const search = useTyped(filter.search);
  const tooLong = useTooLong();
  // The server counts UTF-16 units here. A longer text is no search: the list stays as it is.
  const faultOf = (typed: string) => tooLong(typed, longestSearch, ({ length }) => length);
  const narrow = isNarrow(filter);
  const chips = useChips(filter);
  // The pressed button is gone then.
  const remove = (part: Partial<TipFilter>) => {
    change(part);
    opener.current?.focus();
  };
  return (
    <search>
      <div className={styles.bar}>
        <TextInput
          type="search"
          size="sm"
          className={styles.search ?? ''}
          aria-label={text('tips.search')}
          placeholder={text('tips.searchHint')}
          leftSection={<IconSearch size={16} aria-hidden />}
          error={faultOf(search.typed)}
          value={search.typed}
          onChange={(event) => {
            search.type(event.currentTarget.value);
            if (faultOf(event.currentTarget.value) === null) change({ search: event.currentTarget.value });
          }}
        />
        <Button
          ref={opener}
          size="sm"
          px="sm"
          variant={chips.length > 0 ? 'light' : 'default'}
          leftSection={<IconFilter size={15} aria-hidden />}
          aria-expanded={open}
          aria-controls={fields}
          onClick={() => setOpen(!open)}
        >
          {chips.length > 0 ? text('tips.filtersActive', { count: chips.length }) : text('tips.filters')}
        </Button>
        {actions}
      </div>
      <div id={fields} className={styles.tools} hidden={!open}>
        <NativeSelect
          size="sm"
          label={text('tips.state')}
          value={filter.state}
          onChange={(event) =>
            isState(event.currentTarget.value) && change({ state: event.currentTarget.value })
          }
          data={stateFilters.map((value) => ({ value, label: text(`tips.state.${value}`) }))}
        />
        <NativeSelect
          size="sm"
          label={text('tips.place')}
          value={filter.placement}
          onChange={(event) => change({ placement: event.currentTarget.value })}
          data={[{ value: '', label: text('tips.everyPlace') }, ...places]}
        />
        <PeriodFields days={filter} onDays={({ from, until }) => change({ from, until })} />
      </div>
      <div className={styles.active} data-narrow={narrow || undefined}>
        <Quiet role="status">
          {narrow && text('tips.found', { count: shown })}
          {narrow && searching && ` · ${text('tips.searching')}`}
        </Quiet>
        {chips.map(({ name, without }) => (
          <SmallButton
            key={name}
            className={styles.chip ?? ''}
            aria-label={text('tips.removeFilter', { name })}
            rightSection={<IconX size={13} aria-hidden />}
            onClick={() => remove(without)}
          >
            <bdi>{name}</bdi>
          </SmallButton>
        ))}
        {/* One filter alone goes with its own button. */}
        {(chips.length > 1 || filter.search !== '') && (
          <Button size="compact-sm" variant="subtle" onClick={() => remove(receivedTips)}>
            {text('tips.clear')}
          </Button>
        )}
      </div>
    </search>
  );
}

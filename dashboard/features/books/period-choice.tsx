import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import type { BooksAnswer } from '@busker/core/books/books-api';
import { isDay } from '@busker/core/locale/zoned-day';
import {
  daysInPeriod,
  kindOfPeriod,
  longestPeriod,
  offeredYearStarts,
  periodsBetween,
  periodWith,
  type Period,
  type PeriodKind,
} from '@busker/core/locale/periods';
import { useText } from '../../messages/text';
import { Panel } from '../../panel/panel';
import { useTimeZone } from '../../preferences/preferences';
import { useAmounts } from '../../tips/tip-words';
import { DayField } from '../../ui/dates';
import styles from './books.module.css';

/** The days that an address asks for; null = none, so the tax year of today is shown. `refused`: it asks for some that no books can show. */
interface AskedDays {
  readonly days: Period | null;
  readonly refused: boolean;
}

const isPossible = (days: Period): boolean =>
  isDay(days.from) && isDay(days.until) && days.from <= days.until && daysInPeriod(days) <= longestPeriod;

/** Also reads addresses of earlier releases: `?year=2026`. */
function daysIn(query: URLSearchParams): AskedDays {
  const [from, until, year] = ['from', 'until', 'year'].map((name) => query.get(name));
  if (from == null && until == null && year == null) return { days: null, refused: false };
  const ofYear = from == null && until == null && /^20\d\d$/.test(year ?? '');
  const days = ofYear
    ? { from: `${year}-01-01`, until: `${year}-12-31` }
    : { from: from ?? '', until: until ?? '' };
  return isPossible(days) ? { days, refused: false } : { days: null, refused: true };
}

/** The days are part of the address, so that a statement can be linked and survives a reload. */
export function useAskedDays() {
  const [query, setQuery] = useSearchParams();
  const choose = ({ from, until }: Period) => setQuery({ from, until }, { replace: true });
  return { ...daysIn(query), choose };
}

/** The name of a period: "2026", "March 2026", "January – March 2026" or its days. */
export function useNameOfPeriod(): (period: Period) => string {
  const { formatDate, formatDateTimeRange } = useIntl();
  return ({ from, until }) => {
    const [start, end] = [Date.parse(from), Date.parse(until)];
    const month = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    const isWholeMonths = kindOfMonths({ from, until });
    if (isWholeMonths && from.endsWith('-01-01') && until === `${from.slice(0, 4)}-12-31`)
      return formatDate(start, { year: 'numeric', timeZone: 'UTC' });
    if (from.slice(0, 7) === until.slice(0, 7) && isWholeMonths) return formatDate(start, month);
    if (isWholeMonths) return formatDateTimeRange(start, end, month);
    return formatDateTimeRange(start, end, { dateStyle: 'medium', timeZone: 'UTC' });
  };
}

const kindOfMonths = ({ from, until }: Period): boolean =>
  from.endsWith('-01') && periodWith(until, 'month', '01-01').until === until;

interface PeriodChoiceProps {
  /** Null while they are not known. */
  readonly period: Period | null;
  readonly yearStart: string;
  readonly today: string;
  /** The day of the first tip; null = none was paid. */
  readonly first: string | null;
  readonly onPeriod: (period: Period) => void;
}

const kinds = ['year', 'quarter', 'month', 'days'] as const satisfies readonly PeriodKind[];

/** A tax year, a quarter, a month or days of one's own. */
export function PeriodChoice({ period, yearStart, today, first, onPeriod }: PeriodChoiceProps) {
  const text = useText();
  const nameOf = useNameOfPeriod();
  const [own, setOwn] = useState(false);
  const kind = own || period === null ? 'days' : kindOfPeriod(period, yearStart);
  const isUnknown = period === null;
  const chooseKind = (value: string) => {
    const next = kinds.find((one) => one === value);
    setOwn(next === 'days');
    if (period === null || next === undefined || next === 'days') return;
    const isNow = period.from <= today && today <= period.until;
    onPeriod(periodWith(isNow ? today : period.until, next, yearStart));
  };
  return (
    <div className={styles.period}>
      <NativeSelect
        size="sm"
        label={text('books.period')}
        disabled={isUnknown}
        value={isUnknown ? 'year' : kind}
        onChange={({ currentTarget }) => chooseKind(currentTarget.value)}
        data={kinds.map((value) => ({ value, label: text(`books.${value}`) }))}
      />
      {period === null && <NativeSelect size="sm" label={text('books.year')} disabled data={['']} />}
      {period !== null && kind === 'days' && (
        <OwnDays key={`${period.from} ${period.until}`} period={period} onPeriod={onPeriod} />
      )}
      {period !== null && kind !== 'days' && (
        <NativeSelect
          size="sm"
          label={text(`books.${kind}`)}
          value={period.from}
          onChange={({ currentTarget }) => onPeriod(periodWith(currentTarget.value, kind, yearStart))}
          data={offered(period, periodsBetween(first ?? today, today, kind, yearStart)).map((each) => ({
            value: each.from,
            label: nameOf(each),
          }))}
        />
      )}
    </div>
  );
}

/** A period in the address is offered too. Newest first. */
const offered = (shown: Period, periods: readonly Period[]): readonly Period[] =>
  periods.some(({ from }) => from === shown.from)
    ? periods
    : [...periods, shown].toSorted((a, b) => b.from.localeCompare(a.from, 'en'));

/** Days are taken when both are there and fit. */
function OwnDays({ period, onPeriod }: Pick<PeriodChoiceProps, 'onPeriod'> & { readonly period: Period }) {
  const text = useText();
  const [typed, setTyped] = useState(period);
  const change = (next: Period) => {
    setTyped(next);
    if (isPossible(next)) onPeriod(next);
  };
  const fault = () => {
    if (!isDay(typed.from) || !isDay(typed.until) || isPossible(typed)) return undefined;
    return text(typed.until < typed.from ? 'tips.untilBefore' : 'books.atMostYear');
  };
  return (
    <>
      <DayField label={text('tips.from')} day={typed.from} onDay={(from) => change({ ...typed, from })} />
      <DayField
        label={text('tips.until')}
        day={typed.until}
        error={fault()}
        onDay={(until) => change({ ...typed, until })}
      />
    </>
  );
}

/** What is to know about the days that are shown; also on paper. */
export function AboutPeriod({ period, today }: { readonly period: Period; readonly today: string }) {
  const text = useText();
  const { formatDate } = useIntl();
  if (period.until < today) return null;
  const date = formatDate(period.until, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <Text size="sm" role="note" mb="md">
      {text('books.notOver', { date })}
    </Text>
  );
}

interface YearStartFieldProps {
  readonly yearStart: string;
  readonly onStart: (start: string) => void;
}

/** The first day of the tax year, kept with the account. */
export function YearStartField({ yearStart, onStart }: YearStartFieldProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const nameOf = (start: string) =>
    formatDate(`2026-${start}T12:00:00Z`, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return (
    <NativeSelect
      size="sm"
      label={text('books.yearStart')}
      value={yearStart}
      onChange={({ currentTarget }) => onStart(currentTarget.value)}
      data={[...new Set([...offeredYearStarts, yearStart])].toSorted().map((value) => ({
        value,
        label: nameOf(value),
      }))}
    />
  );
}

type Books = Pick<BooksAnswer, 'from' | 'until' | 'yearStart' | 'closedYears' | 'changed' | 'later'>;

const isWithin = (period: Period, year: Period) => year.from <= period.from && period.until <= year.until;

/** What closed years mean for the days that are shown; also on paper. */
export function AboutClosing({ books }: { readonly books: Books }) {
  const text = useText();
  const { formatDate } = useIntl();
  const { charged, booked } = useAmounts();
  const zone = useTimeZone();
  const year = books.closedYears.find((each) => isWithin(books, each));
  const lines = [
    year !== undefined &&
      text('books.closedOn', { date: formatDate(year.closedAt, { dateStyle: 'long', timeZone: zone }) }),
    ...books.changed.map(({ currency, amount }) =>
      text('books.changed', { amount: booked(amount, currency) }),
    ),
    ...books.later.flatMap(({ currency, refunded, disputed, bookedIn, booked: onBalance }) => {
      const amount = 0 - (refunded + disputed);
      if (amount !== 0) return [text('books.later', { amount: charged(amount, currency) })];
      // A dispute that was won leaves its fee.
      const isLeft = bookedIn !== null && onBalance.kept !== 0;
      return isLeft ? [text('books.later', { amount: booked(onBalance.kept, bookedIn) })] : [];
    }),
  ].filter((line) => line !== false);
  return lines.map((line) => (
    <Text key={line} size="sm" role="note">
      {line}
    </Text>
  ));
}

interface CloseYearPanelProps {
  readonly books: Books;
  readonly today: string;
  readonly onClose: () => Promise<void>;
}

/** Closes a tax year that is over. It asks once more, since it cannot be undone. */
export function CloseYearPanel({ books, today, onClose }: CloseYearPanelProps) {
  const text = useText();
  const nameOf = useNameOfPeriod();
  const [step, setStep] = useState<'idle' | 'asking' | 'closing'>('idle');
  const closed = books.closedYears.find((each) => each.from <= books.until && books.from <= each.until);
  if (kindOfPeriod(books, books.yearStart) !== 'year' || books.until >= today) return null;
  if (closed !== undefined && isWithin(books, closed)) return null;
  const close = async () => {
    setStep('closing');
    await onClose();
    setStep('idle');
  };
  return (
    <Panel heading={text('books.closing')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {closed === undefined
            ? text('books.closeNote')
            : text('books.closeOverlaps', { year: nameOf(closed) })}
        </Text>
        {closed === undefined && step === 'idle' && (
          <Button variant="default" onClick={() => setStep('asking')}>
            {text('books.close', { year: nameOf(books) })}
          </Button>
        )}
        {step !== 'idle' && (
          <>
            <Text size="sm" fw={600} role="alert">
              {text('books.closeSure')}
            </Text>
            <Group gap="sm">
              <Button loading={step === 'closing'} onClick={() => void close()}>
                {text('books.closeNow')}
              </Button>
              <Button variant="default" disabled={step === 'closing'} onClick={() => setStep('idle')}>
                {text('refund.cancel')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Panel>
  );
}

import { TextInput, type TextInputProps } from '@mantine/core';
import { useCallback, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { readLanguageTag } from '@busker/core/locale/language-tags';
import { isDay } from '@busker/core/locale/zoned-day';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const step = minute / 2;
/** The current time, rounded to a `Moment`'s next step, so that it stays equal in between. */
const currentStep = () => Math.floor(Date.now() / step) * step;

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all moments: a fast scroll would start and stop a hundred in a second. */
function watchClock(watcher: () => void) {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    if (document.visibilityState !== 'visible') return;
    for (const each of new Set(watchers)) each();
  }, step);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time, some seconds late: it moves while the page is open and seen. */
export const useNow = (): number => useSyncExternalStore(watchClock, currentStep);

/** Relative time up to a week, then the date. The exact time is in the title and in `datetime`. */
export function Moment({ at }: { readonly at: number }) {
  const intl = useIntl();
  const now = useNow();
  const age = Math.max(0, now - at);
  const relative = () => {
    if (age < minute) return intl.formatRelativeTime(0, 'second', { numeric: 'auto' });
    if (age < hour) return intl.formatRelativeTime(-Math.floor(age / minute), 'minute', { style: 'short' });
    if (age < day) return intl.formatRelativeTime(-Math.floor(age / hour), 'hour', { style: 'short' });
    return intl.formatRelativeTime(-Math.floor(age / day), 'day', { numeric: 'auto' });
  };
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={intl.formatDate(at, { dateStyle: 'full', timeStyle: 'short' })}
    >
      {age < 7 * day ? relative() : intl.formatDate(at, { dateStyle: 'medium' })}
    </time>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** `2026-01-31`; empty = none is chosen. */
  readonly day: string;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  readonly error?: TextInputProps['error'];
  readonly onDay: (day: string) => void;
}

/** The language alone. Some browsers on Linux name `en-US@posix`, which Intl refuses. */
const languageOf = (tag: string): string => readLanguageTag(tag)?.split('-')[0] ?? '';

/** A day of the calendar, as the browser lets people choose one: in its own language. In another one, the day stands below in words. */
export function DayField({ label, hint, day, first, last, error, onDay }: DayFieldProps) {
  const { locale, formatDate } = useIntl();
  const isForeign = isDay(day) && languageOf(locale) !== languageOf(navigator.language);
  const inWords = isForeign ? formatDate(day, { dateStyle: 'long', timeZone: 'UTC' }) : undefined;
  return (
    <TextInput
      size="sm"
      type="date"
      label={label}
      description={inWords && hint ? `${inWords}. ${hint}` : (inWords ?? hint)}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={day}
      min={first}
      max={last}
      error={error}
      onChange={({ currentTarget }) => onDay(currentTarget.value)}
    />
  );
}

/** A number of days in words of the reader's language: "180 days". */
export function useDays(): (days: number) => string {
  const { formatNumber } = useIntl();
  return useCallback(
    (days) => formatNumber(days, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
    [formatNumber],
  );
}

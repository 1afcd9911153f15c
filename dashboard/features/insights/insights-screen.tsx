import { Alert, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { isDay } from '@busker/core/locale/zoned-day';
import type { InsightShard } from '@busker/core/insights/insight-document';
import type { TipsView } from '../../data/backend';
import type { Failure } from '../../data/failure';
import { useOwned } from '../../session/owner-documents';
import { useOnline } from '../../session/session';
import { useText } from '../../messages/text';
import { DayField } from '../../ui/dates';
import { TimeZoneField, useTimeZone } from '../../preferences/preferences';
import { LinksPicture } from '../../page/empty-state';
import { FailureAlert } from '../../feedback/failure-alert';
import { Page, PanelsSkeleton } from '../../page/page';
import { EmptyPanel } from '../../panel/panel';
import { InsightPanels } from './insight-panels';
import {
  insightsOf,
  isNothing,
  ZoneDays,
  lengthOf,
  rangeBefore,
  shifted,
  type Insights,
  type Day,
  type DayRange,
} from './insight-sums';
import styles from './insights.module.css';
import { InsightHeads } from './insight-heads';
import { Quiet } from '../../theme/owner-parts';

/** Until when the server has counted views and clicks. Shown as soon as it is known, below the figures, which do not wait for it. */
function CountedUntil({ now, zone }: { readonly now: number; readonly zone: string }) {
  const text = useText();
  const intl = useIntl();
  const live = useOwned<number | null>(['counted-until'], (store, watcher) =>
    store.tipRepository.watchCountedUntil(watcher),
  );
  if (live.kind !== 'ready' || live.value === null) return null;
  const isToday =
    intl.formatDate(live.value, { timeZone: zone }) === intl.formatDate(now, { timeZone: zone });
  const time = isToday
    ? intl.formatTime(live.value, { timeStyle: 'short', timeZone: zone })
    : intl.formatDate(live.value, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  return <Quiet mt="md">{text('insights.countedUntil', { time })}</Quiet>;
}

export const presets = ['month', 7, 28, 90] as const;
/** This month until today, or a number of days that ends today. */
export type Preset = (typeof presets)[number];

/** Each day is a document to read, and so is each day of the period before. */
export const mostDays = 365;

export const untilToday = (today: Day, days: Preset): DayRange => ({
  from: days === 'month' ? `${today.slice(0, 8)}01` : shifted(today, 1 - days),
  to: today,
});

export type RangeFault = 'incomplete' | 'backwards' | 'future' | 'too-long';

/** The fault of a chosen range; null = none. */
export function rangeFault(range: DayRange, today: Day): RangeFault | null {
  if (!isDay(range.from) || !isDay(range.to)) return 'incomplete';
  if (range.from > range.to) return 'backwards';
  if (range.to > today) return 'future';
  return lengthOf(range) > mostDays ? 'too-long' : null;
}

/** A preset moves on with today; a range stays. */
export type Period = Preset | DayRange;

export const rangeOf = (period: Period, today: string): DayRange =>
  typeof period === 'object' ? period : untilToday(today, period);

interface PeriodFieldProps {
  readonly period: Period;
  readonly today: string;
  readonly onPeriod: (period: Period) => void;
}

/** Presets, or a first and a last day. */
export function PeriodField({ period, today, onPeriod }: PeriodFieldProps) {
  const text = useText();
  const chosen = typeof period === 'object' ? 'range' : String(period);
  return (
    <SegmentedControl
      aria-label={text('insights.period')}
      value={chosen}
      onChange={(value) => onPeriod(presets.find((days) => String(days) === value) ?? rangeOf(period, today))}
      data={[
        ...presets.map((days) => ({
          value: String(days),
          label: days === 'month' ? text('tips.period.this-month') : text('insights.days', { days }),
        })),
        { value: 'range', label: text('insights.range') },
      ]}
    />
  );
}

interface RangeFieldsProps {
  readonly range: DayRange;
  readonly today: string;
  readonly onRange: (range: DayRange) => void;
}

/** Shows what is wrong with a range, and passes on only those without a fault. */
export function RangeFields({ range, today, onRange }: RangeFieldsProps) {
  const text = useText();
  const [typed, setTyped] = useState(range);
  const fault = rangeFault(typed, today);
  const change = (part: Partial<DayRange>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (rangeFault(next, today) === null) onRange(next);
  };
  return (
    <div className={styles.range} role="group" aria-label={text('insights.range')}>
      <DayField
        label={text('insights.from')}
        day={typed.from}
        last={typed.to || today}
        onDay={(from) => change({ from })}
      />
      <DayField
        label={text('insights.to')}
        day={typed.to}
        first={typed.from || undefined}
        last={today}
        error={fault && text(`insights.rangeFault.${fault}`, { days: mostDays })}
        onDay={(to) => change({ to })}
      />
    </div>
  );
}

/** At most this many tips of both periods are read; the screen says so. */
const mostTips = 2000;

export type LiveInsights =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | {
      readonly kind: 'ready';
      readonly insights: Insights;
      /** The same number of days before. */
      readonly before: Insights;
      /** Tips of the range, or only of the period before, were left out. */
      readonly cut: 'no' | 'before' | 'range';
      readonly stale: boolean;
    };

function cutOf({ more, tips }: TipsView, start: number): 'no' | 'before' | 'range' {
  if (!more) return 'no';
  return (tips.at(-1)?.payment.succeededAt ?? 0) < start ? 'before' : 'range';
}

export function useInsights(range: DayRange, zone: ZoneDays): LiveInsights {
  const earlier = useMemo(() => rangeBefore(range), [range]);
  // A day of the owner can begin on the UTC day before and end on the one after.
  const days = { from: shifted(earlier.from, -1), until: shifted(range.to, 2) };
  const span = { from: zone.startOf(earlier.from), until: zone.startOf(shifted(range.to, 1)) };
  const counts = useOwned<readonly InsightShard[]>(['insights', days.from, days.until], (store, watcher) =>
    store.tipRepository.watchInsights(days, watcher),
  );
  const tips = useOwned<TipsView>(['paid', String(span.from), String(span.until)], (store, watcher) =>
    store.tipRepository.watchPaid(span, mostTips, watcher),
  );
  return useMemo((): LiveInsights => {
    if (counts.kind === 'failed') return counts;
    if (tips.kind === 'failed') return tips;
    if (counts.kind === 'loading' || tips.kind === 'loading') return { kind: 'loading' };
    // An empty result from this device's cache is not final: the server has not answered yet.
    if (tips.value.stale && counts.value.length === 0) return { kind: 'loading' };
    return {
      kind: 'ready',
      insights: insightsOf(range, zone, counts.value, tips.value.tips),
      before: insightsOf(earlier, zone, counts.value, tips.value.tips),
      cut: cutOf(tips.value, zone.startOf(range.from)),
      stale: tips.value.stale,
    };
  }, [counts, tips, range, earlier, zone]);
}

export function InsightsScreen() {
  const text = useText();
  const [now] = useState(() => Date.now());
  const [period, setPeriod] = useState<Period>('month');
  const zone = useTimeZone();
  const days = useMemo(() => new ZoneDays(zone), [zone]);
  const today = days.dayOf(now);
  const range = useMemo(() => rangeOf(period, today), [period, today]);
  const live = useInsights(range, days);
  const nothing = live.kind === 'ready' && isNothing(live.insights);
  const online = useOnline();
  // Where it may last a moment, it moves nothing.
  const old = live.kind === 'ready' && live.stale && (
    <Alert my="md" color="yellow" role="note">
      {text('insights.stale')}
    </Alert>
  );
  const isUtc = days.startOf(today) === Date.parse(`${today}T00:00:00Z`);
  return (
    <Page
      title={text('insights.title')}
      lead={text('insights.lead')}
      actions={<PeriodField period={period} today={today} onPeriod={setPeriod} />}
    >
      <div className={styles.choices}>
        {typeof period === 'object' && <RangeFields range={period} today={today} onRange={setPeriod} />}
        <TimeZoneField label={text('insights.zone')} />
      </div>
      {live.kind === 'loading' && <PanelsSkeleton shape="figures" />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {nothing && (
        <EmptyPanel
          picture={<LinksPicture />}
          title={text('insights.emptyTitle')}
          text={text(isNothing(live.before) ? 'insights.emptyText' : 'insights.emptyPeriod')}
          to="/share/embed"
          act={text('tips.emptyAction')}
        />
      )}
      {!online && old}
      {live.kind === 'ready' && live.cut === 'range' && (
        <Alert mb="md" color="yellow" role="note">
          {text('insights.cut')}
        </Alert>
      )}
      {live.kind === 'ready' && !nothing && (
        <>
          <InsightHeads insights={live.insights} before={live.before} cut={live.cut !== 'no'} />
          <InsightPanels insights={live.insights} hasUtcDays={live.insights.untimed > 0 && !isUtc} />
        </>
      )}
      {live.kind === 'ready' && <CountedUntil now={now} zone={zone} />}
      {online && old}
    </Page>
  );
}

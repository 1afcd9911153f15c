import { Alert, Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../messages/text';
import { TimeZoneField, useTimeZone } from '../../shared/time-zone';
import { EmptyState } from '../../ui/empty-state';
import { FailureAlert } from '../../ui/failure-alert';
import { LinksPicture } from '../../ui/illustrations';
import { Page } from '../../ui/page';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { Panel } from '../../ui/panel';
import { CountedUntil } from './counted-until';
import { InsightHeads } from './insight-heads';
import { InsightPanels } from './insight-panels';
import { isNothing } from './insight-sums';
import styles from './insights.module.css';
import { PeriodField, RangeFields, rangeOf, type Period } from './period-field';
import { useInsights } from './use-insights';
import { ZoneDays } from './zone-days';

export function InsightsScreen() {
  const text = useText();
  const [now] = useState(() => Date.now());
  const [period, setPeriod] = useState<Period>(28);
  const zone = useTimeZone();
  const days = useMemo(() => new ZoneDays(zone), [zone]);
  const today = days.dayOf(now);
  const range = useMemo(() => rangeOf(period, today), [period, today]);
  const live = useInsights(range, days);
  const nothing = live.kind === 'ready' && isNothing(live.insights);
  const isUtc = days.startOf(today) === Date.parse(`${today}T00:00:00Z`);
  return (
    <Page
      title={text('insights.title')}
      lead={text('insights.lead')}
      actions={<PeriodField period={period} today={today} onPeriod={setPeriod} />}
    >
      <div className={styles.choices}>
        {typeof period !== 'number' && <RangeFields range={period} today={today} onRange={setPeriod} />}
        <TimeZoneField label={text('insights.zone')} />
      </div>
      {live.kind === 'loading' && <PanelsSkeleton shape="figures" />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {nothing && (
        <Panel>
          <EmptyState
            picture={<LinksPicture />}
            title={text('insights.emptyTitle')}
            text={text(isNothing(live.before) ? 'insights.emptyText' : 'insights.emptyPeriod')}
            action={
              <Button component={Link} to="/embed">
                {text('tips.emptyAction')}
              </Button>
            }
          />
        </Panel>
      )}
      {live.kind === 'ready' && live.stale && (
        <Alert mb="md" color="yellow" role="note">
          {text('insights.stale')}
        </Alert>
      )}
      {live.kind === 'ready' && live.cut === 'range' && (
        <Alert mb="md" color="yellow" role="note">
          {text('insights.cut')}
        </Alert>
      )}
      {live.kind === 'ready' && <CountedUntil now={now} zone={zone} />}
      {live.kind === 'ready' && !nothing && (
        <>
          <InsightHeads insights={live.insights} before={live.before} cut={live.cut !== 'no'} />
          <InsightPanels insights={live.insights} hasUtcDays={live.insights.untimed > 0 && !isUtc} />
        </>
      )}
    </Page>
  );
}

import { Alert, Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../messages/text';
import { EmptyState } from '../../ui/empty-state';
import { FailureAlert } from '../../ui/failure-alert';
import { LinksPicture } from '../../ui/illustrations';
import { Page } from '../../ui/page';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { Panel } from '../../ui/panel';
import { CountedUntil } from './counted-until';
import { periods, type Period } from './insight-sums';
import { InsightPanels } from './insight-panels';
import { useInsights } from './use-insights';

export function InsightsScreen() {
  const text = useText();
  const [now] = useState(() => Date.now());
  const [period, setPeriod] = useState<Period>(28);
  const live = useInsights(now, period);
  const nothing =
    live.kind === 'ready' && live.insights.views + live.insights.clicks + live.insights.tips === 0;
  return (
    <Page
      title={text('insights.title')}
      lead={text('insights.lead')}
      actions={
        <SegmentedControl
          aria-label={text('insights.period')}
          value={String(period)}
          onChange={(value) => setPeriod(periods.find((days) => String(days) === value) ?? 28)}
          data={periods.map((days) => ({ value: String(days), label: text('insights.days', { days }) }))}
        />
      }
    >
      {live.kind === 'loading' && <PanelsSkeleton />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {nothing && (
        <Panel>
          <EmptyState
            picture={<LinksPicture />}
            title={text('insights.emptyTitle')}
            text={text('insights.emptyText')}
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
      {live.kind === 'ready' && live.cut && (
        <Alert mb="md" color="yellow" role="note">
          {text('insights.cut')}
        </Alert>
      )}
      {live.kind === 'ready' && <CountedUntil now={now} />}
      {live.kind === 'ready' && !nothing && <InsightPanels insights={live.insights} />}
    </Page>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Tip } from '../../../core/tip';
import { useText } from '../../messages/text';
import { EmptyState } from '../../ui/empty-state';
import { FailureAlert } from '../../ui/failure-alert';
import { HatPicture } from '../../ui/illustrations';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { TipList } from './tip-list';
import { TipListSkeleton } from './tip-list-skeleton';
import { TotalsRow } from './totals-row';
import { useArrivals } from './use-arrivals';
import { firstTips, useTips } from './use-tips';
import styles from './tips.module.css';

export function TipsScreen() {
  const text = useText();
  const [limit, setLimit] = useState(firstTips);
  const [arrived, setArrived] = useState<readonly string[]>([]);
  const live = useTips(limit);
  const view = live.kind === 'ready' ? live.value : null;
  useArrivals(view, (tips: readonly Tip[]) =>
    setArrived((before) => [...tips.map((tip) => tip.tipId), ...before].slice(0, 100)),
  );

  return (
    <Page
      title={text('tips.title')}
      lead={text('tips.lead')}
      actions={view && !view.stale && <span className={styles.live}>{text('tips.live')}</span>}
    >
      <TotalsRow />
      {live.kind === 'failed' && (
        <FailureAlert failure={live.failure} onRetry={() => window.location.reload()} />
      )}
      {live.kind === 'loading' && <TipListSkeleton />}
      {view && view.tips.length === 0 && (
        <Panel>
          <EmptyState
            picture={<HatPicture />}
            title={text('tips.emptyTitle')}
            text={text('tips.emptyText')}
            action={
              <Button component={Link} to="/embed">
                {text('tips.emptyAction')}
              </Button>
            }
          />
        </Panel>
      )}
      {view && view.tips.length > 0 && <TipList tips={view.tips} arrived={arrived} />}
      {view?.more && (
        <Button variant="default" mt="md" onClick={() => setLimit((now) => now + firstTips)}>
          {text('tips.more')}
        </Button>
      )}
    </Page>
  );
}

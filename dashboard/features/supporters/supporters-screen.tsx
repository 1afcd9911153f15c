import { Alert, Button, NativeSelect, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isOver } from '../../../core/monthly/monthly';
import { useDraft } from '../../draft/draft-provider';
import { usePayments, usePublished } from '../../data/owner-documents';
import { useText } from '../../messages/text';
import type { SupportersView } from '../../data/backend';
import { EmptyState } from '../../ui/empty-state';
import { FailureAlert } from '../../ui/failure-alert';
import { HatPicture } from '../../ui/illustrations';
import { Page } from '../../ui/page';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { Panel } from '../../ui/panel';
import { ExportSupporters } from './export-supporters';
import { StopAll } from './stop-all';
import { SupportFigures } from './support-figures';
import { SupporterChart } from './supporter-chart';
import { SupporterDrawer } from './supporter-drawer';
import { filtered, readFilter, supporterFilters } from './supporter-filter';
import { SupporterList } from './supporter-list';
import { useIsElsewhere } from './use-is-elsewhere';
import { useSupporters } from './use-supporters';
import styles from './supporters.module.css';

/** The filter and the open supporter are part of the address, so they survive a reload and the back button. */
function useSupporterAddress() {
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

/** Who gives every month or year, how much that is, and how each of them stands. */
export function SupportersScreen() {
  const text = useText();
  const { live, loadAll } = useSupporters();
  const at = useSupporterAddress();
  // An empty cache does not mean that there are none: the server has not answered yet.
  const isUnasked = live.kind === 'ready' && live.value.stale && live.value.supporters.length === 0;
  const view = live.kind === 'ready' && !isUnasked ? live.value : null;
  return (
    <Page
      title={text('supporters.title')}
      lead={text('supporters.lead')}
      actions={
        <Button component={Link} to="/tips" variant="default">
          {text('supporters.toTips')}
        </Button>
      }
    >
      {(live.kind === 'loading' || isUnasked) && <PanelsSkeleton shape="list" />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {view?.supporters.length === 0 && <NoSupporters />}
      {view && view.supporters.length > 0 && <Supporters view={view} at={at} onLoadAll={loadAll} />}
      <SupporterDrawer monthlyId={at.open} onClose={at.close} />
    </Page>
  );
}

function NoSupporters() {
  const text = useText();
  const { draft } = useDraft();
  const isOn = draft.tips.monthly.on;
  return (
    <Panel>
      <EmptyState
        picture={<HatPicture />}
        title={text('supporters.emptyTitle')}
        text={text(isOn ? 'supporters.emptyText' : 'supporters.offText')}
        action={
          <Button component={Link} to="/payments#monthly">
            {text('payouts.toPayments')}
          </Button>
        }
      />
    </Panel>
  );
}

interface SupportersProps {
  readonly view: SupportersView;
  readonly at: ReturnType<typeof useSupporterAddress>;
  readonly onLoadAll: () => void;
}

function Supporters({ view: { supporters, more }, at, onLoadAll }: SupportersProps) {
  const text = useText();
  const payments = usePayments();
  const published = usePublished();
  const isElsewhere = useIsElsewhere();
  const shown = filtered(supporters, at.filter, isElsewhere);
  const handle = published.kind === 'ready' ? (published.value?.handle ?? null) : null;
  const isGone = payments.kind === 'ready' && (payments.value?.disconnectedAt ?? null) !== null;
  const isRunning = supporters.some((each) => !isOver(each.state) && !isElsewhere(each));
  return (
    <>
      {isGone && (
        <Alert mb="md" color="yellow" role="note">
          {text('supporters.gone')}
        </Alert>
      )}
      <SupportFigures all={more ? null : supporters} isGone={isGone} />
      {more && (
        <Alert mb="md" color="gray" role="note">
          {text('supporters.partOnly', { count: supporters.length })}{' '}
          <Button size="compact-sm" variant="default" onClick={onLoadAll}>
            {text('supporters.more')}
          </Button>
        </Alert>
      )}
      <div className={styles.tools}>
        <NativeSelect
          size="sm"
          label={text('supporters.show')}
          value={at.filter}
          onChange={(event) => at.show(event.currentTarget.value)}
          data={supporterFilters.map((value) => ({ value, label: text(`supporters.show.${value}`) }))}
        />
        <ExportSupporters supporters={shown} />
      </div>
      {shown.length === 0 ? (
        <Panel>
          <Text c="dimmed" ta="center" py="lg">
            {text('supporters.none')}
          </Text>
        </Panel>
      ) : (
        <SupporterList supporters={shown} linkTo={at.linkTo} />
      )}
      {!more && <SupporterChart all={supporters} />}
      {isRunning && !isGone && handle !== null && <StopAll handle={handle} />}
    </>
  );
}

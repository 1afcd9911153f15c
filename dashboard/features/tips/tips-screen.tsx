import { Button, Group, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Tip } from '../../../core/tip/tip';
import { sumsOf } from '../../../core/tip/book-sums';
import { tipTest, type TipFilter } from '../../../core/tip/tip-filter';
import { useText } from '../../messages/text';
import { EmptyState } from '../../ui/empty-state';
import { FailureAlert } from '../../ui/failure-alert';
import { HatPicture } from '../../ui/illustrations';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { BlockWords } from './block-words';
import { ExportMenu } from './export-menu';
import { LiveTag } from './live-tag';
import { SinceLastVisit } from './since-last-visit';
import { SupportersLink } from './supporters-link';
import { TellMe } from './tell-me';
import { TipDrawer } from './tip-drawer';
import { feeApart } from './fee-apart';
import { filterOf, filterQuery, isNarrow } from './tip-filter';
import { TipFilters } from './tip-filters';
import { TipList } from './tip-list';
import { TipListSkeleton } from './tip-list-skeleton';
import { TotalsRow, type Counted } from './totals-row';
import { useTipList, type TipListState } from './use-tip-list';
import { useTimeZone } from '../../shared/time-zone';
import { useNewTips } from '../../shared/tips/new-tips';

/** Filter and open tip are part of the address, so they survive a reload, the back button and sharing. */
function useTipAddress() {
  const [query, setQuery] = useSearchParams();
  const address = query.toString();
  return useMemo(() => {
    const now = new URLSearchParams(address);
    const filter = filterOf(now);
    const list = `?${new URLSearchParams(filterQuery(filter)).toString()}`;
    // Called for every row while scrolling, so it only joins strings.
    const withTip = (tipId: string) => `${list}${list === '?' ? '' : '&'}tip=${encodeURIComponent(tipId)}`;
    return {
      filter,
      tipId: now.get('tip'),
      linkTo: withTip,
      close: () => setQuery(list),
      change: (next: TipFilter) => setQuery(filterQuery(next), { replace: true }),
    };
  }, [address, setQuery]);
}

export function TipsScreen() {
  const text = useText();
  const list = useTipList();
  const { live, known } = list;
  const at = useTipAddress();
  // An empty cache does not mean that there are no tips: the server has not answered yet.
  const unasked = live.kind === 'ready' && live.value.stale && live.value.tips.length === 0;
  const view = live.kind === 'ready' && !unasked ? live.value : null;
  const isEmpty = view !== null && view.tips.length === 0 && !view.more;

  return (
    <Page
      title={text('tips.title')}
      lead={text('tips.lead')}
      actions={
        <>
          <SupportersLink />
          {view && !view.stale && <LiveTag />}
        </>
      }
    >
      {(!view || isEmpty) && (
        <TotalsRow counted={{ kind: 'server', fees: null }} listFailed={live.kind === 'failed'} />
      )}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {(live.kind === 'loading' || unasked) && <TipListSkeleton />}
      {isEmpty && (
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
      {view && !isEmpty && (
        <>
          <TellMe />
          <SinceLastVisit known={known} />
          <FoundTips list={list} at={at} />
        </>
      )}
      <TipDrawer tipId={at.tipId} onClose={at.close} onSeen={list.seen} />
    </Page>
  );
}

/** The server has the totals of all tips. For a filter, and when all tips are read, this page adds them up, with their fees. */
function useCounted(
  shown: readonly Tip[],
  narrow: boolean,
  { known, readAt }: TipListState,
  searching: boolean,
  onAddFees: () => void,
): Counted {
  return useMemo(() => {
    if (!narrow && (known.more || known.stale)) {
      if (searching) return { kind: 'server', fees: { kind: 'reading', count: known.tips.length } };
      return { kind: 'server', fees: known.stale ? null : { kind: 'on-request', onAdd: onAddFees } };
    }
    const state = searching ? 'reading' : known.more || known.stale ? 'stopped' : 'done';
    const apart = [...new Set(shown.flatMap((tip) => feeApart(tip) ?? []))];
    return { kind: 'read', narrow, sums: sumsOf(shown), count: known.tips.length, state, at: readAt, apart };
  }, [shown, narrow, known, readAt, searching, onAddFees]);
}

interface FoundTipsProps {
  readonly list: TipListState;
  readonly at: ReturnType<typeof useTipAddress>;
}

function FoundTips({ list, at }: FoundTipsProps) {
  const text = useText();
  const { known, readOlder, reading, failure } = list;
  const { filter, linkTo, change } = at;
  const arrived = useNewTips();
  const zone = useTimeZone();
  const shown = useMemo(() => known.tips.filter(tipTest(filter, zone)), [known.tips, filter, zone]);
  const narrow = isNarrow(filter);
  const [withFees, setWithFees] = useState(false);
  const searching = (narrow || withFees) && known.more && !known.stale && failure === null;
  const addFees = useCallback(() => {
    setWithFees(true);
    readOlder();
  }, [readOlder]);
  const counted = useCounted(shown, narrow, list, searching, addFees);

  // A search covers all tips, not only those loaded. So do fees, which the server's totals do not have.
  useEffect(() => {
    if (searching && !reading) readOlder();
  }, [searching, reading, readOlder]);
  const more = useCallback(() => {
    if (failure === null) readOlder();
  }, [failure, readOlder]);
  const nothing = shown.length === 0;
  useEffect(() => {
    if (nothing && !reading) more();
  }, [nothing, reading, more]);

  return (
    <>
      <TotalsRow counted={counted} listFailed={false} />
      {withFees && failure && <FailureAlert failure={failure} onRetry={readOlder} />}
      <TipFilters
        filter={filter}
        onFilter={change}
        tips={known.tips}
        shown={shown.length}
        searching={searching}
        actions={
          <Group gap="xs">
            <BlockWords />
            <ExportMenu filter={filter} />
          </Group>
        }
      />
      {nothing && !searching && (
        <Panel>
          <Text c="dimmed" ta="center" py="lg">
            {text(narrow ? 'tips.noneFound' : 'tips.noneReceived')}
          </Text>
        </Panel>
      )}
      {nothing && searching && <TipListSkeleton />}
      {!nothing && <TipList tips={shown} arrived={arrived} linkTo={linkTo} onEnd={more} />}
      {failure && !withFees && <FailureAlert failure={failure} onRetry={readOlder} />}
      {reading && !nothing && (
        <Text size="sm" c="dimmed" ta="center" mt="sm">
          {text('tips.readingOlder')}
        </Text>
      )}
    </>
  );
}

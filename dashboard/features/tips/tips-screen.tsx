import { Button, Drawer, Group, Skeleton, Text, Textarea } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import type { AccountPreferences } from '../../../core/account/account-document';
import { formatMoney } from '../../../core/money/money';
import { readyPayments } from '../../../core/payments/payments-state';
import { maxBlockWordLength, maxBlockWords } from '../../../core/profile/draft';
import { sumsOf } from '../../../core/books/book-sums';
import type { Tip } from '../../../core/tip/tip';
import { tipTest, type TipFilter } from '../../../core/tip/tip-filter';
import type { SupportersView } from '../../data/backend';
import { useLive, usePayments, usePublished, useStoredChannels } from '../../session/owner-documents';
import { useOwner, useStore } from '../../session/session';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { useExport } from '../../exports/use-export';
import { useTimeZone } from '../../preferences/preferences';
import { useNewTips } from '../../tips/new-tips';
import { Arriving, Page } from '../../page/page';
import { Dialog, useEscape } from '../../dialog/dialog';
import { EmptyState, HatPicture } from '../../page/empty-state';
import { FailureAlert } from '../../feedback/failure-alert';
import { Moment } from '../../ui/dates';
import moneyList from '../../tips/money-list.module.css';
import { Panel, Tag } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { ExportForm } from './export-form';
import {
  lastVisit,
  rememberVisit,
  since,
  visitOf,
  useTipList,
  type KnownTips,
  type TipListState,
} from './use-tip-list';
import { TipDetails } from './tip-details';
import tipDetailsStyles from './tip-details.module.css';
import { filterOf, filterQuery, isNarrow, TipFilters } from './tip-filters';
import { TipList } from './tip-list';
import { feeApart } from './tip-tags';
import tipToolsStyles from './tip-tools.module.css';
import styles from './tips.module.css';
import { TotalsRow, type Counted } from './totals-row';

/** One word or phrase per line, each once. */
export function wordsIn(typed: string): readonly string[] {
  const lines = typed.split(/[\n,;]+/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** The owner's blocked words. Part of the draft: they apply from the next publish and are never public. */
export function BlockWords() {
  const text = useText();
  const { draft, edit } = useDraft();
  const [typed, setTyped] = useState<string | null>(null);
  const words = draft.tips.blockWords;
  const next = wordsIn(typed ?? '');
  const tooLong = next.find((word) => word.length > maxBlockWordLength);
  const problem =
    tooLong === undefined
      ? next.length > maxBlockWords && text('block.tooMany', { max: maxBlockWords })
      : text('block.tooLong', { word: tooLong, max: maxBlockWordLength });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setTyped(words.join('\n'))}>
        {text('block.open', { count: words.length })}
      </Button>
      <Dialog open={typed !== null} onClose={() => setTyped(null)} title={text('block.title')}>
        <Text size="sm" c="dimmed" mb="sm">
          {text('block.about')}
        </Text>
        <Textarea
          label={text('block.words')}
          description={text('block.hint')}
          autosize
          minRows={5}
          maxRows={12}
          data-autofocus
          value={typed ?? ''}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group mt="md" justify="flex-end">
          <Button variant="default" onClick={() => setTyped(null)}>
            {text('block.cancel')}
          </Button>
          <Button
            disabled={Boolean(problem)}
            onClick={() => {
              edit(setField(['tips', 'blockWords'], next));
              setTyped(null);
            }}
          >
            {text('block.save')}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}

interface ExportMenuProps {
  /** What the list shows. */
  readonly filter: TipFilter;
}

/** Tips as a file from the server: what the list shows, or everything. With many tips the file is prepared, and waits on the account screen. */
export function ExportMenu({ filter }: ExportMenuProps) {
  const text = useText();
  const { step, take, dialog } = useExport();
  const { notify } = useToast();
  const [open, setOpen] = useState(false);
  const busy = step.kind === 'asking';
  const close = () => !busy && setOpen(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {text('tips.export')}
      </Button>
      <Dialog open={open} onClose={close} title={text('tips.exportTitle')}>
        <ExportForm
          filter={filter}
          busy={busy}
          failure={step.kind === 'failed' ? <FailureAlert failure={step.failure} /> : null}
          onCancel={close}
          onSend={async (choice) => {
            const taken = await take(choice);
            if (taken === 'preparing') notify(text('export.preparing'));
            if (taken !== 'failed') setOpen(false);
          }}
        />
      </Dialog>
      {dialog}
    </>
  );
}

/** "Live": new tips appear without a reload. While no tip can arrive, the screen says that instead. */
export function LiveTag() {
  const text = useText();
  const payments = usePayments();
  const published = usePublished();
  const [now] = useState(() => Date.now());
  if (payments.kind !== 'ready' || published.kind !== 'ready') return null;
  const canArrive = published.value?.tips.on === true && readyPayments(payments.value, now) !== undefined;
  if (!canArrive) return <Tag tone="warn">{text('tips.cannotArrive')}</Tag>;
  return <span className={styles.live}>{text('tips.live')}</span>;
}

/** The tips received since the owner's last visit on this device. */
export function SinceLastVisit({ known }: { readonly known: KnownTips }) {
  const text = useText();
  const intl = useIntl();
  const { uid } = useOwner();
  const [then] = useState(() => lastVisit(uid));
  const seen = useRef(known);
  useEffect(() => {
    seen.current = known;
  });

  useEffect(() => {
    // Cached tips were shown before. A visit without an answer from the server saw nothing new.
    const leave = () => !seen.current.stale && rememberVisit(uid, visitOf(seen.current, Date.now()));
    const hidden = () => document.visibilityState === 'hidden' && leave();
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      leave();
    };
  }, [uid]);

  if (then === null || known.stale) return null;
  const { count, sums, mayBeMore } = since(then, known);
  if (count === 0) return null;
  const amounts = intl.formatList(
    sums.map(({ currency, amount }) => formatMoney({ minorUnits: amount, currency }, intl.locale)),
  );
  return (
    <Text size="sm" className={tipToolsStyles.since ?? ''} component="p">
      {text('tips.since')} (<Moment at={then.at} />
      {'): '}
      {text(mayBeMore ? 'tips.sinceMany' : 'tips.sinceSome', { count, amounts })}
    </Text>
  );
}

/** To the monthly tips, for owners who offer them or still have some. */
export function SupportersLink() {
  const text = useText();
  const store = useStore();
  const { uid } = useOwner();
  const { draft } = useDraft();
  const live = useLive<SupportersView>(['supporters', uid, 1], (watcher) =>
    store.supporters.watchAll(1, watcher),
  );
  const hasSome = live.kind === 'ready' && live.value.supporters.length > 0;
  if (!draft.tips.monthly.on && !hasSome) return null;
  return (
    <Button component={Link} to="/tips/supporters" variant="default">
      {text('supporters.title')}
    </Button>
  );
}

/** Offers notifications to owners who have a tip and no channel, until they say no. */
export function TellMe() {
  const text = useText();
  const store = useStore();
  const { uid, isGuest } = useOwner();
  const { failed } = useToast();
  const channels = useStoredChannels();
  const preferences = useLive<AccountPreferences | null>(['preferences', uid], (watcher) =>
    store.watchPreferences(watcher),
  );
  if (isGuest || channels.kind !== 'ready' || preferences.kind !== 'ready') return null;
  const hasChannel = Object.keys(channels.value?.channels ?? {}).length > 0;
  if (hasChannel || preferences.value?.tellMeHidden) return null;
  const hide = () => void store.keepTellMeHidden(true).then((answer) => answer.ok || failed(answer.problem));
  return (
    <div className={styles.tellMe}>
      <Panel heading={text('notify.tellMe')}>
        <Text size="sm" mb="md">
          {text('notify.tellMeText')}
        </Text>
        <Group gap="xs">
          <Button component={Link} to="/notifications">
            {text('notify.tellMeAction')}
          </Button>
          <Button variant="default" onClick={hide}>
            {text('notify.tellMeHide')}
          </Button>
        </Group>
      </Panel>
    </div>
  );
}

const facts = [96, 64, 120, 80];

/** A skeleton of the tip's details. */
export function TipOutline() {
  return (
    <Arriving
      outline={
        <div className={tipDetailsStyles.outline}>
          <Skeleton height={30} width={130} radius="sm" />
          <Skeleton height={13} width={220} radius="sm" />
          <div className={tipDetailsStyles.figures}>
            {facts.map((width) => (
              <div key={width}>
                <Skeleton height={13} width={width} radius="sm" />
                <Skeleton height={13} width={58} radius="sm" />
              </div>
            ))}
          </div>
          <Skeleton height={90} radius="md" />
        </div>
      }
    />
  );
}

interface TipDrawerProps {
  /** null = closed. */
  readonly tipId: string | null;
  readonly onClose: () => void;
  /** The list takes over the newer state of the tip. */
  readonly onSeen: (tip: Tip) => void;
}

/** All details of one tip, beside the list. */
export function TipDrawer({ tipId, onClose, onSeen }: TipDrawerProps) {
  const text = useText();
  useEscape(tipId !== null, onClose);
  return (
    <Drawer
      opened={tipId !== null}
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={480}
      title={text('tip.title')}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': text('dialog.close') }}
    >
      {tipId !== null && <OneTip key={tipId} tipId={tipId} onSeen={onSeen} />}
    </Drawer>
  );
}

function OneTip({ tipId, onSeen }: { readonly tipId: string; readonly onSeen: (tip: Tip) => void }) {
  const text = useText();
  const store = useStore();
  const { uid } = useOwner();
  const live = useLive<Tip | null>(['tip', uid, tipId], (watcher) =>
    store.tipRepository.watchTip(tipId, watcher),
  );
  const tip = live.kind === 'ready' ? live.value : null;
  useEffect(() => {
    if (tip) onSeen(tip);
  }, [tip, onSeen]);
  if (live.kind === 'loading') return <TipOutline />;
  if (live.kind === 'failed') return <FailureAlert failure={live.failure} onRetry={live.retry} />;
  return tip ? <TipDetails tip={tip} /> : <p>{text('tip.missing')}</p>;
}

export function TipListSkeleton() {
  const outline = (
    <div className={`${moneyList.list} ${styles.list}`}>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={moneyList.row}>
          <Skeleton height={38} circle />
          <div className={moneyList.what}>
            <Skeleton height={13} width={110} radius="sm" />
            <Skeleton height={11} width="60%" mt={9} radius="sm" />
          </div>
          <Skeleton height={15} width={54} radius="sm" />
        </div>
      ))}
    </div>
  );
  return <Arriving outline={outline} />;
}

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

import { Button, Drawer, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { formatMoney } from '@busker/core/money/money';
import { readyPayments } from '@busker/core/payments/payments-state';
import type { Tip } from '@busker/core/tip/tip';
import { IconHeart } from '../../icons/screen-icons';
import {
  useOwned,
  usePayments,
  usePublished,
  useStoredChannels,
  useTotals,
  usePreferences,
} from '../../session/owner-documents';
import { useOwner, useStore } from '../../session/session';
import { useText } from '../../messages/text';
import { LinkButton, Page, PanelsSkeleton } from '../../page/page';
import { useEscape } from '../../dialog/dialog';
import { FailureAlert } from '../../feedback/failure-alert';
import { Moment } from '../../ui/dates';
import { EmptyPanel, Panel, Tag } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { lastVisit, rememberVisit, since, visitOf, useTipList, type KnownTips } from './use-tip-list';
import { RefundDialog } from './refund-dialog';
import { refundable, TipDetails } from './tip-details';
import styles from './tips.module.css';
import { TotalsRow } from './totals-row';
import { useTipAddress, FoundTips } from './found-tips';
import { PlainButton, Small } from '../../theme/theme';

/** "Live": new tips appear without a reload. While no tip can arrive, the screen says that instead. */
export function LiveTag() {
  const text = useText();
  const payments = usePayments();
  const published = usePublished();
  const [now] = useState(() => Date.now());
  if (payments.kind !== 'ready' || published.kind !== 'ready') return null;
  const canArrive = published.value?.tips.on === true && readyPayments(payments.value, now) !== undefined;
  if (!canArrive) return <Tag tone="warn">{text('tips.cannotArrive')}</Tag>;
  return (
    <span className={styles.live}>
      <span>{text('tips.live')}</span>
    </span>
  );
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
    <Text size="sm" className={styles.since ?? ''} component="p">
      {text('tips.since')} (<Moment at={then.at} />
      {'): '}
      {text(mayBeMore ? 'tips.sinceMany' : 'tips.sinceSome', { count, amounts })}
    </Text>
  );
}

/** Whether to offer notifications: to owners without a channel, until they say no. Undefined = not known yet. */
function useTellMe(): boolean | undefined {
  const { isGuest } = useOwner();
  const channels = useStoredChannels();
  const preferences = usePreferences();
  if (channels.kind === 'loading' || preferences.kind === 'loading') return undefined;
  if (isGuest || channels.kind === 'failed' || preferences.kind === 'failed') return false;
  return Object.keys(channels.value?.channels ?? {}).length === 0 && !preferences.value?.tellMeHidden;
}

/** Offers notifications to owners who have a tip. */
function TellMe() {
  const text = useText();
  const store = useStore();
  const { failed } = useToast();
  const hide = () => void store.keepTellMeHidden(true).then((answer) => answer.ok || failed(answer.problem));
  return (
    <div className={styles.tellMe}>
      <Panel heading={text('notify.tellMe')}>
        <Small mb="md">{text('notify.tellMeText')}</Small>
        <Group gap="xs">
          <LinkButton to="/settings/notifications">{text('notify.tellMeAction')}</LinkButton>
          <PlainButton onClick={hide}>{text('notify.tellMeHide')}</PlainButton>
        </Group>
      </Panel>
    </div>
  );
}

interface TipDrawerProps {
  /** null = closed. */
  readonly tipId: string | null;
  readonly onClose: () => void;
  /** The list takes over the newer state of the tip. */
  readonly onSeen: (tip: Tip) => void;
}

/** All details of one tip, beside the list. The dialog of a refund takes their place, and gives it back. */
export function TipDrawer({ tipId, onClose, onSeen }: TipDrawerProps) {
  const [refunding, setRefunding] = useState<Tip | null>(null);
  const refund = refunding?.tipId === tipId ? refunding : null;
  return (
    <>
      <OpenDrawer
        tipId={refund === null ? tipId : null}
        onClose={onClose}
        onSeen={onSeen}
        onRefund={setRefunding}
      />
      {refund !== null && (
        <RefundDialog
          key={refund.tipId}
          tip={refund}
          left={refundable(refund)}
          onClose={() => setRefunding(null)}
        />
      )}
    </>
  );
}

interface OpenDrawerProps extends TipDrawerProps {
  readonly onRefund: (tip: Tip) => void;
}

function OpenDrawer({ tipId, onClose, onSeen, onRefund }: OpenDrawerProps) {
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
      {tipId !== null && <OneTip key={tipId} tipId={tipId} onSeen={onSeen} onRefund={onRefund} />}
    </Drawer>
  );
}

interface OneTipProps {
  readonly tipId: string;
  readonly onSeen: (tip: Tip) => void;
  readonly onRefund: (tip: Tip) => void;
}

function OneTip({ tipId, onSeen, onRefund }: OneTipProps) {
  const text = useText();
  const live = useOwned<Tip | null>(['tip', tipId], (store, watcher) =>
    store.tipRepository.watchTip(tipId, watcher),
  );
  const tip = live.kind === 'ready' ? live.value : null;
  useEffect(() => {
    if (tip) onSeen(tip);
  }, [tip, onSeen]);
  if (live.kind === 'loading') return <PanelsSkeleton />;
  if (live.kind === 'failed') return <FailureAlert failure={live.failure} onRetry={live.retry} />;
  return tip ? <TipDetails tip={tip} onRefund={onRefund} /> : <p>{text('tip.missing')}</p>;
}

export function TipsScreen() {
  const text = useText();
  const list = useTipList();
  const { live, known } = list;
  const at = useTipAddress();
  const [thanking, setThanking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const stop = () => {
    setThanking(false);
    opener.current?.focus();
  };
  const tellMe = useTellMe();
  // What is above the list must be known, too, or it would push the list down. An empty cache does not mean that there are no tips: the server
  // has not answered yet.
  const totals = useTotals();
  // Then they are tried again in their place.
  const [hadFailed, setHadFailed] = useState(false);
  if (totals.kind === 'failed' && !hadFailed) setHadFailed(true);
  const isAbove = totals.kind !== 'loading' && tellMe !== undefined;
  const unasked = live.kind === 'ready' && (!isAbove || (live.value.stale && live.value.tips.length === 0));
  const view = live.kind === 'ready' && !unasked ? live.value : null;
  const isEmpty = view !== null && view.tips.length === 0 && !view.more;

  return (
    <Page
      title={text('tips.title')}
      actions={
        view &&
        !view.stale && (
          <>
            <LiveTag />
            {!isEmpty && (
              <Button
                ref={opener}
                size="compact-sm"
                className={styles.thank ?? ''}
                variant={thanking ? 'light' : 'default'}
                leftSection={<IconHeart size={15} aria-hidden />}
                aria-pressed={thanking}
                onClick={() => setThanking(!thanking)}
              >
                {text('thank.open')}
              </Button>
            )}
          </>
        )
      }
    >
      {((!view && hadFailed) || live.kind === 'failed' || isEmpty) && (
        <TotalsRow counted={{ kind: 'server', fees: null }} listFailed={live.kind === 'failed'} />
      )}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {(live.kind === 'loading' || unasked) && <PanelsSkeleton shape="list" />}
      {isEmpty && (
        <EmptyPanel
          title={text('tips.emptyTitle')}
          text={text('tips.emptyText')}
          to="/share/embed"
          act={text('tips.emptyAction')}
        />
      )}
      {view && !isEmpty && (
        <>
          {tellMe && <TellMe />}
          <SinceLastVisit known={known} />
          <FoundTips list={list} at={at} thanking={thanking} onThanked={stop} />
        </>
      )}
      <TipDrawer tipId={at.tipId} onClose={at.close} onSeen={list.seen} />
    </Page>
  );
}

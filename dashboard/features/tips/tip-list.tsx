import { Checkbox } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatMoney } from '@busker/core/money/money';
import { feeApartName, feeApartOf } from '@busker/core/books/book-sums';
import { cycleInterval, isTestTip, type Tip, type TipCycle } from '@busker/core/tip/tip';
import { isWithBank, shownState, tipTime, type ShownState } from '@busker/core/tip/tip-filter';
import { useText } from '../../messages/text';
import { tipAmount, tipGiver } from '../../tips/tip-words';
import { Initial, Tag, type Tone } from '../../panel/panel';
import { Moment } from '../../ui/dates';
import moneyList from '../../tips/money-list.module.css';
import type { Choice } from './thank-many';
import styles from './tips.module.css';

const tones: Readonly<Record<ShownState, Tone>> = {
  pending: 'plain',
  processing: 'plain',
  paid: 'good',
  partially_refunded: 'warn',
  refunded: 'plain',
  disputed: 'bad',
  lost: 'bad',
  failed: 'plain',
  expired: 'plain',
  declined: 'warn',
};

/** Money that Stripe has not returned yet is on its way: only then is the tip refunded. */
const isGoingBack = ({ state, refund }: Tip): boolean =>
  refund.pending > 0 && (state === 'refunded' || state === 'partially_refunded');

export function TipStateTag({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const state = shownState(tip);
  if (isGoingBack(tip)) return <Tag tone="warn">{text('tip.refundPending')}</Tag>;
  return <Tag tone={tones[state]}>{text(`tips.state.${state}`)}</Tag>;
}

/** "Monthly · 3": the tip is the third payment of a monthly tip. */
export function CycleTag({ cycle }: { readonly cycle: TipCycle }) {
  const text = useText();
  const every = cycleInterval(cycle);
  return every && <Tag tone="plain">{text(`monthly.tip.${every}`, { number: cycle.number })}</Tag>;
}

/** The name of what has a fee that Stripe books apart from the tip; null = what Stripe booked for the tip is all. */
export const feeApart = (tip: Pick<Tip, 'cycle' | 'stripe'>): string | null => feeApartName(feeApartOf(tip));

/** What is left of a paid tip before such a fee, in minor units of its currency; null = no such fee, not booked yet, or changed by a refund or dispute. */
export function netBeforeOwnFee(tip: Tip): number | null {
  const { fees, refund, contrib, currency } = tip;
  const isBooked = fees.settlementCurrency === null || fees.settlementCurrency === currency;
  const isWhole = refund.refunded + refund.pending + contrib.disputed === 0;
  return feeApart(tip) !== null && isBooked && isWhole ? fees.net : null;
}

/** What a tip is for. The title of the owner's own page, which is their name and handle, says nothing of it. */
function purposeOf({ source }: Tip): string | null {
  const handle = /\((@\w+)\)$/.exec(source.for ?? '')?.[1];
  const own = [`${source.origin}/${handle}`, `${source.origin}/`];
  return handle !== undefined && own.includes(source.placement ?? '') ? null : source.for;
}

interface TipRowProps {
  readonly tip: Tip;
  readonly isNew: boolean;
  /** The address of its details. */
  readonly to: string;
  /** Null = its fan cannot be thanked; undefined = the owner chooses no tips. */
  readonly isChosen?: boolean | null | undefined;
  readonly onChoose?: ((tipId: string) => void) | undefined;
}

/** One tip of the list. Memoised, with plain elements instead of components: a fast scroll renders two hundred rows in a second. */
const TipRow = memo(function TipRow({ tip, isNew, to, isChosen, onChoose }: TipRowProps) {
  const text = useText();
  const { locale, formatMessage } = useIntl();
  const giver = tipGiver(tip, text);
  const net = netBeforeOwnFee(tip);
  const purpose = purposeOf(tip);
  return (
    <>
      {isChosen === undefined ? (
        <Initial name={giver} size={38} />
      ) : (
        // The label covers the row.
        <label className={styles.choose} htmlFor={`choose-${tip.tipId}`}>
          <Checkbox
            id={`choose-${tip.tipId}`}
            aria-label={text('thank.choose', { name: giver, amount: tipAmount(tip, locale) })}
            checked={isChosen === true}
            disabled={isChosen === null}
            onChange={() => onChoose?.(tip.tipId)}
          />
        </label>
      )}
      <div className={moneyList.what}>
        <div className={`${moneyList.giver} ${styles.giver}`}>
          <Link to={to} className={moneyList.open} preventScrollReset>
            <bdi>{giver}</bdi>
          </Link>
          {isNew && <Tag tone="good">{text('tips.new')}</Tag>}
          {tip.cycle && <CycleTag cycle={tip.cycle} />}
          {tip.reply !== null && <Tag tone="plain">{text('thank.answered')}</Tag>}
          {isTestTip(tip) && <Tag tone="plain">{text('tips.test')}</Tag>}
          {tip.fan.anonymous && tip.fan.name !== null && <Tag tone="plain">{text('tips.notPublic')}</Tag>}
          {tip.fan.privateMessage && tip.fan.message && <Tag tone="plain">{text('tips.onlyForYou')}</Tag>}
          {tip.fan.hidesAmount && <Tag tone="plain">{text('tips.amountHidden')}</Tag>}
          {tip.moderation.state !== 'visible' && (
            <Tag tone="warn">{text(`tips.words.${tip.moderation.state}`)}</Tag>
          )}
          {tip.refund.failure && !isWithBank(tip) && <Tag tone="bad">{text('tips.refundFailed')}</Tag>}
          {tip.warning && !isWithBank(tip) && (
            <Tag tone={tip.warning.actionable ? 'bad' : 'plain'}>{text('tips.warned')}</Tag>
          )}
        </div>
        {tip.fan.message && (
          <p className={styles.message} dir="auto">
            {tip.fan.message}
          </p>
        )}
        {purpose && (
          <p className={`${moneyList.aside} ${styles.aside}`} data-line>
            {formatMessage({ id: 'tips.for' }, { what: <bdi key="what">{purpose}</bdi> })}
          </p>
        )}
        {tip.coverAmount > 0 && (
          <p className={`${moneyList.aside} ${styles.aside}`}>
            {text('tips.cover', {
              amount: formatMoney({ minorUnits: tip.coverAmount, currency: tip.currency }, locale),
            })}
          </p>
        )}
        {net !== null && (
          <p className={`${moneyList.aside} ${styles.aside}`}>
            {text('tips.netBeforeOwn', {
              net: formatMoney({ minorUnits: net, currency: tip.currency }, locale),
              way: feeApart(tip) ?? '',
            })}
          </p>
        )}
      </div>
      <div className={`${moneyList.figures} ${styles.figures}`}>
        <p className={moneyList.amount}>{tipAmount(tip, locale)}</p>
        <div className={styles.when}>
          {tip.state !== 'paid' && <TipStateTag tip={tip} />}
          <Moment at={tipTime(tip)} />
        </div>
      </div>
    </>
  );
});

/**
 * Row height in CSS pixels when every text takes one line, as the style sheets set it: the estimate before measuring. A wrong estimate
 * moves all rows below.
 */
const guess = (tip: Tip): number => {
  const { fan, coverAmount } = tip;
  const lines = fan.message === null ? 0 : Math.min(mostLines, fan.message.split('\n').length);
  const asides = [purposeOf(tip), coverAmount > 0, netBeforeOwnFee(tip) !== null].filter(Boolean).length;
  const words = 21 + lines * 18.8 + asides * 16.8;
  return Math.round(31 + Math.max(37.8, words));
};
/** The lines of a message; tips.module.css has the same number. */
const mostLines = 6;
/** Older tips are read this many rows before the end. */
const ahead = 30;

interface TipListProps {
  readonly tips: readonly Tip[];
  /** Ids of tips that arrived while this screen was open. */
  readonly arrived: readonly string[];
  readonly linkTo: (tipId: string) => string;
  /** Undefined = the owner chooses no tips. */
  readonly choice?: Choice | undefined;
  /** The end of the list is near. */
  readonly onEnd: () => void;
}

/** Only visible rows are in the DOM, so that ten thousand tips scroll smoothly. Screen readers get each row's position. */
export function TipList({ tips, arrived, linkTo, choice, onEnd }: TipListProps) {
  const text = useText();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // The content above the list can change its height: totals arrive, filters wrap.
  useLayoutEffect(() => {
    const measure = () =>
      setTop(list.current ? Math.round(list.current.getBoundingClientRect().top + window.scrollY) : 0);
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, []);
  // Stable functions: new ones would recompute the position of every row.
  const estimateSize = useCallback(
    (at: number) => {
      const tip = tips[at];
      return tip ? guess(tip) : 0;
    },
    [tips],
  );
  const getItemKey = useCallback((at: number) => tips[at]?.tipId ?? at, [tips]);
  // A warning for users of the React compiler, which this project does not use.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: tips.length,
    estimateSize,
    getItemKey,
    overscan: 5,
    scrollMargin: top,
    initialRect: { width: 1024, height: 800 },
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const nearEnd = last >= tips.length - ahead;
  useEffect(() => {
    if (nearEnd) onEnd();
  }, [nearEnd, onEnd, tips.length]);

  return (
    <ul
      ref={list}
      className={`${moneyList.list} ${styles.list}`}
      aria-label={text('tips.list')}
      style={{ height: virtual.getTotalSize() + 2 }}
    >
      {rows.map(({ index, key, start }) => {
        const tip = tips[index];
        if (!tip) return null;
        const isNew = arrived.includes(tip.tipId);
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={`${moneyList.row} ${styles.row}`}
            data-new={isNew || undefined}
            data-choosing={choice ? true : undefined}
            aria-setsize={tips.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <TipRow
              tip={tip}
              isNew={isNew}
              to={linkTo(tip.tipId)}
              isChosen={choice?.isChosen(tip)}
              onChoose={choice?.toggle}
            />
          </li>
        );
      })}
    </ul>
  );
}

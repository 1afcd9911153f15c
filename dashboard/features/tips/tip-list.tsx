import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { netBeforeOwnFee } from './fee-apart';
import { TipRow } from './tip-row';
import moneyList from '../../ui/money-list.module.css';
import styles from './tips.module.css';

/**
 * Row height in CSS pixels when every text takes one line, as the style sheets set it: the estimate before measuring. A wrong estimate
 * moves all rows below.
 */
const guess = (tip: Tip): number => {
  const { fan, source, coverAmount } = tip;
  const lines = fan.message === null ? 0 : Math.min(mostLines, fan.message.split('\n').length);
  const asides = [source.for, coverAmount > 0, netBeforeOwnFee(tip) !== null].filter(Boolean).length;
  const words = 21 + lines * 18.8 + asides * 16.8;
  return Math.round(31 + Math.max(37.8, words));
};
/** Of a message; tips.module.css has the same number. */
const mostLines = 6;
/** Older tips are read this many rows before the end. */
const ahead = 30;

interface TipListProps {
  readonly tips: readonly Tip[];
  /** Ids of tips that arrived while this screen was open. */
  readonly arrived: readonly string[];
  readonly linkTo: (tipId: string) => string;
  /** The end of the list is near. */
  readonly onEnd: () => void;
}

/** Only visible rows are in the DOM, so that ten thousand tips scroll smoothly. Screen readers get each row's position. */
export function TipList({ tips, arrived, linkTo, onEnd }: TipListProps) {
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
            aria-setsize={tips.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <TipRow tip={tip} isNew={isNew} to={linkTo(tip.tipId)} />
          </li>
        );
      })}
    </ul>
  );
}

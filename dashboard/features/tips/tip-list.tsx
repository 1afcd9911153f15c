import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { TipRow } from './tip-row';
import styles from './tips.module.css';

/**
 * CSS pixels of a row whose texts take one line each, as tips.module.css draws it: the guess before it is measured. Where it holds, nothing
 * below has to move; where it does not, the places of all rows below are worked out anew.
 */
const guess = ({ fan, source, coverAmount }: Tip): number => {
  const words = 21 + (fan.message ? 18.8 : 0) + (source.for ? 16.8 : 0) + (coverAmount > 0 ? 16.8 : 0);
  return Math.round(31 + Math.max(37.8, words));
};
/** So many rows before the end, older ones are asked for. */
const ahead = 30;

interface TipListProps {
  readonly tips: readonly Tip[];
  /** Ids of tips that came in while this screen was open. */
  readonly arrived: readonly string[];
  readonly linkTo: (tipId: string) => string;
  /** The end is near. */
  readonly onEnd: () => void;
}

/** Only the rows in sight are in the page, so that ten thousand scroll as ten do; screen readers hear the place of each. */
export function TipList({ tips, arrived, linkTo, onEnd }: TipListProps) {
  const text = useText();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // What stands above the list changes: totals arrive, filters wrap. The page then changes its height.
  useLayoutEffect(() => {
    const measure = () =>
      setTop(list.current ? Math.round(list.current.getBoundingClientRect().top + window.scrollY) : 0);
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, []);
  // The same functions from one drawing to the next: with others, the places of all tips are worked out anew.
  const estimateSize = useCallback(
    (at: number) => {
      const tip = tips[at];
      return tip ? guess(tip) : 0;
    },
    [tips],
  );
  const getItemKey = useCallback((at: number) => tips[at]?.tipId ?? at, [tips]);
  // A warning for who compiles React: this project does not.
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
      className={styles.list}
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
            className={styles.row}
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

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Tip } from '../../../core/tip';
import { useText } from '../../messages/text';
import { TipRow } from './tip-row';
import styles from './tips.module.css';

/** CSS pixels of a row with one line of message: the first guess before rows are measured. */
const usualRow = 88;
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
  // A warning for who compiles React: this project does not.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: tips.length,
    estimateSize: () => usualRow,
    getItemKey: (at) => tips[at]?.tipId ?? at,
    overscan: 8,
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

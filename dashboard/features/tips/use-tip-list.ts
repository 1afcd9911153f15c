import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { Tip } from '../../../core/tip/tip';
import type { Failure } from '../../data/failure';
import type { TipPage, TipsView } from '../../data/backend';
import { useLive, type Live } from '../../data/owner-documents';
import { useOwner, useStore } from '../../data/session';
import { noTips, withLatest, withOlder, withTip, type KnownTips } from './known-tips';

/** How many tips the listener covers, and how many a page of older ones has. */
const newest = 100;
const page = 250;

type Step =
  | { readonly kind: 'latest'; readonly view: TipsView }
  | { readonly kind: 'older'; readonly page: TipPage }
  | { readonly kind: 'tip'; readonly tip: Tip };

function known(before: KnownTips, step: Step): KnownTips {
  switch (step.kind) {
    case 'latest':
      return withLatest(before, step.view);
    case 'older':
      return withOlder(before, step.page);
    case 'tip':
      return withTip(before, step.tip);
  }
}

export interface TipListState {
  readonly live: Live<TipsView>;
  readonly known: KnownTips;
  /** Since when the oldest page is known (milliseconds); null = the listener reports every change of all known tips. */
  readonly readAt: number | null;
  /** Older tips are loading. */
  readonly reading: boolean;
  readonly failure: Failure | null;
  readonly readOlder: () => void;
  readonly seen: (tip: Tip) => void;
}

/** The tips read so far: the newest by a listener, older ones on request. */
export function useTipList(): TipListState {
  const store = useStore();
  const { uid } = useOwner();
  const live = useLive<TipsView>(['latest-tips', uid], (watcher) =>
    store.tipRepository.watchLatest(newest, watcher),
  );
  const [all, step] = useReducer(known, noTips);
  const [reading, setReading] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const busy = useRef(false);
  const [firstRead, setFirstRead] = useState<number | null>(null);
  const view = live.kind === 'ready' ? live.value : null;

  useEffect(() => {
    if (view) step({ kind: 'latest', view });
  }, [view]);

  const oldest = all.more && !all.stale ? all.tips.at(-1) : undefined;
  const readOlder = useCallback(() => {
    if (!oldest || busy.current) return;
    busy.current = true;
    setReading(true);
    setFailure(null);
    const now = Date.now();
    void store.tipRepository.readOlder(oldest, page).then((answer) => {
      busy.current = false;
      setReading(false);
      if (!answer.ok) return setFailure(answer.problem);
      step({ kind: 'older', page: answer.value });
      setFirstRead((before) => before ?? now);
    });
  }, [store, oldest]);
  const seen = useCallback((tip: Tip) => step({ kind: 'tip', tip }), []);

  const readAt = all.tips.length > newest ? firstRead : null;
  return { live, known: all, readAt, reading, failure, readOlder, seen };
}

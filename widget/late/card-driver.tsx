import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PublicProfile } from '@busker/core/profile/profile';
import { partsOf, profileReader, type CardServices, type ReadProfile } from '../profiles/services';
import { loadRare } from './use-rare';
import { useStore } from '../hooks/use-store';
import type { Answer } from '../data/backend';
import { readSettings } from '../attributes/attributes';
import type { CardTreeProps, ControlsState } from '../signals/controls';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/late.css?inline';
import { FrameDriver, type Show } from './frame-driver';
import type { ProfileState } from '../card/card-props';
import { inTurns } from '../scheduling/when-near';
import { tellDeveloper } from '../signals/tell-developer';

interface Props extends CardTreeProps {
  readonly services: CardServices;
  /** The data that had arrived when the card was mounted, for the profile of that time. */
  readonly first: Answer<PublicProfile> | undefined;
  readonly show: Show;
}

const refreshesOf = ({ refreshes }: ControlsState) => refreshes;

/** Follows the tag, the profile and calls of the element's methods, and hands what is to be shown to the card's tree (element/card-tree.tsx). */
export function CardDriver({ services, first: arrived, show, ...tag }: Props) {
  const { settings: first, controls, shadow } = tag;
  const { element } = controls;
  // The first paint reads a part of them. New settings of its are new ones here.
  // oxlint-disable-next-line react/exhaustive-deps
  const settings = useMemo(() => readSettings((name) => element.getAttribute(name)), [element, first]);
  const { src, profile: handle, host, misread } = settings;
  const refreshes = useStore(controls, refreshesOf);
  const read = useMemo(() => profileReader(services, src, handle, host), [services, src, handle, host]);
  const newest = useProfile(read, refreshes, arrived);
  const settled = useSettled(element, newest, controls.isUsed);
  // The focus is on "Try again", and its answer must not wait until the focus leaves.
  const profile = settled.at === 'failed' ? newest : settled;
  useLayoutEffect(() => adoptStyles(shadow, styles));
  useEffect(() => {
    if (misread[0])
      loadRare().then(
        ({ tellMisread }) => tellMisread(misread),
        () => undefined,
      );
  }, [misread]);
  return <FrameDriver {...partsOf(services, tag)} settings={settings} profile={profile} show={show} />;
}

const absent: ProfileState = { at: 'absent' };

const ready = (before: ProfileState, profile: PublicProfile): ProfileState =>
  before.at === 'ready' && before.profile === profile ? before : { at: 'ready', profile };

/**
 * The tag's profile. `read` is null without a profile, and a new function for each other profile. `refreshes` grows to read the same profile again.
 * `arrived` is what the first `read` has already given: it is shown in the first render, and asked for no second time.
 */
function useProfile(
  read: ReadProfile | null,
  refreshes: number,
  arrived?: Answer<PublicProfile>,
): ProfileState {
  const [state, setState] = useState<ProfileState>(() =>
    arrived?.ok ? { at: 'ready', profile: arrived.value } : { at: 'loading' },
  );
  const given = useRef(arrived);
  // A call from before the late part was there counts.
  const seen = useRef(0);
  useEffect(() => {
    if (!read) {
      queueMicrotask(() => setState({ at: 'loading' }));
      return undefined;
    }
    let wanted = true;
    const fresh = seen.current !== refreshes;
    seen.current = refreshes;
    const reading = fresh || !given.current ? read(fresh) : Promise.resolve(given.current);
    given.current = undefined;
    void reading.then((answer) => {
      if (!answer.ok && answer.problem.kind === 'refused')
        tellDeveloper(`${answer.problem.detail} (${answer.problem.code})`);
      inTurns(() => {
        if (!wanted) return;
        setState((before) => {
          if (answer.ok) return ready(before, answer.value);
          // A failed refresh keeps the profile. A profile that cannot be found must not show the links of another one.
          return fresh && before.at === 'ready' ? before : { at: 'failed' };
        });
      });
    });
    return () => {
      wanted = false;
    };
  }, [read, refreshes]);
  return read ? state : absent;
}

const ends = ['pointerup', 'pointercancel', 'focusout', 'keyup'] as const;

/**
 * The newest value, but not before the fan's hand and focus have left the element: nothing may be swapped or reordered under a
 * finger that is about to lift, or under the keyboard's focus. The first value is taken at once.
 */
export function useSettled<T>(element: HTMLElement, value: T, wasUsed: () => boolean): T {
  const [shown, setShown] = useState(value);
  // The fan may have begun before the late part was there.
  const isUsed = useRef(wasUsed());
  const newest = useRef(value);
  useEffect(() => {
    // A page that wraps addEventListener keeps listeners that were removed. They must not show an earlier value.
    newest.current = value;
    const show = () => {
      if (!isBusy(element, isUsed.current)) setShown(newest.current);
    };
    // After the event: during `focusout` the focus is nowhere, it may be moving to the next link of the same card.
    const showSoon = ({ type }: Event) => {
      isUsed.current ||= type !== 'focusout';
      setTimeout(show);
    };
    show();
    for (const name of ends) element.addEventListener(name, showSoon);
    return () => {
      for (const name of ends) element.removeEventListener(name, showSoon);
    };
  }, [element, value]);
  return shown;
}

/** A dialog that opens focuses its first link by itself: that is no fan's focus until a key or a pointer was used there. */
const isBusy = (element: HTMLElement, isUsed: boolean): boolean =>
  element.matches(isUsed || !element.closest('dialog') ? ':focus-within, :active' : ':active');

import { useEffect, useLayoutEffect, useMemo } from 'react';
import type { PublicProfile } from '@busker/core/profile/public-profile';
import { partsOf, profileReader, type CardServices } from '../profiles/services';
import { useProfile } from './use-profile';
import { loadRare } from './use-rare';
import { useSettled } from './use-settled';
import { useStore } from '../hooks/use-store';
import type { Answer } from '../data/backend';
import { readSettings } from '../attributes/attributes';
import type { CardTreeProps, ControlsState } from '../signals/controls';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/late.css?inline';
import { FrameDriver, type Show } from './frame-driver';

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

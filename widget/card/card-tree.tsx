import { useEffect, useLayoutEffect, useMemo } from 'react';
import type { CardTreeProps } from '../element/element';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/card.css?inline';
import { useStore } from './use-store';
import type { ControlsState } from '../element/controls';
import { CardFrame } from './card-frame';
import { profileReader, type CardServices } from './services';
import { useProfile } from './use-profile';
import { loadRare } from './use-rare';
import { useSettled } from './use-settled';

const refreshesOf = ({ refreshes }: ControlsState) => refreshes;

/** The whole card: it follows the tag, the profile and calls of the element's methods. */
export function createCardTree(services: CardServices) {
  return function CardTree({ settings, controls, shadow }: CardTreeProps) {
    const { src, profile: handle, host, misread } = settings;
    const refreshes = useStore(controls, refreshesOf);
    const read = useMemo(() => profileReader(services, src, handle, host), [src, handle, host]);
    const newest = useProfile(read, refreshes);
    const settled = useSettled(controls.element, newest);
    // The focus is on "Try again", and its answer must not wait until the focus leaves.
    const profile = settled.at === 'failed' ? newest : settled;
    useLayoutEffect(() => adoptStyles(shadow, styles), [shadow]);
    useEffect(() => {
      if (misread[0])
        loadRare().then(
          ({ tellMisread }) => tellMisread(misread),
          () => undefined,
        );
    }, [misread]);
    // A profile file has no server: its pictures are beside it, and its tips are paid at its `tipUrl`.
    const server = src ? new URL(src, document.baseURI).origin : (host ?? services.defaultHost ?? '');
    return (
      <CardFrame
        settings={settings}
        controls={controls}
        shadow={shadow}
        host={server}
        isFile={src !== null}
        assets={services.assetsOf(src ? '' : server)}
        count={services.count}
        profile={profile}
      />
    );
  };
}

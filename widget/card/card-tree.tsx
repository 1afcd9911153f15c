import { useLayoutEffect, useMemo } from 'react';
import type { CardTreeProps } from '../element/element';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/card.css?inline';
import { useStore } from './use-store';
import type { ControlsState } from '../element/controls';
import { CardFrame } from './card-frame';
import { profileReader, type CardServices } from './services';
import { useProfile } from './use-profile';
import { useSettled } from './use-settled';

const refreshesOf = ({ refreshes }: ControlsState) => refreshes;

/** The whole card: follows the tag, the profile it names, and what is asked of it. */
export function createCardTree(services: CardServices) {
  return function CardTree({ settings, controls, shadow }: CardTreeProps) {
    const { src, profile: handle, host } = settings;
    const refreshes = useStore(controls, refreshesOf);
    const read = useMemo(() => profileReader(services, src, handle, host), [src, handle, host]);
    const profile = useSettled(controls.element, useProfile(read, refreshes));
    useLayoutEffect(() => adoptStyles(shadow, styles), [shadow]);
    // The server behind a file is nobody: its pictures lie beside it, its tips are paid elsewhere.
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

import { useLayoutEffect, useMemo } from 'react';
import type { ProfileSource, TipBackend } from '../backend';
import type { CardTreeProps } from '../element';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/card.css?inline';
import { tellDeveloper } from '../tell-developer';
import { useStore } from '../use-store';
import { CardFrame } from './card-frame';
import { useProfile, type ReadProfile } from './use-profile';
import { useSettled } from './use-settled';

/** What a card needs from outside. `host` null: the tag must name it. */
export interface CardServices {
  readonly defaultHost: string | null;
  readonly profilesOf: (host: string) => ProfileSource;
  /** In place of the server that `host` names: previews and tests. */
  readonly tips?: TipBackend;
}

/** The whole card: follows the tag, the profile it names, and what is asked of it. */
export function createCardTree(services: CardServices) {
  return function CardTree({ settings, controls, shadow }: CardTreeProps) {
    const state = useStore(controls);
    const host = settings.host ?? services.defaultHost;
    const { profile: handle } = settings;
    const read = useMemo<ReadProfile | null>(() => {
      if (!handle) return null;
      if (!host) {
        tellDeveloper('Say where the profile lies: <busker-card host="https://…" profile="…">.');
        return null;
      }
      return (fresh) => services.profilesOf(host).read(handle, { fresh });
    }, [handle, host]);
    const profile = useSettled(controls.element, useProfile(read, state.refreshes));
    useLayoutEffect(() => adoptStyles(shadow, styles), [shadow]);
    return (
      <CardFrame
        settings={settings}
        controls={controls}
        shadow={shadow}
        host={host ?? ''}
        profile={profile}
        {...(services.tips && { tips: services.tips })}
      />
    );
  };
}

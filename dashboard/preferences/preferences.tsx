import { NativeSelect } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isTimeZone } from '@busker/core/locale/zoned-day';
import { IconDeviceDesktop, IconMoon, IconSun } from '../icons/screen-icons';
import { keptText, Watched } from '../data/failure';
import { isLanguage } from '../messages/language';
import { useLanguage } from '../messages/language-provider';
import { useText } from '../messages/text';
import { usePreferences } from '../session/owner-documents';
import { useStore } from '../session/session';
import { useToast } from '../feedback/toast';

/** The IANA name of the zone in which this browser shows times. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The account's time zone. The days of tips, books, statements, filters, exports, insights and messages begin in it, in whichever browser they are
 * looked at. The browser's until the account's is read, and where this browser is too old for it.
 */
export function useTimeZone(): string {
  const live = usePreferences();
  const kept = live.kind === 'ready' ? (live.value?.timeZone ?? 'auto') : 'auto';
  return kept !== 'auto' && isTimeZone(kept) ? kept : browserZone();
}

/** Keeps the zone of the first browser as the account's. From then on it changes only when the owner changes it. */
export function KeepTimeZone() {
  const store = useStore();
  const live = usePreferences();
  const isOpen = live.kind === 'ready' && (live.value?.timeZone ?? 'auto') === 'auto';
  // Once in this page: a refusal must not be repeated with each change of the preferences.
  const asked = useRef(false);
  useEffect(() => {
    // Without a connection, another browser may have kept a zone that this one has not read.
    if (!isOpen || asked.current || !navigator.onLine) return;
    asked.current = true;
    void store.keepTimeZone(browserZone());
  }, [isOpen, store]);
  return null;
}

const words = (zone: string): string => zone.replaceAll('_', ' ');

/** All time zones for a list of choices; `zone` is among them, whether or not this browser knows it. Browsers do not list UTC. */
export const zoneChoices = (zone: string) =>
  [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    label: words(value),
  }));

/** Says in which zone the account's days begin, and changes it. */
export function TimeZoneField({
  label,
  size = 'sm',
}: {
  readonly label: string;
  readonly size?: 'sm' | 'md';
}) {
  const text = useText();
  const store = useStore();
  const { failed, saved } = useToast();
  const zone = useTimeZone();
  const own = browserZone();
  const choose = async (chosen: string, undo?: () => void) => {
    const answer = await store.keepTimeZone(chosen);
    if (answer.ok) saved(undo);
    else failed(answer.problem);
  };
  return (
    <NativeSelect
      size={size}
      label={label}
      value={zone}
      onChange={({ currentTarget }) => void choose(currentTarget.value, () => void choose(zone))}
      data={[
        { value: own, label: text('zone.ofBrowser', { zone: words(own) }) },
        ...zoneChoices(zone).filter(({ value }) => value !== own),
      ]}
    />
  );
}

/** Changes the language at once and stores it with the account; an unknown value means the browser's. Undone if storing fails. */
export function useLanguageChoice(): (value: string) => Promise<void> {
  const store = useStore();
  const { failed } = useToast();
  const { chosen, choose } = useLanguage();
  return async (value) => {
    choose(isLanguage(value) ? value : null);
    const answer = await store.keepLanguage(isLanguage(value) ? value : 'auto');
    if (answer.ok) return;
    choose(chosen);
    failed(answer.problem);
  };
}

export const colorSchemes = [
  { value: 'light', label: 'menu.light', Icon: IconSun },
  { value: 'dark', label: 'menu.dark', Icon: IconMoon },
  { value: 'auto', label: 'menu.system', Icon: IconDeviceDesktop },
] as const;

const storedShortcuts = keptText('busker-shortcuts');
const shortcutsChoice = new Watched(storedShortcuts.read() !== 'off');

/** Whether single-key shortcuts are on, stored on this device. */
export function chooseShortcuts(on: boolean): void {
  shortcutsChoice.set(on);
  if (on) storedShortcuts.drop();
  else storedShortcuts.keep('off');
}

export const useShortcutsOn = (): boolean =>
  useSyncExternalStore(
    (onChange) => shortcutsChoice.watch(onChange),
    () => shortcutsChoice.value,
  );

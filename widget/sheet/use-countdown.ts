import { useEffect, useState } from 'react';

/** Milliseconds until a time, updated every second; 0 afterwards. Never more than `most`, because the device's clock may be wrong. */
export function useCountdown(until: number | null, most: number): number {
  const left = () => (until === null ? 0 : Math.max(0, Math.min(until - Date.now(), most)));
  const [shown, setShown] = useState(left);
  useEffect(() => {
    const count = () => setShown(left());
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
    // `left` depends only on `until` and `most`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [until, most]);
  return shown;
}

/** "9:05", in the language's digits. */
export function clockTime(milliseconds: number, locale: string): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  const digits = (value: number, least: number) =>
    new Intl.NumberFormat(locale, { minimumIntegerDigits: least }).format(value);
  return `${digits(Math.floor(seconds / 60), 1)}:${digits(seconds % 60, 2)}`;
}

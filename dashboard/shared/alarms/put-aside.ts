import { useState } from 'react';

const place = (uid: string) => `busker-alarms-aside-${uid}`;

function read(uid: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place(uid)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

function write(uid: string, keys: readonly string[]): void {
  try {
    localStorage.setItem(place(uid), JSON.stringify(keys));
  } catch {
    // Storage is blocked: put aside until this page is closed.
  }
}

/** How many are kept; a new one replaces the oldest. */
const most = 100;

/** The keys of the alarms that this owner has put aside on this device: another device is another place to be reminded. */
export function usePutAside(uid: string): readonly [aside: readonly string[], put: (key: string) => void] {
  const [aside, setAside] = useState(() => read(uid));
  const put = (key: string) => {
    const next = [key, ...read(uid)].slice(0, most);
    write(uid, next);
    setAside([key, ...aside]);
  };
  return [aside, put];
}

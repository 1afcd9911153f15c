import { isInApp } from '../browser/in-app';
import type { PayTab } from '../paying/pay-elsewhere';

/** The tab for the hosted payment page. Browsers inside apps have no usable tabs, so the page opens in this one. */
export function openPayTab(): PayTab {
  if (isInApp())
    return {
      go: (url) => {
        location.assign(url);
        return true;
      },
      close: () => undefined,
    };
  const tab = window.open('about:blank', '_blank');
  return {
    go: (url) => {
      // Popup blockers return no tab, or close it at once.
      if (!tab || tab.closed) return false;
      try {
        tab.opener = null;
      } catch {
        // In a sandboxed frame the new tab has another origin: only its address may be set.
      }
      tab.location.href = url;
      return true;
    },
    close: () => tab?.close(),
  };
}

import { isInApp } from '../card/in-app';
import type { PayTab } from '../tip/pay-elsewhere';

/** The tab that the hosted payment page opens in. In a browser inside an app there are none worth having: this very tab goes there. */
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
      // Blockers return no tab, or close it at once.
      if (!tab || tab.closed) return false;
      try {
        tab.opener = null;
      } catch {
        // Out of a sandboxed frame the new tab is another origin already; it may be sent on, not touched.
      }
      tab.location.href = url;
      return true;
    },
    close: () => tab?.close(),
  };
}

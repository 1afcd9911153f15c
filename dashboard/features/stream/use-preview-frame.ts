import { useCallback, useEffect, useRef } from 'react';
import type { Currency } from '../../../core/money/currency-codes';
import type { OverlayPage } from '../../../core/outbox/overlay/overlay';

export interface Sample {
  readonly currency: Currency;
  /** Minor units. */
  readonly amount: number;
}

const isReady = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'busker-overlay-ready';

/** Sends settings to the overlay's own page in a frame, as soon as that page is ready and after each change. */
export function usePreviewFrame(page: OverlayPage, { currency, amount }: Sample) {
  const frame = useRef<HTMLIFrameElement>(null);
  const message = JSON.stringify({ kind: 'busker-overlay-preview', page, currency, amount });
  const send = useCallback(
    () => frame.current?.contentWindow?.postMessage(JSON.parse(message), window.location.origin),
    [message],
  );
  useEffect(() => {
    send();
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      const isOurs = origin === window.location.origin && source === frame.current?.contentWindow;
      if (isOurs && isReady(data)) send();
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [send]);
  return frame;
}

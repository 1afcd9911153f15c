import * as v from 'valibot';
import { decodeOverlayPage } from '../../core/documents/overlay-document';
import type { OverlayAlert } from '../../core/outbox/overlay/overlay';
import { currencyCodes } from '../../core/money/money';
import type { PlayerView } from '../player';
import type { Card } from '../queue/entry';

/** What the dashboard sends to its frame: settings that are not saved yet, and whether to show a sample alert. */
const message = v.object({
  kind: v.literal('busker-overlay-preview'),
  page: v.unknown(),
  currency: v.picklist(currencyCodes),
  amount: v.number(),
});

const sample = ({ currency, amount }: Pick<OverlayAlert, 'currency' | 'amount'>): Card => ({
  kind: 'alert',
  entry: {
    id: 'sample',
    kind: 'test',
    amount,
    currency,
    name: null,
    message: null,
    livemode: true,
    of: null,
    readyAt: 0,
  },
});

/** Shows a sample alert with the settings that the dashboard sends. Only the page around this frame may send them. */
export function startPreview(view: PlayerView, surrounding: Window = window.parent): void {
  window.addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || source !== surrounding) return;
    const read = v.safeParse(message, data);
    const page = read.success ? decodeOverlayPage(read.output.page) : null;
    if (!read.success || !page?.ok) return;
    view.page(page.value);
    view.card(sample(read.output), page.value);
  });
  surrounding.postMessage({ kind: 'busker-overlay-ready' }, window.location.origin);
}

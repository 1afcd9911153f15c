import { formatMoney } from '../../core/money/money';
import type { OverlayPage } from '../../core/outbox/overlay/overlay';
import type { Card, Entry } from '../queue/entry';
import type { OverlayTexts } from '../messages/load-texts';
import { element, sentence } from './element';

type Words = Pick<Entry, 'kind' | 'name' | 'message'>;

/** A test has words of its own. */
const nameOf = ({ kind, name }: Words, texts: OverlayTexts): string =>
  name ?? (kind === 'test' ? texts.testName : texts.somebody);
const messageOf = ({ kind, message }: Words, texts: OverlayTexts): string | null =>
  message ?? (kind === 'test' ? texts.testMessage : null);

/** Who sent how much, as one line. The class names are documented in docs/streaming.md. */
export function thanksLine(
  entry: Words & Pick<Entry, 'amount' | 'currency'>,
  { language }: Pick<OverlayPage, 'language'>,
  texts: OverlayTexts,
): HTMLElement {
  const { amount, currency } = entry;
  const name = element('bdi', 'busker-alert-name', nameOf(entry, texts));
  const money = element(
    'bdi',
    'busker-alert-amount',
    formatMoney({ minorUnits: amount, currency }, language),
  );
  return element('p', 'busker-alert-title', ...sentence(texts.sent, { name, amount: money }));
}

/** The card that is shown: an alert, or the sum of many. */
export function alertCard(card: Card, page: OverlayPage, texts: OverlayTexts): HTMLElement {
  switch (card.kind) {
    case 'alert': {
      const { entry } = card;
      const parts = [thanksLine(entry, page, texts)];
      const message = messageOf(entry, texts);
      if (message !== null) {
        const text = element('p', 'busker-alert-message', message);
        text.dir = 'auto';
        parts.push(text);
      }
      return framed(entry.kind, !entry.livemode, parts, texts);
    }
    case 'sum': {
      const sums = card.sums.map(({ amount, currency }) =>
        formatMoney({ minorUnits: amount, currency }, page.language),
      );
      const amount = element('bdi', 'busker-alert-amount', sums.join(' + '));
      const count = new Intl.NumberFormat(page.language).format(card.count);
      const title = element('p', 'busker-alert-title', ...sentence(texts.more, { count, amount }));
      return framed('sum', !card.livemode, [title], texts);
    }
  }
}

function framed(
  kind: string,
  isTest: boolean,
  parts: readonly HTMLElement[],
  texts: OverlayTexts,
): HTMLElement {
  const ribbon = isTest ? [element('p', 'busker-alert-ribbon', texts.test)] : [];
  const made = element('section', 'busker-alert', ...ribbon, ...parts);
  made.dataset['kind'] = kind;
  made.setAttribute('role', 'status');
  return made;
}

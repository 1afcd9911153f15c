import { unreachable } from '@busker/core/base/result';
import type { MonthlyTerms } from '@busker/core/fan-api/monthly-api';
import type { SheetMessages } from './en-tip';
import type { Notice } from '../tip/tip-flow';

/**
 * The text of a notice. Each one says whether the card was charged. The server has the texts for monthly tips. Some notices are of the pay step, and
 * their English texts are in its chunk.
 */
export function noticeText(notice: Notice, messages: SheetMessages, labels?: MonthlyTerms['labels']): string {
  switch (notice.kind) {
    case 'declined':
      return messages.decline?.[notice.decline] ?? messages.notCharged;
    case 'refused':
      if (labels && notice.code === 'words-changed') return labels.changed;
      if (labels && notice.code === 'monthly-unavailable') return labels.unavailable;
      return refusalText(notice.code, messages);
    case 'offline':
      return messages.offline;
    case 'not-charged':
      return messages.notCharged;
    case 'not-paid':
      return messages.notPaid ?? messages.notCharged;
    case 'payment-closed':
      return messages.paymentClosed ?? messages.notCharged;
    case 'form-reloaded':
      return messages.formReloaded ?? messages.notCharged;
    case 'total-changed':
      return messages.totalChanged ?? messages.notCharged;
    case 'left-open':
      return messages.leftOpen;
    case 'challenge':
      return messages.personFirst ?? messages.notCharged;
    case 'page-expired':
      return messages.pageExpired ?? messages.notCharged;
    default:
      return unreachable(notice);
  }
}

export const refusalText = (code: string, messages: SheetMessages): string =>
  messages.refused[code] ?? messages.refusedOtherwise;

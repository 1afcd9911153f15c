import { unreachable } from '../../core/base/result';
import type { FormMessages } from '../messages/en-form';
import type { Notice } from '../tip/tip-flow';

/** The text of a notice. Each one says whether the card was charged. */
export function noticeText(notice: Notice, messages: FormMessages): string {
  switch (notice.kind) {
    case 'declined':
      return messages.decline[notice.decline];
    case 'refused':
      return refusalText(notice.code, messages);
    case 'offline':
      return messages.offline;
    case 'not-charged':
      return messages.notCharged;
    case 'not-paid':
      return messages.notPaid;
    case 'payment-closed':
      return messages.paymentClosed;
    case 'form-reloaded':
      return messages.formReloaded;
    case 'total-changed':
      return messages.totalChanged;
    case 'left-open':
      return messages.leftOpen;
    case 'challenge':
      return messages.personFirst;
    case 'page-expired':
      return messages.pageExpired;
    default:
      return unreachable(notice);
  }
}

export const refusalText = (code: string, messages: FormMessages): string =>
  messages.refused[code] ?? messages.refusedOtherwise;

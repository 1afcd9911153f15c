import { directionOf, type ShippedLanguage } from '../../core/base/language-tags';
import type { Context } from 'hono';
import type { Problem } from '../../core/base/problem';
import { problemKinds, type ProblemCode } from '../../core/base/problem-codes';
import { readerOf } from '../http/preferred-language';
import { sayWait } from '../http/respond';
import { answerNotice } from './page';
import { receiptTexts, type ReceiptTexts } from '../messages/page-texts';

/** The fan's message for each problem; `otherwise` for all others. */
const kinds: Partial<Record<ProblemCode, keyof ReceiptTexts['refused']>> = {
  'session-invalid': 'again',
  'session-expired': 'again',
  'request-reused': 'again',
  'currency-mismatch': 'again',
  'total-changed': 'again',
  'too-many-requests': 'often',
  'challenge-required': 'often',
  'invalid-fields': 'check',
  'amount-too-small': 'check',
  'amount-too-large': 'check',
  'service-unavailable': 'away',
  'payments-not-ready': 'notReady',
  'tips-off': 'notReady',
  'undo-unavailable': 'noUndo',
  'tip-not-changeable': 'fixed',
};

/** The reason for a refused form, and whether anything was charged. */
export function refusalIn(language: ShippedLanguage, { code }: Pick<Problem, 'code'>): string {
  return receiptTexts(language).refused[kinds[code] ?? 'otherwise'];
}

/** The receipt script's message by problem code; '' for all others. */
export function receiptRefusals(language: ShippedLanguage): Readonly<Record<string, string>> {
  const { gone, failed, refused, fields } = receiptTexts(language);
  const byCode: Partial<Record<ProblemCode, string>> = {
    'tip-not-found': gone,
    'undo-unavailable': refused.noUndo,
    'undo-failed': refused.noUndo,
    'tip-not-changeable': refused.fixed,
    'invalid-fields': fields.shorten,
  };
  return { ...byCode, '': failed };
}

/** The page for a refused request, in the reader's language. */
export function answerRefusal(c: Context, given: Problem): Response {
  const { language } = readerOf(c);
  sayWait(c, given);
  const { sorry: title } = receiptTexts(language).refused;
  const text = refusalIn(language, given);
  const direction = directionOf(language);
  return answerNotice(c, { title, text, language, direction }, problemKinds[given.code].status);
}

import type { ShippedLanguage } from '../../../core/base/language-tags';
import type { ProblemCode } from '../../../core/base/problem-codes';
import { manageTexts } from '../../messages/page-texts';

/** The script's message by problem code, with the path of the call before it where it matters: what has only been noted is carried out later. */
export function manageRefusals(language: ShippedLanguage): Readonly<Record<string, string>> {
  const { away, elsewhereNoted, over, wordsChanged, tooLate, often, notBack } = manageTexts(language);
  const byCode: Partial<Record<ProblemCode, string>> = {
    'monthly-ended': over,
    'words-changed': wordsChanged,
    'nothing-due': over,
    'withdraw-over': tooLate,
    'refund-unavailable': notBack,
    'too-many-requests': often,
  };
  return {
    ...byCode,
    '/stop service-unavailable': away,
    '/withdraw service-unavailable': away,
    '/stop monthly-elsewhere': elsewhereNoted,
    '/withdraw monthly-elsewhere': elsewhereNoted,
  };
}

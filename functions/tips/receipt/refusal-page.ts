import { directionOf } from '../../../core/base/direction';
import type { Context } from 'hono';
import type { Problem } from '../../../core/base/problem';
import { problemKinds } from '../../../core/base/problem-codes';
import { readerOf } from '../../http/preferred-language';
import { sayWait } from '../../http/respond';
import { answerNotice } from '../../pages/page';
import { receiptTexts } from '../../messages/page-texts';
import { refusalIn } from './refusals';

/** The page for a refused request, in the reader's language. */
export function answerRefusal(c: Context, given: Problem): Response {
  const { language } = readerOf(c);
  sayWait(c, given);
  const { sorry: title } = receiptTexts(language).refused;
  const text = refusalIn(language, given);
  const direction = directionOf(language);
  return answerNotice(c, { title, text, language, direction }, problemKinds[given.code].status);
}

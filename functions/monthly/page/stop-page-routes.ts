import type { Context } from 'hono';
import * as v from 'valibot';
import { cardLast4, stripeAddress } from '../../../core/monthly/declared-withdrawal';
import type { Problem } from '../../../core/base/problem';
import { problemKinds } from '../../../core/base/problem-codes';
import type { Deps } from '../../deps';
import { maxJsonBytes } from '../../http/read-body';
import { readForm } from '../../http/read-form';
import { readerOf, type Reader } from '../../http/preferred-language';
import type { Route } from '../../http/routes';
import { answerPage } from '../../pages/page';
import { answerNoProfile } from '../../pages/page-routes';
import { answerRefusal } from '../../tips/receipt/refusal-page';
import { monthlyOwner, type MonthlyOwner } from '../monthly-owner';
import { stopByEmail } from '../stop-by-email';
import { withdrawByEmail } from '../withdraw-by-email';
import { stopPage, stoppedPage } from './stop-page';
import { stopPageTexts } from './texts/stop-page-texts';
import { withdrawPageTexts } from './texts/withdraw-page-texts';
import type { RefusedWithdrawal } from './withdraw-form';
import { withdrawnPage } from './withdrawn-page';

/** What the form says about a problem that no field has. */
const sentenceOf = ({ code }: Problem, often: string, away: string) =>
  code === 'too-many-requests' ? often : away;

/** `GET` and `POST /@{handle}/monthly`: stopping a monthly tip by the address that Stripe has, and withdrawing from it by address and card. */
export function stopPageRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/:at{@[^/]+}/monthly',
      cors: 'none',
      on: {
        GET: async (c) => {
          const found = await monthlyOwner(deps, c.req.param('at'));
          if (found === undefined) return answerNoProfile(c, deps);
          const { language } = readerOf(c, found.own);
          return answerPage(c, stopPage({ ...found, language }), 200);
        },
        POST: async (c) => {
          const form = await readForm(c, ['what', 'email', 'cardLast4'], maxJsonBytes);
          if (!form.ok) return answerRefusal(c, form.problem);
          const found = await monthlyOwner(deps, c.req.param('at'));
          if (found === undefined) return answerNoProfile(c, deps);
          const reader = readerOf(c, found.own);
          // Whatever was typed: a confirmation of a stop or a withdrawal would be untrue.
          if (found.reach === 'none')
            return answerPage(c, stopPage({ ...found, language: reader.language }), 409);
          const { what, ...typed } = form.value;
          return what === 'withdraw'
            ? answerWithdrawal(c, deps, found, reader, typed)
            : answerStop(c, deps, found, reader, typed.email);
        },
      },
    },
  ];
}

async function answerStop(c: Context, deps: Deps, found: MonthlyOwner, { language }: Reader, typed: string) {
  const { wrong, often, away } = stopPageTexts(language);
  const refuse = (refused: string, status: number) =>
    answerPage(c, stopPage({ ...found, language, refused, typed: typed.slice(0, 254) }), status);
  const email = v.safeParse(stripeAddress, typed);
  if (!email.success) return refuse(wrong, 422);
  const stopped = await stopByEmail(deps, found.uid, email.output);
  if (stopped.ok) return answerPage(c, stoppedPage({ ...found, language }), 202);
  return refuse(sentenceOf(stopped.problem, often, away), problemKinds[stopped.problem.code].status);
}

async function answerWithdrawal(
  c: Context,
  deps: Deps,
  found: MonthlyOwner,
  reader: Reader,
  typed: RefusedWithdrawal['typed'],
) {
  const { language } = reader;
  const receivedAt = deps.clock.now();
  const { wrong, away } = stopPageTexts(language);
  const { wrongDigits, often } = withdrawPageTexts(language);
  const shown = { email: typed.email.slice(0, 254), cardLast4: typed.cardLast4.slice(0, 30) };
  const refuse = (why: RefusedWithdrawal['wrong'], status: number) =>
    answerPage(c, stopPage({ ...found, language, withdrawal: { typed: shown, wrong: why } }), status);
  const email = v.safeParse(stripeAddress, typed.email);
  const digits = v.safeParse(cardLast4, typed.cardLast4);
  if (!email.success || !digits.success)
    return refuse(
      { ...(email.success ? {} : { email: wrong }), ...(digits.success ? {} : { cardLast4: wrongDigits }) },
      422,
    );
  const declared = { email: email.output, cardLast4: digits.output };
  const withdrawn = await withdrawByEmail(deps, found.uid, declared);
  if (withdrawn.ok) {
    return answerPage(c, withdrawnPage({ ...found, ...reader, typed: declared, receivedAt }), 202);
  }
  const { problem } = withdrawn;
  return refuse({ form: sentenceOf(problem, often, away) }, problemKinds[problem.code].status);
}

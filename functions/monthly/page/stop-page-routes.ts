import type { Context } from 'hono';
import * as v from 'valibot';
import { cardLast4, stripeAddress } from '../../../core/monthly/monthly';
import type { Problem } from '../../../core/base/problem';
import { problemKinds } from '../../../core/base/problem-codes';
import type { Deps } from '../../deps';
import { callerOf, type Caller } from '../../limits/caller';
import { maxJsonBytes } from '../../http/read-body';
import { readForm } from '../../http/read-form';
import { sayWait } from '../../http/respond';
import { readerOf, type Reader } from '../../http/preferred-language';
import type { Route } from '../../http/routes';
import { answerPage } from '../../pages/page';
import { answerNoProfile } from '../../profiles/no-profile-page';
import { answerRefusal } from '../../pages/refusal-page';
import { monthlyOwner, type MonthlyOwner } from '../monthly-owner';
import { stopByEmail } from '../stop-by-email';
import { withdrawByEmail } from '../withdraw-by-email';
import { stopPage, stoppedPage } from './stop-page';
import { stopPageTexts, withdrawPageTexts } from '../../messages/page-texts';
import type { RefusedWithdrawal } from './withdraw-form';
import { withdrawnPage } from './withdrawn-page';

/** What the form says about a problem that no field has. */
function sentenceOf({ code }: Problem, texts: Readonly<Record<'often' | 'person' | 'away', string>>): string {
  if (code === 'challenge-required') return texts.person;
  return code === 'too-many-requests' ? texts.often : texts.away;
}

const asksPerson = ({ code }: Problem) => code === 'challenge-required';

/** `GET` and `POST /@{handle}/monthly`: stopping a monthly tip by the address that Stripe has, and withdrawing from it by address and card. */
export function stopPageRoutes(deps: Deps): readonly Route[] {
  const { config } = deps;
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
          const form = await readForm(c, ['what', 'email', 'cardLast4', 'challenge'], maxJsonBytes);
          if (!form.ok) return answerRefusal(c, form.problem);
          const found = await monthlyOwner(deps, c.req.param('at'));
          if (found === undefined) return answerNoProfile(c, deps);
          const reader = readerOf(c, found.own);
          // Whatever was typed: a confirmation of a stop or a withdrawal would be untrue.
          if (found.reach === 'none')
            return answerPage(c, stopPage({ ...found, language: reader.language }), 409);
          const { what, challenge, ...typed } = form.value;
          const caller = callerOf(c, config);
          return what === 'withdraw'
            ? answerWithdrawal(c, deps, found, reader, { typed, challenge, caller })
            : answerStop(c, deps, found, reader, { typed, challenge, caller });
        },
      },
    },
  ];
}

interface Sent {
  readonly typed: RefusedWithdrawal['typed'];
  readonly challenge: string;
  readonly caller: Caller;
}

async function answerStop(
  c: Context,
  deps: Deps,
  found: MonthlyOwner,
  { language }: Reader,
  { typed, challenge, caller }: Sent,
) {
  const texts = stopPageTexts(language);
  const shown = { ...found, language, typed: typed.email };
  const email = v.safeParse(stripeAddress, typed.email);
  if (!email.success) return answerPage(c, stopPage({ ...shown, refused: texts.wrong }), 422);
  const asked = { uid: found.uid, email: email.output, challenge };
  const stopped = await stopByEmail(deps, asked, caller);
  if (stopped.ok) return answerPage(c, stoppedPage({ ...found, language }), 202);
  const { problem } = stopped;
  sayWait(c, problem);
  const refused = { refused: sentenceOf(problem, texts), asksPerson: asksPerson(problem) };
  return answerPage(c, stopPage({ ...shown, ...refused }), problemKinds[problem.code].status);
}

async function answerWithdrawal(
  c: Context,
  deps: Deps,
  found: MonthlyOwner,
  reader: Reader,
  { typed, challenge, caller }: Sent,
) {
  const { language } = reader;
  const receivedAt = deps.clock.now();
  const { wrong, person, away } = stopPageTexts(language);
  const { wrongDigits, often } = withdrawPageTexts(language);
  const refuse = (refused: Omit<RefusedWithdrawal, 'typed'>, status: number) =>
    answerPage(c, stopPage({ ...found, language, withdrawal: { typed, ...refused } }), status);
  const email = v.safeParse(stripeAddress, typed.email);
  const digits = v.safeParse(cardLast4, typed.cardLast4);
  if (!email.success || !digits.success)
    return refuse(
      {
        wrong: {
          ...(email.success ? {} : { email: wrong }),
          ...(digits.success ? {} : { cardLast4: wrongDigits }),
        },
      },
      422,
    );
  const declared = { email: email.output, cardLast4: digits.output };
  const withdrawn = await withdrawByEmail(deps, { uid: found.uid, challenge, ...declared }, caller);
  if (withdrawn.ok) {
    return answerPage(c, withdrawnPage({ ...found, ...reader, typed: declared, receivedAt }), 202);
  }
  const { problem } = withdrawn;
  sayWait(c, problem);
  const wrongForm = { form: sentenceOf(problem, { often, person, away }) };
  return refuse({ wrong: wrongForm, asksPerson: asksPerson(problem) }, problemKinds[problem.code].status);
}

import type { Context } from 'hono';
import * as v from 'valibot';
import { directionOf, isolated, type ShippedLanguage } from '../../../core/base/language-tags';
import type { Problem } from '../../../core/base/result';
import { problemKinds } from '../../../core/base/problem-codes';
import { cardLast4, stripeAddress, type DeclaredWithdrawal } from '../../../core/monthly/monthly';
import { html, type Html } from '../../../core/web/html';
import type { Deps } from '../../deps';
import { readerOf, maxJsonBytes, readForm, sayWait, type Reader, type Route } from '../../http/routes';
import { callerOf, type Caller } from '../../limits/owner-limits';
import { challengeField, challengeFieldScript } from '../../challenge/challenge-routes';
import { manageTexts, stopPageTexts, withdrawPageTexts } from '../../messages/page-texts';
import { answerPage, legalLinks, answerRefusal, type Page } from '../../pages/page';
import { answerNoProfile } from '../../profiles/no-profile-page';
import { monthlyOwner, type MonthlyOwner } from '../open-portal';
import { stopByEmail, withdrawByEmail } from '../end-by-email';
import { printAsset } from './print-script';
import { stopPageAddress } from './monthly-part';

const withdrawFields = ['email', 'cardLast4'] as const;
type WithdrawField = (typeof withdrawFields)[number];

/** A form that was refused: what was typed, and why, of each field or of all. */
interface RefusedWithdrawal {
  readonly typed: Readonly<Record<WithdrawField, string>>;
  readonly wrong: Readonly<Partial<Record<WithdrawField | 'form', string>>>;
  readonly asksPerson?: boolean;
}

interface WithdrawForm {
  readonly handle: string;
  readonly owner: string;
  readonly language: ShippedLanguage;
  readonly refused?: RefusedWithdrawal;
}

const nothingTyped: RefusedWithdrawal['typed'] = { email: '', cardLast4: '' };

/** What each field says to the browser beside its type. */
const attributes: Readonly<Record<WithdrawField, Html>> = {
  email: html`type="email" autocomplete="email"`,
  cardLast4: html`type="text" inputmode="numeric" autocomplete="off"`,
};

/** The second form of `/@{handle}/monthly`: one press opens it, and one confirms the withdrawal. It needs no script. */
function withdrawForm({ handle, owner, language, refused }: WithdrawForm): Html {
  const { withdraw, withdrawYes } = manageTexts(language);
  const texts = withdrawPageTexts(language);
  const labels = { email: stopPageTexts(language).email, cardLast4: texts.cardLast4 };
  const { typed = nothingTyped, wrong = {}, asksPerson = false } = refused ?? {};
  return html`<details id="withdraw" ${refused === undefined ? null : html` open`}>
    <summary class="button quiet">${withdraw}</summary>
    ${wrong.form === undefined ? null : html`<p class="error" role="alert">${wrong.form}</p>`}
    <p id="withdraw-about">${texts.about({ owner })}</p>
    <p class="muted">${texts.withoutCard({ owner })}</p>
    <form method="post" action="${stopPageAddress(handle, language)}" novalidate>
      <input type="hidden" name="what" value="withdraw" />
      ${withdrawFields.map((name) => field(name, labels[name], typed[name], wrong[name]))}
      ${asksPerson ? challengeField(language, stopPageTexts(language)) : null}
      <p><button class="button" type="submit" aria-describedby="withdraw-about">${withdrawYes}</button></p>
    </form>
  </details>`;
}

function field(name: WithdrawField, label: string, typed: string, wrong: string | undefined): Html {
  const id = `withdraw-${name}`;
  const described = wrong === undefined ? null : html` aria-invalid="true" aria-describedby="${id}-error"`;
  return html`<label for="${id}">${label}</label>
    <input id="${id}" name="${name}" ${attributes[name]} value="${typed}" ${described} />
    ${wrong === undefined ? null : html`<p id="${id}-error" class="error" role="alert">${wrong}</p>`}`;
}

interface StopPage extends Pick<MonthlyOwner, 'handle' | 'owner' | 'reach' | 'portalLogin'> {
  readonly language: ShippedLanguage;
  /** Why the form is shown again. */
  readonly refused?: string;
  /** The refused form asks for a challenge. */
  readonly asksPerson?: boolean;
  /** What was typed in the refused form. */
  readonly typed?: string;
  /** The other form, when it was refused. */
  readonly withdrawal?: RefusedWithdrawal;
}

/**
 * `/@{handle}/monthly`: stopping a monthly tip or withdrawing from it without its link. It is complete without script. While the owner's Stripe account
 * is disconnected it has no form, because no form could do what it says.
 */
function stopPage({ handle, owner, language, reach, portalLogin, ...shown }: StopPage): Page {
  const texts = stopPageTexts(language);
  const direction = directionOf(language);
  const { withdrawal } = shown;
  const asksPerson = shown.asksPerson === true || withdrawal?.asksPerson === true;
  return {
    language,
    direction,
    title: texts.title,
    head: html`<meta name="robots" content="noindex" /> ${asksPerson ? challengeFieldScript : null}`,
    body: html`<main class="panel">
      <h1>${texts.title}</h1>
      ${outOfReach({ reach, owner, language })} ${reach === 'none' ? null : html`<p>${texts.withLink}</p>`}
      ${reach === 'none' ? null : stopForm({ handle, owner, language, ...shown })}
      ${reach === 'none' ? null : html`<p class="muted">${texts.otherwise}</p>`}
      ${
        portalLogin === null
          ? null
          : html`<p><a class="button quiet" href="${portalLogin}">${manageTexts(language).toStripe}</a></p>`
      }
      ${
        reach === 'none'
          ? null
          : withdrawForm({ handle, owner, language, ...(withdrawal && { refused: withdrawal }) })
      }
    </main>`,
    footer: legalLinks({ language, handle }),
  };
}

/** What is charged by an account that Stripe does not show us; null = there is none. */
const outOfReach = ({
  reach,
  owner,
  language,
}: Pick<StopPage, 'reach' | 'owner' | 'language'>): Html | null =>
  reach === 'all' ? null : html`<p role="note">${stopPageTexts(language).gone({ owner })}</p>`;

function stopForm({
  handle,
  owner,
  language,
  refused,
  asksPerson = false,
  typed = '',
}: Pick<StopPage, 'handle' | 'owner' | 'language' | 'refused' | 'asksPerson' | 'typed'>): Html {
  const texts = stopPageTexts(language);
  const error =
    refused === undefined ? null : html`<p id="email-error" class="error" role="alert">${refused}</p>`;
  const described = refused === undefined ? 'about' : 'email-error about';
  return html`<p id="about">${texts.withAddress({ owner })}</p>
    <form method="post" action="${stopPageAddress(handle, language)}" novalidate>
      <label for="email">${texts.email}</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="email"
        value="${typed}"
        aria-describedby="${described}"
        ${refused === undefined ? null : html`aria-invalid="true"`}
      />
      ${error} ${asksPerson ? challengeField(language, texts) : null}
      <p><button class="button" type="submit">${texts.stop}</button></p>
    </form>`;
}

/** The same for every address. */
function stoppedPage({
  handle,
  owner,
  reach,
  language,
}: Pick<StopPage, 'handle' | 'owner' | 'reach' | 'language'>): Page {
  const texts = stopPageTexts(language);
  return {
    language,
    direction: directionOf(language),
    title: texts.doneTitle,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<main class="panel">
      <h1>${texts.doneTitle}</h1>
      <p role="status">${texts.done}</p>
      ${outOfReach({ reach, owner, language })}
      <p>
        <a href="/@${handle}?lang=${language}"><bdi>@${handle}</bdi></a>
      </p>
    </main>`,
    footer: legalLinks({ language, handle }),
  };
}

interface WithdrawnPage extends Reader, Pick<MonthlyOwner, 'handle' | 'owner' | 'reach'> {
  /** What the fan declared: the page is the proof of it, and nothing else keeps it. */
  readonly typed: DeclaredWithdrawal;
  /** When the withdrawal arrived (epoch milliseconds). */
  readonly receivedAt: number;
}

/** Confirms that a withdrawal was received, for saving and printing. It is the same for every address and card. */
function withdrawnPage({ handle, owner, reach, typed, receivedAt, language, locale }: WithdrawnPage): Page {
  const texts = withdrawPageTexts(language);
  const direction = directionOf(language);
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  const rows = [
    [texts.receivedAt, `${isolated(times.format(receivedAt), direction)} UTC`],
    [texts.to, `@${handle}`],
    [stopPageTexts(language).email, typed.email],
    [texts.cardLast4, typed.cardLast4],
  ] as const;
  return {
    language,
    direction,
    title: texts.doneTitle,
    head: html`<meta name="robots" content="noindex" />
      <script src="${printAsset.path}" defer></script>`,
    body: html`<main class="panel">
      <h1>${texts.doneTitle}</h1>
      <p role="status">${texts.done({ owner })}</p>
      <dl class="facts">
        ${rows.map(
          ([label, value]) =>
            html`<dt>${label}</dt>
              <dd><bdi>${value}</bdi></dd>`,
        )}
      </dl>
      <p class="muted">${texts.otherwise({ owner })}</p>
      ${reach === 'all' ? null : html`<p role="note">${stopPageTexts(language).gone({ owner })}</p>`}
      <p>
        <button id="print" class="button quiet" type="button" hidden>${manageTexts(language).print}</button>
      </p>
      <p>
        <a href="/@${handle}?lang=${language}"><bdi>@${handle}</bdi></a>
      </p>
    </main>`,
    footer: legalLinks({ language, handle }),
  };
}

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

/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import * as v from 'valibot';
import { directionOf, isolated, type ShippedLanguage } from '@busker/core/locale/language-tags';
import { problemKinds } from '@busker/core/base/problem-codes';
import { fail, ok, problem, type Problem, type Result } from '@busker/core/base/result';
import {
  cardLast4,
  stripeAddress,
  type DeclaredWithdrawal,
  type Monthly,
} from '@busker/core/monthly/monthly';
import { manageTexts, stopPageTexts, withdrawPageTexts } from '@busker/core/messages/core-texts';
import { challengeField, challengeFieldScript } from '../challenge/challenge-routes';
import type { Deps } from '../deps';
import { readForm, readerOf, sayWait, type Reader, type Route } from '../http/routes';
import type { LimitRule } from '../limits/limit-counter';
import { callerOf, knownAddress, type Caller } from '../http/caller';
import { inSameTime } from '../limits/limit-rules';
import { logUnavailable } from '../log';
import { monthlyOwner, type MonthlyOwner } from '../monthly/monthly-plan';
import { stopMonthly, withdrawMonthly, withdrawable } from '../monthly/sync-monthly';
import { answerPage, answerRefusal, facts, legalLinks, noIndex, type Page } from '../pages/page';
import { scriptAsset } from '../pages/page-assets';
import { answerNoProfile } from '../profiles/published-profile';
import { fingerprint } from '../signed-token';
import { stored } from '../store/store';
import type { WhichMonthlies } from '../stripe/payments';
import { tooMany } from '../open-tips/new-tip';
import { tipRules } from '../tips/tip-access';
import { stopPageAddress } from './manage-section';

/** A stop or a withdrawal that somebody asks for without the key of the receipt. */
interface AskedEnding {
  readonly what: 'stop' | 'withdraw';
  readonly uid: string;
  /** The address as typed. */
  readonly email: string;
  /** The answer to the challenge; empty = there was none. */
  readonly challenge: string;
}

type AdmitDeps = Pick<Deps, 'config' | 'limits' | 'challenge' | 'clock'>;

interface EndingRules {
  /** Refuse. They belong to one client, so that nobody can use them up for others. */
  readonly client: readonly LimitRule[];
  /** Ask for a challenge. Strangers can use them up: they must never refuse. */
  readonly shared: readonly LimitRule[];
  /** The only limit of guessed digits where neither the client is known nor a challenge is answered. */
  readonly unknown: readonly LimitRule[];
}

function rulesOf(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { what, uid, email }: AskedEnding,
  caller: Caller,
): EndingRules {
  const rules = tipRules(config);
  const client = knownAddress({ config, clock }, caller)?.hash ?? null;
  // With the server's secret: nobody can try addresses on what is stored. Without the digits: otherwise each of the 10,000 would have tries of its own.
  // Other capital letters give no further tries either.
  const typed = fingerprint(config.secrets, `${what}-email`, `${uid} ${email.toLowerCase()}`);
  if (what === 'stop') {
    const shared = [rules.stopByEmail(typed), rules.stopOfProfile(uid)];
    return client === null
      ? { client: [], shared, unknown: [] }
      : { client: [rules.stopByClient(client)], shared: [...shared, rules.stopOften(client)], unknown: [] };
  }
  return {
    client: client === null ? [] : [rules.withdrawByClient(client)],
    shared: [rules.withdrawByEmail(typed), rules.withdrawOfProfile(uid)],
    unknown: client === null ? [rules.withdrawUnknown(typed)] : [],
  };
}

/**
 * Counts a stop or a withdrawal without the key. Both are rights that a fan must have at any time, so what strangers do to a profile or to an address ends in
 * a challenge, never in a refusal. Only a client that asks too often is refused, and then nothing else is counted. Where no challenge is
 * configured, or its service does not answer, the limits of the client stand alone. The answer depends on what was typed, never on what Stripe has.
 */
async function admitEnding(deps: AdmitDeps, asked: AskedEnding, caller: Caller): Promise<Result<null>> {
  const { client, shared, unknown } = rulesOf(deps, asked, caller);
  const ahead = await deps.limits.read([...client, ...shared, ...unknown]);
  const spent = ahead.slice(0, client.length).map((state) => ({ ...state, left: state.left - 1 }));
  if (spent.some(({ left }) => left < 0)) return fail(tooMany(spent));
  const isCrowded = ahead.slice(client.length).some(({ left }) => left <= 0);
  const passed = isCrowded ? await passes(deps, asked.challenge, caller) : 'unasked';
  if (passed === 'no') return fail(problem('challenge-required'));
  const refusing = passed === 'yes' ? client : [...client, ...unknown];
  const counted = await deps.limits.count([...refusing, ...shared]);
  const over = counted.slice(0, refusing.length).filter(({ left }) => left < 0);
  return over.length > 0 ? fail(tooMany(over)) : ok(null);
}

async function passes(
  { config, challenge }: AdmitDeps,
  answer: string,
  { address }: Caller,
): Promise<'yes' | 'no' | 'unasked'> {
  if (config.challenge.kind === 'none') return 'unasked';
  if (answer === '') return 'no';
  const verdict = await challenge.verify(answer, address);
  // Another company that is away must not keep a fan from a right.
  if (verdict === 'unavailable') return 'unasked';
  return verdict === 'person' ? 'yes' : 'no';
}

/**
 * The owner's monthly tips that Stripe has for this address. Unknown addresses have none. The address goes to Stripe and nowhere else. Fails with
 * `service-unavailable` while Stripe does not answer, whatever the address.
 */
async function monthliesOfAddress(
  deps: Deps,
  uid: string,
  email: string,
  which: WhichMonthlies,
): Promise<Result<readonly Monthly[]>> {
  const payments = await deps.store.read(stored.payments(uid));
  const account = payments?.accountId ?? null;
  // Without an account of its own this would ask about the server's.
  if (payments === undefined || (account === null && deps.config.mode !== 'single')) return ok([]);
  const found = await deps.subscriptions.ofAddress(account, email, which);
  if (!found.ok) {
    if (found.problem.kind !== 'unavailable') return ok([]);
    logUnavailable(deps.log, found.problem);
    return fail(problem('service-unavailable'));
  }
  const mine = found.value.filter((reference) => reference.uid === uid);
  const known = await Promise.all(mine.map(({ tipId }) => deps.store.read(stored.monthly(uid, tipId))));
  return ok(known.filter((monthly) => monthly !== undefined));
}

/**
 * Stops every monthly tip of an owner's fan with this address at the end of its period. Known and unknown addresses get the same answer, after
 * the same time unless Stripe takes long (`inSameTime`). The address is in this call alone: it is neither stored nor logged.
 */
async function stopByEmail(
  deps: Deps,
  { uid, email, challenge }: Omit<AskedEnding, 'what'>,
  caller: Caller,
): Promise<Result<null>> {
  const admitted = await admitEnding(deps, { what: 'stop', uid, email, challenge }, caller);
  if (!admitted.ok) return admitted;
  return inSameTime(deps, () => stopAll(deps, uid, email));
}

async function stopAll(deps: Deps, uid: string, email: string): Promise<Result<null>> {
  const found = await monthliesOfAddress(deps, uid, email, 'running');
  if (!found.ok) return found;
  // A request without an answer is noted, and the next check repeats it.
  for (const monthly of found.value) await stopMonthly(deps, monthly, 'fan');
  return ok(null);
}

/**
 * Withdraws from every monthly tip of an owner's fan with this address and this card that is within its time, whether it runs or has ended. Unlike a
 * stop it gives money back and cannot be taken back, so an address alone is no proof. Whatever is typed, the answer is the same, after the same time
 * unless Stripe takes long (`inSameTime`). Address and digits are in this call alone: they are neither stored nor logged. Fails with
 * `too-many-requests` or `challenge-required`, and with `service-unavailable` while Stripe does not answer.
 */
async function withdrawByEmail(
  deps: Deps,
  { uid, challenge, ...typed }: DeclaredWithdrawal & Omit<AskedEnding, 'what'>,
  caller: Caller,
): Promise<Result<null>> {
  const asked = { what: 'withdraw', uid, email: typed.email, challenge } as const;
  const admitted = await admitEnding(deps, asked, caller);
  if (!admitted.ok) return admitted;
  return inSameTime(deps, () => withdrawAll(deps, uid, typed));
}

async function withdrawAll(
  deps: Deps,
  uid: string,
  { email, cardLast4 }: DeclaredWithdrawal,
): Promise<Result<null>> {
  // Also those that have ended: the days to withdraw go on after a stop.
  const found = await monthliesOfAddress(deps, uid, email, 'all');
  if (!found.ok) return found;
  const ofCard = found.value.filter(({ card }) => card?.last4 === cardLast4);
  // Together: each is noted before Stripe is asked, and what Stripe does not answer is repeated by the next check.
  await Promise.all(ofCard.map((monthly) => withdrawOne(deps, monthly)));
  return ok(null);
}

async function withdrawOne(deps: Deps, monthly: Monthly): Promise<void> {
  const allowed = await withdrawable(deps, monthly);
  if (allowed.ok) await withdrawMonthly(deps, monthly);
}

export const printAsset = scriptAsset('print');

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

/** The browser's hints of each field. */
const attributes: Readonly<Record<WithdrawField, object>> = {
  email: { type: 'email', autocomplete: 'email' },
  cardLast4: { type: 'text', inputmode: 'numeric', autocomplete: 'off' },
};

/** The second form of `/@{handle}/monthly`: one press opens it, and one confirms the withdrawal. It needs no script. */
function withdrawForm({ handle, owner, language, refused }: WithdrawForm): Child {
  const { withdraw, withdrawYes } = manageTexts(language);
  const texts = withdrawPageTexts(language);
  const labels = { email: stopPageTexts(language).email, cardLast4: texts.cardLast4 };
  const { typed = nothingTyped, wrong = {}, asksPerson = false } = refused ?? {};
  return (
    <details id="withdraw" open={refused !== undefined}>
      <summary class="button quiet">{withdraw}</summary>
      {wrong.form === undefined ? null : (
        <p class="error" role="alert">
          {wrong.form}
        </p>
      )}
      <p id="withdraw-about">{texts.about({ owner })}</p>
      <p class="muted">{texts.withoutCard({ owner })}</p>
      <form method="post" action={stopPageAddress(handle, language)} novalidate>
        <input type="hidden" name="what" value="withdraw" />
        {withdrawFields.map((name) => field(name, labels[name], typed[name], wrong[name]))}
        {asksPerson ? challengeField(language, stopPageTexts(language)) : null}
        <p>
          <button class="button" type="submit" aria-describedby="withdraw-about">
            {withdrawYes}
          </button>
        </p>
      </form>
    </details>
  );
}

function field(name: WithdrawField, label: string, typed: string, wrong: string | undefined): Child {
  const id = `withdraw-${name}`;
  const described = wrong !== undefined && { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` };
  return (
    <>
      <label for={id}>{label}</label>
      <input id={id} name={name} {...attributes[name]} value={typed} {...described} />
      {wrong === undefined ? null : (
        <p id={`${id}-error`} class="error" role="alert">
          {wrong}
        </p>
      )}
    </>
  );
}

interface StopPage extends Pick<MonthlyOwner, 'handle' | 'owner' | 'reach' | 'portalLogin'> {
  readonly language: ShippedLanguage;
  /** Why the form is shown again. */
  readonly refused?: string;
  /** The refused form asks for a challenge. */
  readonly asksPerson?: boolean;
  /** The values of the refused form. */
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
    head: (
      <>
        {noIndex}
        {asksPerson ? challengeFieldScript : null}
      </>
    ),
    body: (
      <main class="panel">
        <h1>{texts.title}</h1>
        {outOfReach({ reach, owner, language })}
        {reach === 'none' ? null : <p>{texts.withLink}</p>}
        {reach === 'none' ? null : stopForm({ handle, owner, language, ...shown })}
        {reach === 'none' ? null : <p class="muted">{texts.otherwise}</p>}
        {portalLogin === null ? null : (
          <p>
            <a class="button quiet" href={portalLogin}>
              {manageTexts(language).toStripe}
            </a>
          </p>
        )}
        {reach === 'none'
          ? null
          : withdrawForm({ handle, owner, language, ...(withdrawal && { refused: withdrawal }) })}
      </main>
    ),
    footer: legalLinks({ language, handle }),
  };
}

/** A note if an account that Stripe does not show us also charges the fan. */
const outOfReach = ({ reach, owner, language }: Pick<StopPage, 'reach' | 'owner' | 'language'>): Child =>
  reach === 'all' ? null : <p role="note">{stopPageTexts(language).gone({ owner })}</p>;

function stopForm({
  handle,
  owner,
  language,
  refused,
  asksPerson = false,
  typed = '',
}: Pick<StopPage, 'handle' | 'owner' | 'language' | 'refused' | 'asksPerson' | 'typed'>): Child {
  const texts = stopPageTexts(language);
  const error =
    refused === undefined ? null : (
      <p id="email-error" class="error" role="alert">
        {refused}
      </p>
    );
  const described = refused === undefined ? 'about' : 'email-error about';
  return (
    <>
      <p id="about">{texts.withAddress({ owner })}</p>
      <form method="post" action={stopPageAddress(handle, language)} novalidate>
        <label for="email">{texts.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          value={typed}
          aria-describedby={described}
          aria-invalid={refused === undefined ? undefined : 'true'}
        />
        {error}
        {asksPerson ? challengeField(language, texts) : null}
        <p>
          <button class="button" type="submit">
            {texts.stop}
          </button>
        </p>
      </form>
    </>
  );
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
    head: noIndex,
    body: (
      <main class="panel">
        <h1>{texts.doneTitle}</h1>
        <p role="status">{texts.done}</p>
        {outOfReach({ reach, owner, language })}
        <p>
          <a href={`/@${handle}?lang=${language}`}>
            <bdi>@{handle}</bdi>
          </a>
        </p>
      </main>
    ),
    footer: legalLinks({ language, handle }),
  };
}

interface WithdrawnPage extends Reader, Pick<MonthlyOwner, 'handle' | 'owner' | 'reach'> {
  /** The fan's declaration: this page is its only proof. */
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
    head: (
      <>
        {noIndex}
        <script src={printAsset.path} defer></script>
      </>
    ),
    body: (
      <main class="panel">
        <h1>{texts.doneTitle}</h1>
        <p role="status">{texts.done({ owner })}</p>
        <dl class="facts">{facts(rows.map(([label, value]) => [label, <bdi>{value}</bdi>]))}</dl>
        <p class="muted">{texts.otherwise({ owner })}</p>
        {outOfReach({ reach, owner, language })}
        <p>
          <button id="print" class="button quiet" type="button" hidden>
            {manageTexts(language).print}
          </button>
        </p>
        <p>
          <a href={`/@${handle}?lang=${language}`}>
            <bdi>@{handle}</bdi>
          </a>
        </p>
      </main>
    ),
    footer: legalLinks({ language, handle }),
  };
}

/** The text for a problem that no field has. */
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
          const form = await readForm(c, ['what', 'email', 'cardLast4', 'challenge']);
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

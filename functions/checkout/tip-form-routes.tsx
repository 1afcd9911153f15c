/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import * as v from 'valibot';
import type { TipCreated, TipRequest, TipSession } from '@busker/core/fan-api/tip-api';
import { readEmailAddress } from '@busker/core/text/addresses';
import {
  directionOf,
  languageOf,
  shippedLanguage,
  type ShippedLanguage,
} from '@busker/core/locale/language-tags';
import { problemKinds } from '@busker/core/base/problem-codes';
import { fail, ok, problem, type Problem, type Result } from '@busker/core/base/result';
import { checkTipAmount, intervals, coverCosts } from '@busker/core/amounts/amount-limits';
import { formatMoney } from '@busker/core/money/money';
import { parseAmount } from '@busker/core/amounts/parse-amount';
import { wallTexts, pageTexts, receiptTexts } from '@busker/core/messages/core-texts';
import { commitmentWords, wordsVersion, type CommitmentWords } from '@busker/core/monthly/monthly-words';
import { lookupHandle, type Look } from '@busker/core/profile/draft';
import { pauseDay, type PublicProfile, type StoredProfile } from '@busker/core/profile/profile';
import { tipTextLimits } from '@busker/core/tip/tip';
import { readPlace, readTipLink, type LinkTerms, type TipLink } from '@busker/core/embed/tip-link';
import type { Deps } from '../deps';
import { clientAddress, type Caller } from '../http/caller';
import { fromOurPage, notCached, readForm, readerOf, type Route } from '../http/routes';
import { isOffered, periodTerms, readAt } from '../monthly/monthly-plan';
import { answerNotice, answerPage, answerRefusal, refusalIn, noIndex, type Page } from '../pages/page';
import { scriptAsset } from '../pages/page-assets';
import {
  atOwner,
  findForTip,
  publicView,
  answerNoProfile,
  answerRestricted,
} from '../profiles/published-profile';
import { tipTerms, type TipTerms } from '../open-tips/new-tip';
import { holdTip, openGate } from '../tips/tip-access';
import { createTip } from './create-tip';
import { createTipSession } from './create-tip-session';

/** The fields of the form on `/@ada/tip`, as typed. Missing ones are empty. */
interface TipForm {
  readonly session: string;
  readonly requestId: string;
  /** Where the fan is, as the page's address said it (core/embed/tip-link.ts). */
  readonly at: string;
  /** Minor units of the chosen amount, or `other`; empty = none was chosen. */
  readonly choice: string;
  readonly other: string;
  readonly cover: string;
  readonly name: string;
  readonly message: string;
  readonly receiptEmail: string;
  readonly privateMessage: string;
  readonly hideAmount: string;
  readonly anonymous: string;
  /** `once`, `month` or `year`; empty = once. */
  readonly every: string;
  /** The version of the words that the fan has agreed to; empty = none yet. */
  readonly agreed: string;
}

const tipFormFields = [
  'session',
  'requestId',
  'at',
  'choice',
  'other',
  'cover',
  'name',
  'message',
  'receiptEmail',
  'privateMessage',
  'hideAmount',
  'anonymous',
  'every',
  'agreed',
] as const satisfies readonly (keyof TipForm)[];

/** The server creates one per page. A shared id would make several tips one. */
const formRequestId = /^[a-z0-9]{8,64}$/;

/** A browser that does not hide the field of another amount may send one without its choice. */
const isTyped = ({ choice, other }: TipForm) => choice === 'other' || (choice === '' && other !== '');

function amountOf(form: TipForm, { payments }: TipTerms, language: string): Result<number> {
  if (!isTyped(form) || form.other === '') {
    const chosen = Number(form.choice);
    if (form.choice !== '' && Number.isSafeInteger(chosen)) return ok(chosen);
    return fail(problem('invalid-fields', { fields: { choice: 'Choose an amount.' } }));
  }
  const typed = parseAmount(form.other, payments.currency, language);
  if (typed.ok) return ok(typed.value.minorUnits);
  return fail(problem('invalid-fields', { fields: { other: 'Enter an amount, such as 5.00.' } }));
}

/** Stripe's page, or first the words that the fan has to agree to. */
type SentForm =
  | { readonly kind: 'payment'; readonly url: string; readonly tip: TipCreated }
  | { readonly kind: 'agreement'; readonly words: CommitmentWords };

/**
 * A tip without JavaScript: the same request that the card sends, built from the form's fields, always paid on Stripe's page. The server computes the
 * total, which the payer sees there before paying. Amounts are typed in the format of the form's `language` (null = the owner's).
 */
async function formTip(
  deps: Deps,
  handle: string,
  form: TipForm,
  caller: Caller,
  language: string | null,
): Promise<Result<SentForm>> {
  const { config, clock } = deps;
  // The gate is checked first: it proves that the form came from our page a short time ago.
  const gate = openGate(config.secrets, form.session, caller.origin, clock.now());
  if (!gate.ok) return gate;
  const found = await findForTip(deps, handle);
  if (!found.ok) return found;
  const once = await tipTerms(deps, found.value, caller.origin);
  if (!once.ok) return once;
  const every = intervals.find((interval) => interval === form.every) ?? 'once';
  const { name, tips } = found.value.profile;
  if (every !== 'once' && !isOffered(found.value.profile, every)) return fail(problem('monthly-unavailable'));
  const terms = every === 'once' ? once : ok(periodTerms(once.value, tips, every));
  const tipAmount = amountOf(form, terms.value, language ?? found.value.profile.language);
  if (!tipAmount.ok) return tipAmount;
  const receiptEmail = form.receiptEmail === '' ? null : readEmailAddress(form.receiptEmail);
  if (receiptEmail === null && form.receiptEmail !== '')
    return fail(problem('invalid-fields', { fields: { receiptEmail: 'Enter an email address.' } }));
  if (!formRequestId.test(form.requestId)) return fail(problem('session-invalid'));
  const request = requestOf(handle, { ...form, receiptEmail }, terms.value, tipAmount.value);
  const spoken = language ?? found.value.profile.language;
  const spokenPage = languageOf(spoken);
  if (every === 'once') return paid(await createTip(deps, request, caller, spokenPage));
  const { limits } = terms.value.amounts;
  const within = checkTipAmount(tipAmount.value, limits);
  if (!within.ok) return within;
  const { currency, total: amount } = request;
  if (form.agreed !== String(wordsVersion)) {
    const commitment = { amount, currency, every, owner: name, at: readAt(gate.value) };
    return ok({ kind: 'agreement', words: commitmentWords(commitment, spoken) });
  }
  const agreed = { ...request, every, wordsVersion, language: spoken };
  return paid(await createTip(deps, agreed, caller, spokenPage));
}

function paid(made: Result<TipCreated>): Result<SentForm> {
  if (!made.ok) return made;
  if (!('url' in made.value)) throw new Error('A hosted tip has an address');
  return ok({ kind: 'payment', url: made.value.url, tip: made.value });
}

function requestOf(
  handle: string,
  form: Omit<TipForm, 'receiptEmail'> & { readonly receiptEmail: string | null },
  terms: TipTerms,
  tipAmount: number,
): TipRequest {
  const { cover, payments } = terms;
  const covered = form.cover === 'on' && cover !== null;
  return {
    handle,
    tipAmount,
    coverCosts: covered,
    total: covered ? coverCosts(tipAmount, cover, payments.currency).total : tipAmount,
    currency: payments.currency,
    name: form.name,
    message: form.message,
    privateMessage: form.privateMessage === 'on',
    hideAmount: form.hideAmount === 'on',
    anonymous: form.anonymous === 'on',
    placement: readPlace(form.at),
    receiptEmail: form.receiptEmail,
    clientRequestId: form.requestId,
    session: form.session,
    surface: 'hosted',
    challenge: null,
  };
}

export const offlineAsset = scriptAsset('offline');

interface AgreementView {
  readonly handle: string;
  /** The owner's name. */
  readonly name: string;
  readonly language: ShippedLanguage;
  readonly look: Look;
  readonly typed: TipForm;
  readonly words: CommitmentWords;
}

/** The words of a monthly or yearly tip, and one button that agrees to them. The form is sent again with its fields. */
function agreementPage({ handle, name, language, look, typed, words }: AgreementView): Page {
  const texts = pageTexts(language);
  const sent = tipFormFields.filter((field) => field !== 'agreed' && typed[field] !== '');
  return {
    language,
    direction: directionOf(language),
    look,
    atOnce: true,
    title: texts.tip({ name }),
    head: (
      <>
        {noIndex}
        <script defer src={offlineAsset.path}></script>
      </>
    ),
    body: (
      <main>
        <h1>{texts.tip({ name })}</h1>
        <form class="panel" method="post" action={`/@${handle}/tip?lang=${language}`}>
          {sent.map((field) => (
            <input type="hidden" name={field} value={typed[field]} />
          ))}
          <p class="error" role="alert" id="offline" hidden>
            {texts.offline}
          </p>
          <p>
            <strong>{words.terms}</strong>
          </p>
          <p>
            {words.next} {words.stop}
          </p>
          <p class="muted">{words.paidTo}</p>
          <button class="button" name="agreed" value={wordsVersion}>
            {words.button}
          </button>
        </form>
        <p>
          <a href={`/@${handle}/tip?lang=${language}`}>{texts.backTo({ name })}</a>
        </p>
      </main>
    ),
  };
}

interface TipFormView {
  readonly handle: string;
  readonly language: ShippedLanguage;
  readonly look: Look;
  readonly session: TipSession;
  readonly requestId: string;
  /** The amount that the address or the refused form suggests, and the place to keep. */
  readonly link: TipLink;
  /** The refused input, and the reason. */
  readonly typed?: TipForm | undefined;
  readonly refused?: Problem | undefined;
}

/** The `id` of a field's error, so that a screen reader reads it with the field. */
const complaintId = (field: string) => `${field}-problem`;

/** The error of a field, in the reader's language. The problem names the field, and its code the kind of error. */
function sentenceFor({ refused, language, session }: TipFormView, field: string): string | undefined {
  if (refused?.fields?.[field] === undefined) return undefined;
  const { fields } = receiptTexts(language);
  // A refused amount of a month or a year has limits of its own.
  const { min, max } = { ...session.limits, ...refused.figures };
  const money = (minorUnits: number | string) =>
    formatMoney({ minorUnits: Number(minorUnits), currency: session.currency }, language);
  switch (field) {
    case 'choice':
      return fields.choose;
    case 'other':
      return fields.write({ example: money(session.presets[0] ?? min) });
    case 'receiptEmail':
      return fields.email;
    case 'tipAmount':
      if (refused.code === 'amount-too-small') return fields.least({ min: money(min) });
      return refused.code === 'amount-too-large' ? fields.most({ max: money(max) }) : fields.step;
    default:
      return field === 'name' || field === 'message'
        ? fields.keepTo({ limit: tipTextLimits[field] })
        : fields.shorten;
  }
}

function complaint(view: TipFormView, field: string): Child {
  const sentence = sentenceFor(view, field);
  return sentence === undefined ? null : (
    <p class="error" id={complaintId(field)}>
      {sentence}
    </p>
  );
}

const described = ({ refused }: TipFormView, field: string) =>
  refused?.fields?.[field] !== undefined && {
    'aria-invalid': 'true',
    'aria-describedby': complaintId(field),
  };

/** How often; nothing but the fan's own choice is ever another than once. */
function howOften({ session, typed, language }: TipFormView): Child {
  const { monthly } = session;
  if (monthly == null) return null;
  const texts = pageTexts(language);
  const labels = { once: texts.once, month: texts.everyMonth, year: texts.everyYear };
  const offered = ['once', ...monthly.offers.map(({ every }) => every)] as const;
  const chosen = offered.find((every) => every === typed?.every) ?? 'once';
  return (
    <fieldset>
      <legend>{texts.howOften}</legend>
      {offered.map((every) => (
        <label class="check">
          <input type="radio" name="every" value={every} checked={every === chosen} />
          {labels[every]}
        </label>
      ))}
    </fieldset>
  );
}

/** The amounts to choose from. The suggested one is first and chosen, and else none is: nobody pays an amount that they did not choose. */
function amounts(view: TipFormView): Child {
  const { session, link, language, typed } = view;
  const texts = pageTexts(language);
  const money = (minorUnits: number) => formatMoney({ minorUnits, currency: session.currency }, language);
  const { min, max } = session.limits;
  const suggested = link.amount?.minorUnits;
  const offered = [...new Set([...(suggested === undefined ? [] : [suggested]), ...session.presets])];
  const other = typed !== undefined && isTyped(typed);
  const pick = (value: number | 'other', label: string, checked: boolean) => (
    <label class="pick">
      <input type="radio" name="choice" value={value} checked={checked} required />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset>
      <legend>{texts.amount}</legend>
      <div class="amounts">
        {offered.map((minorUnits) => pick(minorUnits, money(minorUnits), !other && minorUnits === suggested))}
        {pick('other', texts.anotherAmount, other)}
      </div>
      {complaint(view, 'choice')}
      {complaint(view, 'tipAmount')}
      <div class="other">
        {textField(view, 'other', texts.anotherAmountBetween({ min: money(min), max: money(max) }), {
          type: 'text',
          inputmode: 'decimal',
          autocomplete: 'off',
        })}
      </div>
    </fieldset>
  );
}

function textField(view: TipFormView, field: 'other' | 'name', label: string, more: object): Child {
  return (
    <>
      <label for={field}>{label}</label>
      <input
        id={field}
        name={field}
        value={view.typed?.[field] ?? ''}
        {...more}
        {...described(view, field)}
      />
      {complaint(view, field)}
    </>
  );
}

/** Without a script the box cannot follow the choice, so it names what one of the amounts needs. */
function coverChoice({ session, link, typed, language }: TipFormView): Child {
  const { fees, currency, presets, limits } = session;
  if (fees === null) return null;
  const money = (minorUnits: number) => formatMoney({ minorUnits, currency }, language);
  const amount = link.amount?.minorUnits ?? presets[0] ?? limits.min;
  const { cover } = coverCosts(amount, fees, currency);
  return (
    <label class="check">
      <input type="checkbox" name="cover" checked={typed?.cover === 'on'} />
      {pageTexts(language).cover({ cover: money(cover), amount: money(amount) })}
    </label>
  );
}

/** What the fan says, and who sees it. */
function words(view: TipFormView): Child {
  const { typed, session } = view;
  const { name } = session;
  const texts = pageTexts(view.language);
  return (
    <>
      {textField(view, 'name', texts.yourName, { type: 'text', autocomplete: 'name' })}
      <label for="message">{texts.message}</label>
      <textarea id="message" name="message" rows={3} {...described(view, 'message')}>
        {/* The first line break after the tag is not part of the text. */}
        {`\n${typed?.message ?? ''}`}
      </textarea>
      {complaint(view, 'message')}
      <div class="checks">
        <label class="check">
          <input type="checkbox" name="privateMessage" checked={typed?.privateMessage === 'on'} />
          {texts.onlyFor({ name })}
        </label>
        <label class="check">
          <input type="checkbox" name="hideAmount" checked={typed?.hideAmount === 'on'} />
          {texts.hideAmount}
        </label>
        <label class="check">
          <input type="checkbox" name="anonymous" checked={typed?.anonymous === 'on'} />
          {texts.anonymous}
        </label>
      </div>
      <p class="muted">{texts.whoSees({ name })}</p>
    </>
  );
}

/** Stripe's page asks for an address itself. Open when there is something in it: the fan typed it, or has to correct it. */
function receiptEmail(view: TipFormView): Child {
  const { typed, refused } = view;
  const field = 'receiptEmail';
  return (
    <details open={Boolean(typed?.[field]) || refused?.fields?.[field] !== undefined}>
      <summary id="email">{pageTexts(view.language).receiptEmail}</summary>
      <input
        name={field}
        type="email"
        autocomplete="email"
        aria-labelledby="email"
        value={typed?.[field] ?? ''}
        {...described(view, field)}
      />
      {complaint(view, field)}
    </details>
  );
}

/**
 * The tip as a plain form: it works without JavaScript and leads to Stripe's payment page. Its script only says that there is no connection, and
 * keeps what the fan typed.
 */
function tipFormPage(view: TipFormView): Page {
  const { session, link, refused, language } = view;
  const texts = pageTexts(language);
  const body = (
    <main>
      <h1>{texts.tip({ name: session.name })}</h1>
      {refused === undefined ? null : (
        <p class="error" role="alert">
          {refusalIn(language, refused)}
        </p>
      )}
      <form class="panel" method="post" action={`/@${view.handle}/tip?lang=${language}`}>
        <input type="hidden" name="session" value={session.session} />
        <input type="hidden" name="requestId" value={view.requestId} />
        <input type="hidden" name="at" value={link.at ?? ''} />
        <p class="error" role="alert" id="offline" hidden>
          {texts.offline}
        </p>
        {amounts(view)}
        {howOften(view)}
        {words(view)}
        {coverChoice(view)}
        {receiptEmail(view)}
        <p>
          <button class="button">{texts.goToPayment}</button>
        </p>
        <p class="muted">{texts.atStripe}</p>
      </form>
      <p>
        <a href={`/@${view.handle}?lang=${language}`}>{texts.backTo({ name: session.name })}</a>
      </p>
    </main>
  );
  return {
    language,
    direction: directionOf(language),
    look: view.look,
    atOnce: true,
    title: texts.tip({ name: session.name }),
    head: (
      <>
        {noIndex}
        <script defer src={offlineAsset.path}></script>
      </>
    ),
    body,
  };
}

async function refusedPage(c: Context, deps: Deps, given: Problem): Promise<Response> {
  return given.code === 'profile-not-found' ? answerNoProfile(c, deps) : answerRefusal(c, given);
}

/** A fan in the street is often a guest in the country: the phone's language comes before the owner's. */
const languageFor = (c: Context, { language: own }: StoredProfile) => readerOf(c, own).language;

/** What the form suggests: the link that led here, else what the fan had chosen in the refused form. */
function linkOf(c: Context, terms: LinkTerms, typed: TipForm | undefined): TipLink {
  if (typed !== undefined)
    return readTipLink({ amount: typed.choice, cur: terms.currency, at: typed.at }, terms);
  const { amount, cur, at } = c.req.query();
  return readTipLink({ amount, cur, at }, terms);
}

/** The page for a profile that takes no tips now, with the owner's name and a link back. While tips are paused it says until when. */
function noTipsPage(
  c: Context,
  profile: StoredProfile,
  pause: PublicProfile['tips']['pause'],
  status: number,
): Response {
  const { handle, name } = profile;
  const language = languageFor(c, profile);
  const { noTips, backTo } = pageTexts(language);
  const direction = directionOf(language);
  const back = { href: `/@${handle}?lang=${language}`, label: backTo({ name }) };
  const paused = pause && wallTexts(language).paused({ date: pauseDay(pause.until, language) });
  const text = pause && paused ? [pause.note, paused].filter(Boolean).join(' ') : noTips({ name });
  return answerNotice(c, { title: name, text, back, language, direction }, status);
}

const callerOf = (c: Context, { config }: Deps) => ({
  origin: config.publicOrigin,
  address: clientAddress(c, config.clientAddress),
});

async function showForm(
  c: Context,
  deps: Deps,
  handle: string,
  refused?: { readonly typed: TipForm; readonly why: Problem },
): Promise<Response> {
  const { ids } = deps;
  const found = await findForTip(deps, handle);
  if (!found.ok) return refusedPage(c, deps, found.problem);
  const session = await createTipSession(deps, { handle }, callerOf(c, deps));
  const { profile } = found.value;
  if (!session.ok) {
    const { code } = session.problem;
    const closed = code === 'tips-off' || code === 'payments-not-ready';
    if (closed) {
      const { pause } = publicView(deps, found.value).profile.tips;
      return noTipsPage(c, profile, pause, problemKinds[code].status);
    }
    return refusedPage(c, deps, session.problem);
  }
  const view = {
    handle: profile.handle,
    language: languageFor(c, profile),
    look: profile.look,
    session: session.value,
    requestId: ids.fresh(),
    link: linkOf(c, session.value, refused?.typed),
    typed: refused?.typed,
    refused: refused?.why,
  };
  return answerPage(
    c,
    tipFormPage(view),
    refused === undefined ? 200 : problemKinds[refused.why.code].status,
  );
}

async function showAgreement(
  c: Context,
  deps: Deps,
  handle: string,
  typed: TipForm,
  words: CommitmentWords,
): Promise<Response> {
  const found = await findForTip(deps, handle);
  if (!found.ok) return refusedPage(c, deps, found.problem);
  const { profile } = found.value;
  const { name, look } = profile;
  const language = languageFor(c, profile);
  return answerPage(c, agreementPage({ handle: profile.handle, name, look, language, typed, words }), 200);
}

/** `GET` and `POST /@{handle}/tip`: a tip without script, in the language of the phone. 303 leads to Stripe's page. */
export function tipFormRoutes(deps: Deps): readonly Route[] {
  const handleOf = (c: Context) => v.safeParse(lookupHandle, c.req.param('at'));
  return [
    {
      path: '/:at{@[^/]+}/tip',
      cors: 'none',
      on: {
        GET: (c) =>
          atOwner(c, deps, {
            tail: '/tip',
            missing: () => answerNoProfile(c, deps),
            restricted: (by) => answerRestricted(c, by),
            show: ({ body }) => showForm(c, deps, body.handle),
          }),
        POST: async (c) => {
          const handle = handleOf(c);
          if (!handle.success) return refusedPage(c, deps, problem('profile-not-found'));
          const language = c.req.query('lang');
          const form = await readForm(c, tipFormFields);
          if (!form.ok) return refusedPage(c, deps, form.problem);
          if (!fromOurPage(c, deps.config)) return refusedPage(c, deps, problem('session-invalid'));
          const sent = await formTip(
            deps,
            handle.output,
            form.value,
            callerOf(c, deps),
            shippedLanguage(language ?? ''),
          );
          if (!sent.ok) return showForm(c, deps, handle.output, { typed: form.value, why: sent.problem });
          if (sent.value.kind === 'agreement')
            return showAgreement(c, deps, handle.output, form.value, sent.value.words);
          const { tip, url } = sent.value;
          holdTip(c, deps, tip.tipId, tip.tipToken);
          c.header('Cache-Control', notCached);
          return c.redirect(url, 303);
        },
      },
    },
  ];
}

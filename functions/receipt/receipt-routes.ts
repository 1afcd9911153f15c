import { directionOf, type ShippedLanguage } from '@busker/core/locale/language-tags';
import type { Context } from 'hono';
import * as v from 'valibot';
import { fail, problem, type Problem, type Result } from '@busker/core/base/result';
import { problemKinds } from '@busker/core/base/problem-codes';
import { tipByPaymentRequest } from '@busker/core/fan-api/tip-api';
import { readEmailAddress } from '@busker/core/text/addresses';
import { manageTexts, receiptTexts } from '@busker/core/messages/core-texts';
import type { Deps } from '../deps';
import { callerOf, type Caller } from '../http/caller';
import { tipByPayment } from '../open-tips/new-tip';
import { changeTexts, openPaymentPage, returnedTip, readReceipt, type Receipt } from './receipt';
import { fromOurPage, notCached, readerOf, readForm, sayWait, type Route } from '../http/routes';
import { answerNotice, answerPage, answerRefusal, receiptRefusals } from '../pages/page';
import { javaScript, scriptText } from '../pages/page-assets';
import { beginPage, receiptPage, tipViewPage, tooLong, type HeldReceipt, type KeyLink } from './receipt-page';
import type { TipReference } from '../stripe/payments';
import { undoTip } from '../refunds/refund-tip';
import { askForMail } from '../reply-watch/fan-watch';
import {
  heldTip,
  holdTip,
  isTipId,
  openTipToken,
  openTipView,
  signTipToken,
  signTipView,
} from '../tips/tip-access';

function noSuchTip(c: Context, language: ShippedLanguage): Response {
  const { goneTitle: title, gone: text, home: label } = receiptTexts(language);
  c.header('Content-Language', language);
  const notice = { title, text, back: { href: '/', label }, language, direction: directionOf(language) };
  return answerNotice(c, notice, 404);
}

/** The service worker of the receipts. Its address never changes: that is its identity for browsers, and its folder is its scope. */
const watchWorker = { path: '/t/watch-worker.js', text: scriptText('watch-worker') };

/** Redirects to Stripe's page while it is open, else to the tip's page, which shows how it ended. */
async function goOnToPay(c: Context, deps: Deps): Promise<Response> {
  const tipId = c.req.param('tipId') ?? '';
  const view = c.req.query('cs') ?? '';
  const own = addressIn(tipId, view);
  const page = await openPaymentPage(deps, openTipView(deps.config.secrets, view, tipId));
  if (page.ok) {
    c.header('Cache-Control', notCached);
    return c.redirect(page.value ?? own, 303);
  }
  // This page cannot know the payment's state; the tip's page shows it.
  return refused(c, page.problem, own);
}

const addressIn = (tipId: string, view: string, part = '') =>
  `/t/${tipId}${part}?cs=${encodeURIComponent(view)}`;

/** `GET /t/{tipId}/go?cs=`: where a card leads its fan who pays on Stripe's page, with the token in the fragment. */
function showBegin(c: Context, deps: Deps): Response {
  const tipId = c.req.param('tipId') ?? '';
  const view = c.req.query('cs') ?? '';
  const { language } = readerOf(c);
  if (openTipView(deps.config.secrets, view, tipId) === undefined) return noSuchTip(c, language);
  c.header('Content-Language', language);
  return answerPage(c, beginPage(language, addressIn(tipId, view, '/pay')), 200);
}

/** `POST`: the same with the token, for which the browser gets the cookie of the receipt. The fan pays without it too. */
async function begin(c: Context, deps: Deps): Promise<Response> {
  const form = await readForm(c, ['token']);
  if (!form.ok) return answerRefusal(c, form.problem);
  if (fromOurPage(c, deps.config)) holdTip(c, deps, c.req.param('tipId') ?? '', form.value.token);
  return goOnToPay(c, deps);
}

/** The tip does not exist, or cannot be looked at now. `again`: the address that shows it later. */
function refused(c: Context, problem: Problem, again: string): Response {
  const { code } = problem;
  sayWait(c, problem);
  const { language } = readerOf(c);
  if (code === 'tip-not-found') return noSuchTip(c, language);
  const { title: label, failed: text, refused: words } = receiptTexts(language);
  const direction = directionOf(language);
  const notice = { title: words.sorry, text, back: { href: again, label }, language, direction };
  return answerNotice(c, notice, problemKinds[code].status);
}

/**
 * `GET /t/back`: where a bank sends a fan whose page cannot be returned to. Stripe added the payment and its secret; the answer leads to the receipt,
 * whose token is in the fragment, so that neither stays in the address.
 */
async function comeBackFromBank(c: Context, deps: Deps): Promise<Response> {
  const { language } = readerOf(c);
  const request = v.safeParse(tipByPaymentRequest, {
    paymentIntent: c.req.query('payment_intent'),
    clientSecret: c.req.query('payment_intent_client_secret'),
  });
  if (!request.success) return noSuchTip(c, language);
  const found = await tipByPayment(deps, request.output, callerOf(c, deps.config));
  const { pathname, search } = new URL(c.req.url);
  if (!found.ok) return refused(c, found.problem, pathname + search);
  c.header('Cache-Control', notCached);
  return c.redirect(`/t/${found.value.tipId}#${found.value.tipToken}`, 303);
}

/** The address of this page went through Stripe and stays in the browser's history, so it gives the key only while the fan is there. */
const keyLinkMs = 60 * 60_000;

/** A fan who began a monthly tip without the card form has no key yet. */
function keyLink(
  { config }: Deps,
  reference: TipReference | undefined,
  { monthly, now, language }: Receipt,
): KeyLink | null {
  const begunAt = monthly?.keyless == null ? null : monthly.begunAt;
  if (reference === undefined || begunAt === null || now - begunAt > keyLinkMs) return null;
  const { keyLink: label } = manageTexts(language);
  return { href: `/t/${reference.tipId}#${signTipToken(config.secrets, reference)}`, label };
}

const done = { undo: 'goingBack', save: 'saved', erase: 'erased', mail: 'mailSent' } as const;
type Done = keyof typeof done;

const isDone = (given: string | undefined): given is Done =>
  given !== undefined && Object.hasOwn(done, given);

/** What a form of the receipt was refused for. */
interface Refused {
  readonly why: Problem;
  /** As the script asks for the same. */
  readonly path: '' | '/watch/mail';
  readonly typed: HeldReceipt['typed'];
  readonly email: string;
}

/** The whole receipt, for the browser in which the tip began. It needs no script. */
async function answerHeld(
  c: Context,
  deps: Deps,
  held: TipReference,
  refusal: Refused | null = null,
): Promise<Response> {
  const { secrets, publicOrigin } = deps.config;
  const receipt = await readReceipt(deps, held, (own) => readerOf(c, own), returnedTip);
  if (!receipt.ok) return noSuchTip(c, readerOf(c).language);
  const { language } = receipt.value;
  const texts = receiptTexts(language);
  const view = signTipView(secrets, held);
  const token = signTipToken(secrets, held);
  const before = c.req.query('done');
  const page = receiptPage(language, {
    receipt: receipt.value,
    action: `${addressIn(held.tipId, view)}&lang=${language}`,
    payHref: addressIn(held.tipId, view, '/pay'),
    token,
    link: `${publicOrigin}/t/${held.tipId}#${token}`,
    done: refusal === null && isDone(before) ? texts[done[before]] : '',
    problem: refusal === null ? '' : sentenceFor(language, refusal),
    typed: refusal?.typed ?? null,
    email: refusal?.email ?? '',
  });
  c.header('Content-Language', language);
  if (refusal !== null) sayWait(c, refusal.why);
  return answerPage(c, page, refusal === null ? 200 : problemKinds[refusal.why.code].status);
}

/** As the script says it. */
function sentenceFor(language: ShippedLanguage, { why: { code, fields }, path }: Refused): string {
  const named = Object.keys(fields ?? {}).flatMap((name) => tooLong(language)[name] ?? []);
  if (code === 'invalid-fields' && named.length > 0) return named.join(' ');
  const refusals = receiptRefusals(language);
  return refusals[`${path} ${code}`] ?? refusals[code] ?? refusals[''] ?? '';
}

/**
 * `POST /t/{tipId}`: undo, and the fan's own words, from a form of the receipt. It needs the cookie of this tip, the token that the page has, and the page's
 * origin: no other page can send it.
 */
async function takeForm(c: Context, deps: Deps): Promise<Response> {
  const tipId = c.req.param('tipId') ?? '';
  const { language } = readerOf(c);
  if (!isTipId(tipId)) return noSuchTip(c, language);
  const form = await readForm(c, [
    'do',
    'token',
    'name',
    'message',
    'privateMessage',
    'hideAmount',
    'anonymous',
    'email',
  ]);
  if (!form.ok) return answerRefusal(c, form.problem);
  const { name, message, token, do: wanted } = form.value;
  const typed = {
    name,
    message,
    privateMessage: form.value.privateMessage === 'on',
    hideAmount: form.value.hideAmount === 'on',
    anonymous: form.value.anonymous === 'on',
  };
  const held = heldTip(c, deps, tipId);
  const mayChange =
    fromOurPage(c, deps.config) && openTipToken(deps.config.secrets, token, tipId) !== undefined;
  if (held === undefined || !mayChange || !isDone(wanted)) {
    const { stateOnly: text, title: label } = receiptTexts(language);
    const { pathname, search } = new URL(c.req.url);
    const notice = {
      title: receiptTexts(language).refused.sorry,
      text,
      back: { href: pathname + search, label },
    };
    c.header('Content-Language', language);
    return answerNotice(c, { ...notice, language, direction: directionOf(language) }, 403);
  }
  const caller = callerOf(c, deps.config);
  const erased = { name: null, message: null };
  const changed = await {
    undo: () => undoTip(deps, held, caller),
    save: () => changeTexts(deps, held, typed, caller),
    erase: () => changeTexts(deps, held, erased, caller),
    mail: () => mailFor(deps, held, form.value.email, language, caller),
  }[wanted]();
  if (!changed.ok)
    return answerHeld(c, deps, held, {
      why: changed.problem,
      path: wanted === 'mail' ? '/watch/mail' : '',
      typed: wanted === 'save' ? typed : null,
      email: form.value.email,
    });
  c.header('Cache-Control', notCached);
  const view = signTipView(deps.config.secrets, held);
  return c.redirect(`${addressIn(tipId, view)}&lang=${language}&done=${wanted}`, 303);
}

/** The form of the receipt that asks for one mail when the owner answers. */
function mailFor(
  deps: Deps,
  held: TipReference,
  typed: string,
  lang: ShippedLanguage,
  caller: Caller,
): Promise<Result<null>> {
  const email = readEmailAddress(typed);
  if (email === null)
    return Promise.resolve(fail(problem('invalid-fields', { fields: { email: 'Enter an email address.' } })));
  return askForMail(deps, held, { email, lang }, caller);
}

/**
 * `GET /t/watch-worker.js`: the service worker that shows a fan that the owner answered. `GET /t/{tipId}`: receipt, undo and edit with the token in the fragment; with `?cs=` (the return from Stripe's page) the tip's state. `GET
 * /t/{tipId}/pay?cs=` redirects to Stripe's page while it is open. With the tip's cookie, `GET /t/{tipId}` is the whole receipt, and `POST /t/{tipId}` takes
 * its forms. In the reader's language; `?lang=` takes precedence.
 */
export function receiptRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: watchWorker.path,
      cors: 'none',
      on: {
        GET: (c) => {
          // Browsers must look for a newer one each time.
          c.header('Cache-Control', 'no-cache');
          return c.body(watchWorker.text, 200, { 'Content-Type': javaScript });
        },
      },
    },
    {
      path: '/t/back',
      cors: 'none',
      on: { GET: (c) => comeBackFromBank(c, deps) },
    },
    {
      path: '/t/:tipId',
      cors: 'none',
      on: {
        GET: async (c) => {
          const tipId = c.req.param('tipId') ?? '';
          const { language } = readerOf(c);
          if (!isTipId(tipId)) return noSuchTip(c, language);
          const view = c.req.query('cs');
          c.header('Content-Language', language);
          const held = heldTip(c, deps, tipId);
          if (held !== undefined) return answerHeld(c, deps, held);
          if (view === undefined) return answerPage(c, receiptPage(language), 200);
          const reference = openTipView(deps.config.secrets, view, tipId);
          const receipt = await readReceipt(deps, reference, (own) => readerOf(c, own), returnedTip);
          if (!receipt.ok) return noSuchTip(c, language);
          c.header('Content-Language', receipt.value.language);
          return answerPage(
            c,
            tipViewPage(
              receipt.value,
              addressIn(tipId, view, '/pay'),
              keyLink(deps, reference, receipt.value),
            ),
            200,
          );
        },
        POST: (c) => takeForm(c, deps),
      },
    },
    {
      path: '/t/:tipId/go',
      cors: 'none',
      on: { GET: (c) => showBegin(c, deps), POST: (c) => begin(c, deps) },
    },
    {
      path: '/t/:tipId/pay',
      cors: 'none',
      on: { GET: (c) => goOnToPay(c, deps) },
    },
  ];
}

import { directionOf, type ShippedLanguage } from '../../core/locale/language-tags';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { Problem } from '../../core/base/result';
import { problemKinds } from '../../core/base/problem-codes';
import { tipByPaymentRequest } from '../../core/fan-api/tip-api';
import type { Deps } from '../deps';
import { callerOf } from '../limits/limit-rules';
import { tipByPayment } from '../open-tips/new-tip';
import { openPaymentPage, returnedTip, readReceipt, type Receipt } from './receipt';
import { readerOf, sayWait, notCached, type Route } from '../http/routes';
import { answerNotice, answerPage } from '../pages/page';
import { javaScript, scriptText } from '../pages/page-assets';
import { receiptPage, tipViewPage, type KeyLink } from './receipt-page';
import { manageTexts, receiptTexts } from '../messages/page-texts';
import type { TipReference } from '../stripe/payments';
import { isTipId, openTipView, signTipToken } from '../tips/tip-access';

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
  const own = `/t/${tipId}?cs=${encodeURIComponent(view)}`;
  const page = await openPaymentPage(deps, openTipView(deps.config.secrets, view, tipId));
  if (page.ok) {
    c.header('Cache-Control', notCached);
    return c.redirect(page.value ?? own, 303);
  }
  // This page cannot know the payment's state; the tip's page shows it.
  return refused(c, page.problem, own);
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

/**
 * `GET /t/watch-worker.js`: the service worker that shows a fan that the owner answered. `GET /t/{tipId}`: receipt, undo and edit with the token in the fragment; with `?cs=` (the return from Stripe's page) the tip's state. `GET
 * /t/{tipId}/pay?cs=` redirects to Stripe's page while it is open. In the reader's language; `?lang=` takes precedence.
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
          if (view === undefined) return answerPage(c, receiptPage(language), 200);
          const reference = openTipView(deps.config.secrets, view, tipId);
          const receipt = await readReceipt(deps, reference, (own) => readerOf(c, own), returnedTip);
          if (!receipt.ok) return noSuchTip(c, language);
          c.header('Content-Language', receipt.value.language);
          return answerPage(
            c,
            tipViewPage(
              receipt.value,
              `/t/${tipId}/pay?cs=${encodeURIComponent(view)}`,
              keyLink(deps, reference, receipt.value),
            ),
            200,
          );
        },
      },
    },
    {
      path: '/t/:tipId/pay',
      cors: 'none',
      on: { GET: (c) => goOnToPay(c, deps) },
    },
  ];
}

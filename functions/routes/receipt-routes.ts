import type { Context } from 'hono';
import type { ShippedLanguage } from '../../core/languages';
import type { Deps } from '../deps';
import { readReceipt } from '../handlers/receipt';
import { readerOf } from '../http/preferred-language';
import type { Route } from '../http/routes';
import { answerNotice, answerPage } from '../pages/page';
import { receiptPage, tipViewPage } from '../pages/receipt-page';
import { receiptTexts } from '../pages/receipt-texts/receipt-texts';
import { pageTexts } from '../pages/texts/page-texts';
import { isTipId } from '../tip-identity';
import { openTipView } from '../tip-token';

function noSuchTip(c: Context, language: ShippedLanguage): Response {
  const { goneTitle: title, gone: text } = receiptTexts(language);
  return answerNotice(c, { title, text, language, direction: pageTexts(language).dir }, 404);
}

/**
 * `GET /t/{tipId}`: receipt, undo and edit for whoever has the token in the fragment; with `?cs=` (where Stripe's page leads back to)
 * how the tip stands, and no more. In the reader's language, `?lang=` above all.
 */
export function receiptRoutes(deps: Deps): readonly Route[] {
  return [
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
          const receipt = await readReceipt(deps, reference, (own) => readerOf(c, own));
          if (!receipt.ok) return noSuchTip(c, language);
          c.header('Content-Language', receipt.value.language);
          return answerPage(c, tipViewPage(receipt.value), 200);
        },
      },
    },
  ];
}

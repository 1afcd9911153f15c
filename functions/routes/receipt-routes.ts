import type { Deps } from '../deps';
import { readReceipt } from '../handlers/receipt';
import { preferredLanguage } from '../http/preferred-language';
import type { Route } from '../http/routes';
import { answerNotice, answerPage } from '../pages/page';
import { receiptPage, tipViewPage } from '../pages/receipt-page';
import { isTipId } from '../tip-identity';
import { openTipView } from '../tip-token';

/**
 * `GET /t/{tipId}`: receipt, undo and edit for whoever has the token in the fragment; with `?cs=` (where Stripe's page leads back to)
 * how the tip stands, and no more.
 */
export function receiptRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/t/:tipId',
      cors: 'none',
      on: {
        GET: async (c) => {
          const tipId = c.req.param('tipId') ?? '';
          const gone = { title: 'No such tip', text: 'This tip could not be found.' };
          if (!isTipId(tipId)) return answerNotice(c, gone, 404);
          const view = c.req.query('cs');
          if (view === undefined) return answerPage(c, receiptPage(), 200);
          const reference = openTipView(deps.config.secrets, view, tipId);
          const receipt = await readReceipt(deps, reference, preferredLanguage(c));
          return receipt.ok ? answerPage(c, tipViewPage(receipt.value), 200) : answerNotice(c, gone, 404);
        },
      },
    },
  ];
}

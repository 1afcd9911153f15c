import type { Context } from 'hono';
import type { Deps } from '../../deps';
import { readerOf } from '../../http/preferred-language';
import { readForm } from '../../http/read-form';
import type { Route } from '../../http/routes';
import { answerPage } from '../../pages/page';
import { readOffToken } from './off-address';
import { offPage, type OffStep } from './off-page';
import { readMailSwitch, switchMail, type SwitchedMail } from './switch-mail';

const mostBytes = 4096;

function answer(c: Context, mail: SwitchedMail, step: OffStep): Response {
  const page = offPage(mail, step, readerOf(c).language);
  c.header('Content-Language', page.language);
  c.header('X-Robots-Tag', 'noindex');
  return answerPage(c, page, 200);
}

/**
 * A POST ends the channel, whatever its body says and however it is encoded: mail programs send `List-Unsubscribe=One-Click` as a form of either kind
 * (RFC 8058, 3.2). Only the button of our own page sends `do=on`.
 */
async function wishOf(c: Context): Promise<'on' | 'off'> {
  const form = await readForm(c, ['do'], mostBytes);
  return form.ok && form.value.do === 'on' ? 'on' : 'off';
}

/**
 * `/off/{channelId}.{offToken}`, the unsubscribe address of a mail. GET shows a page with a button and changes nothing, because programs open links to
 * check them. POST switches the channel off (or on again) and answers 200, also when it is repeated and for an unknown address.
 */
export function offRoutes(deps: Deps): readonly Route[] {
  const tokenOf = (c: Context) => readOffToken(c.req.param('token') ?? '');
  return [
    {
      path: '/off/:token',
      cors: 'none',
      on: {
        GET: async (c) => answer(c, await readMailSwitch(deps, tokenOf(c)), 'ask'),
        POST: async (c) => {
          const wish = await wishOf(c);
          const mail = await switchMail(deps, tokenOf(c), wish);
          return answer(c, mail, wish === 'on' ? 'resumed' : 'stopped');
        },
      },
    },
  ];
}

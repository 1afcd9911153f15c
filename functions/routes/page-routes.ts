import type { Context } from 'hono';
import * as v from 'valibot';
import { lookupHandle } from '../../core/handle';
import type { Deps } from '../deps';
import { readProfile } from '../handlers/read-profiles';
import { answerCached } from '../http/cacheable';
import type { Route } from '../http/routes';
import { answerNotice, pageText } from '../pages/page';
import { profilePage } from '../pages/profile-page';

const noProfile = (c: Context) =>
  answerNotice(
    c,
    {
      title: 'Nobody here',
      text: 'There is no profile with this name. Perhaps the address has a typing error.',
    },
    404,
  );

/** `GET /@{handle}`: the public page. A renamed profile is found under its new name for good. */
export function pageRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/:at{@[^/]+}',
      cors: 'none',
      on: {
        GET: async (c) => {
          const asked = v.safeParse(lookupHandle, c.req.param('at'));
          if (!asked.success) return noProfile(c);
          const found = await readProfile(deps, asked.output);
          if (!found.ok) return noProfile(c);
          const { body: profile, sharedAge } = found.value;
          if (`@${profile.handle}` !== c.req.param('at')) {
            c.header('Cache-Control', `public, max-age=0, s-maxage=${sharedAge}`);
            return c.redirect(`/@${profile.handle}`, 308);
          }
          const text = pageText(profilePage(profile, deps.config.publicOrigin));
          return answerCached(c, text, { type: 'text/html; charset=utf-8', sharedAge });
        },
      },
    },
  ];
}

import type { Deps } from '../deps';
import { answerCached } from '../http/respond';
import type { Route } from '../http/routes';
import { pageText } from '../pages/page';
import { profilePage } from './profile-page';
import { chosenLanguage } from '../pages/chosen-language';
import { answerNoProfile, answerRestricted } from '../profiles/no-profile-page';
import { atOwner } from '../profiles/find-profile';
import { readPageWall } from '../profiles/read-wall';

/** `GET /@{handle}`: the public page, `?lang=` in one of the card's languages. */
export function pageRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/:at{@[^/]+}',
      cors: 'none',
      on: {
        GET: (c) =>
          atOwner(c, deps, {
            missing: () => answerNoProfile(c, deps),
            restricted: (by) => answerRestricted(c, by),
            show: async ({ body: profile, sharedAge }) => {
              const language = chosenLanguage(c.req.query('lang'), profile.language);
              const wall = await readPageWall(deps, profile.handle);
              const page = profilePage({
                profile,
                language,
                wall,
                origin: deps.config.publicOrigin,
              });
              c.header('Content-Language', language);
              return answerCached(c, pageText(page), { type: 'text/html; charset=utf-8', sharedAge });
            },
          }),
      },
    },
  ];
}

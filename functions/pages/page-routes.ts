import { directionOf } from '../../core/base/direction';
import type { Context } from 'hono';
import type { Standing } from '../../core/profile/standing';
import type { Deps } from '../deps';
import { answerCached } from '../http/cacheable';
import { missingFor, sharedFor } from '../http/caching';
import { readerOf } from '../http/preferred-language';
import type { Route } from '../http/routes';
import { answerNotice, pageText } from './page';
import { profilePage } from './profile-page';
import { chosenLanguage } from './chosen-language';
import { pageTexts } from '../messages/page-texts';
import { isTakenDown } from '../profiles/is-taken-down';
import { atOwner } from '../profiles/owner-address';
import { readPageWall } from '../profiles/read-wall';

/** The page for an unknown handle, in the reader's language. */
function answerNobody(c: Context): Response {
  const { nobody, nobodyWhy } = pageTexts(readerOf(c).language);
  return answerMissing(c, nobody, nobodyWhy, 404);
}

/** The page for a profile that its owner has taken down. It is not 410: the owner may publish it again. */
function answerTakenDown(c: Context): Response {
  const { takenDown, takenDownWhy } = pageTexts(readerOf(c).language);
  return answerMissing(c, takenDown, takenDownWhy, 404);
}

/** The page for a handle without a profile to show: its page, its tip form and its frame. */
export async function answerNoProfile(c: Context, deps: Pick<Deps, 'store' | 'clock'>): Promise<Response> {
  return (await isTakenDown(deps, c.req.param('at'))) ? answerTakenDown(c) : answerNobody(c);
}

/** The page for a profile that the host does not show. It does not name the owner. */
export function answerRestricted(c: Context, { state, scope }: Standing): Response {
  const { notShown, notShownYet, removed, ordered } = pageTexts(readerOf(c).language);
  if (state === 'hidden') return answerMissing(c, notShown, notShownYet, 404);
  // RFC 7725: 451 says that a law or an authority demands it.
  return scope.includes('order')
    ? answerMissing(c, notShown, ordered, 451)
    : answerMissing(c, notShown, removed, 410);
}

function answerMissing(c: Context, title: string, text: string, status: 404 | 410 | 451): Response {
  const { language } = readerOf(c);
  const { makeYours } = pageTexts(language);
  const onward = { href: '/', label: makeYours };
  const answer = answerNotice(
    c,
    { title, text, back: onward, language, direction: directionOf(language) },
    status,
  );
  // Long enough to limit the requests for a wrong URL, short enough for an owner who publishes next.
  answer.headers.set('Cache-Control', sharedFor(missingFor));
  answer.headers.set('Content-Language', language);
  answer.headers.append('Vary', 'Accept-Language');
  return answer;
}

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

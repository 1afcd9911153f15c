import { directionOf } from '../../core/base/language-tags';
import type { Context } from 'hono';
import * as v from 'valibot';
import { lookupHandle } from '../../core/profile/draft';
import { restrictionOf, type Standing } from '../../core/profile/standing';
import type { Deps } from '../deps';
import { missingFor, sharedFor, readerOf } from '../http/routes';
import { answerNotice } from '../pages/page';
import { pageTexts } from '../messages/page-texts';
import { stored } from '../store/stored';

/**
 * Whether a handle that shows no profile belongs to one that its owner has taken down. Costs a read for a handle that nobody has, so only the pages for
 * people ask. What the host has done to a profile is not told here.
 */
async function isTakenDown(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  typed: string | undefined,
): Promise<boolean> {
  const handle = v.safeParse(lookupHandle, typed);
  const claim = handle.success ? await store.read(stored.handle(handle.output)) : undefined;
  if (claim?.state !== 'live') return false;
  const [profile, standing] = await Promise.all([
    store.read(stored.profile(claim.uid)),
    store.read(stored.standing(claim.uid)),
  ]);
  return profile?.takenDownAt != null && restrictionOf(standing, clock.now()) === null;
}

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

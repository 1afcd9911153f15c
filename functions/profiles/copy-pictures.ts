import { linkPictures, type Draft } from '../../core/profile/draft';
import { sameUpload, type DraftPicture } from '../../core/profile/picture-slots';
import { faultsOf, refusedFields, type FieldProblems, type Problem } from '../../core/base/problem';
import type { StoredPicture } from '../../core/profile/stored-profile';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import { stored } from '../store/stored';

export interface CopiedPictures {
  readonly picture: StoredPicture | null;
  readonly linkPictures: readonly StoredPicture[];
}

/**
 * Every upload of the draft, under its public name. Pictures that a link showed before are public already: their slot may hold another upload by now.
 */
export async function copyPictures(
  { store, pictures }: Pick<Deps, 'store' | 'pictures'>,
  uid: string,
  draft: Draft,
): Promise<Result<CopiedPictures>> {
  const picture = draft.picture === null ? ok(null) : await pictures.publish(uid, draft.picture);
  if (!picture.ok) return picture;
  const before = (await store.read(stored.profile(uid)))?.linkPictures ?? [];
  const copies: StoredPicture[] = [];
  for (const wanted of linkPictures(draft.links)) {
    const known = before.find((each) => sameUpload(each, wanted));
    const copy = known ? ok(known) : await pictures.publish(uid, wanted);
    if (!copy.ok) return fail(refusedFields(faultOfLinks(draft, wanted, copy.problem)));
    copies.push(copy.value);
  }
  return ok({ picture: picture.value, linkPictures: copies });
}

/** The fault of a picture, for each link that shows it. */
function faultOfLinks(draft: Draft, wanted: DraftPicture, given: Problem): FieldProblems {
  const shown = Object.entries(draft.links).filter(
    ([, { sign }]) => sign?.kind === 'picture' && sameUpload(sign, wanted),
  );
  return Object.fromEntries(shown.map(([id]) => [`links.${id}.sign`, faultsOf(given)['picture'] ?? 'other']));
}

/** Whether the draft still shows the copied pictures. */
export const samePictures = (draft: Draft, { picture, linkPictures: copies }: CopiedPictures) =>
  sameUpload(draft.picture, picture) &&
  linkPictures(draft.links).every((wanted) => copies.some((copy) => sameUpload(copy, wanted)));

import type { VerifyLinkAnswer, VerifyLinkBody } from '@busker/core/dashboard-api/owner-api';
import { refusedField, fail, ok, type Result } from '@busker/core/base/result';
import type { StoredProfile } from '@busker/core/profile/profile';
import { isWebAddress } from '@busker/core/text/safe-url';
import type { Deps, Owner } from '../deps';
import { mayFetch } from '../limits/limit-rules';
import { stored } from '../store/store';
import { pageOf, inspectLink } from './check-links';

/** Checks whether a published link's page links back, and sets or removes the mark on the card. */
export async function verifyLink(
  deps: Deps,
  { uid }: Owner,
  { url }: VerifyLinkBody,
): Promise<Result<VerifyLinkAnswer>> {
  const profile = await deps.store.read(stored.profile(uid));
  if (profile === undefined || !isPublished(profile, url)) {
    return fail(refusedField('url', 'publish-first'));
  }
  const allowed = await mayFetch(deps, uid);
  if (!allowed.ok) return allowed;
  const outcome = await outcomeOf(deps, profile, url);
  if (outcome === 'verified' || outcome === 'no-link-back')
    await mark(deps, uid, url, outcome === 'verified');
  return ok({ url, outcome, linkBack: pageOf(deps.config.publicOrigin, profile.handle) });
}

const isPublished = ({ links }: StoredProfile, url: string) =>
  Object.values(links).some((link) => link.url === url);

async function outcomeOf(
  deps: Deps,
  profile: StoredProfile,
  url: string,
): Promise<VerifyLinkAnswer['outcome']> {
  if (!isWebAddress(url)) return 'not-a-page';
  const { state, linksBack } = await inspectLink(deps, profile, url);
  if (state === 'moved') return 'other-site';
  if (linksBack === null) return 'unreachable';
  return linksBack ? 'verified' : 'no-link-back';
}

/** Only if the link is still published: it may have changed meanwhile. */
async function mark({ store }: Deps, uid: string, url: string, verified: boolean): Promise<void> {
  await store.transaction(async (tx) => {
    const profile = await tx.read(stored.profile(uid));
    if (profile === undefined || !isPublished(profile, url)) return;
    const others = profile.verifiedUrls.filter((each) => each !== url);
    const verifiedUrls = verified ? [...others, url] : others;
    tx.write(stored.profile(uid), { ...profile, verifiedUrls });
  });
}

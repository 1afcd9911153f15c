import { seenTermsBody, type TermsAnswer } from '@busker/core/dashboard-api/owner-api';
import { ok, type Result } from '@busker/core/base/result';
import type { Deps } from '../deps';
import { ownerCall, ownerCallWith, type Route } from '../http/routes';
import { stored } from '../store/store';
import { templateVersion } from './templates';

/** The version of the host's terms. Terms at another address have a version only when the host names it. */
function versionOf({ operator }: Deps['config']): string | null {
  if (operator === null) return null;
  return operator.terms.version ?? (operator.terms.url === null ? templateVersion : null);
}

/** `GET` and `POST /v1/me/terms`: the version of the terms, and the one that the owner has seen. */
export function termsRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/terms',
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', ({ uid }) => readTerms(deps, uid)),
        POST: ownerCallWith(deps, 'signed-in', seenTermsBody, ({ uid }, { version }) =>
          keepSeen(deps, uid, version),
        ),
      },
    },
  ];
}

async function readTerms({ store, config }: Deps, uid: string): Promise<Result<TermsAnswer>> {
  const seen = await store.read(stored.seenTerms(uid));
  return ok({ version: versionOf(config), seen: seen?.version ?? null });
}

/** A version that is older than the stored one does not replace it, and one that does not exist yet is not stored. */
async function keepSeen(deps: Deps, uid: string, version: string): Promise<Result<TermsAnswer>> {
  const { store, clock, config } = deps;
  const newest = versionOf(config);
  await store.transaction(async (tx) => {
    const before = await tx.read(stored.seenTerms(uid));
    const isNews = version === newest && version !== before?.version;
    if (isNews) tx.write(stored.seenTerms(uid), { v: 1, version, at: clock.now() });
  });
  return readTerms(deps, uid);
}

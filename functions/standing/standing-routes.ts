import type { OwnRestriction, StandingAnswer } from '@busker/core/dashboard-api/moderation-api';
import { ok, type Result } from '@busker/core/base/result';
import { restrictionOf, type Standing } from '@busker/core/moderation/standing';
import type { Deps } from '../deps';
import { ownerCall, type Route } from '../http/routes';
import { stored } from '../store/store';

/** `GET /v1/me/standing`: what the host has restricted, and why. The answer does not name the person who decided. */
export function standingRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/standing',
      cors: 'own',
      on: { GET: ownerCall(deps, 'signed-in', ({ uid }) => ownStanding(deps, uid)) },
    },
  ];
}

async function ownStanding(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  uid: string,
): Promise<Result<StandingAnswer>> {
  const restriction = restrictionOf(await store.read(stored.standing(uid)), clock.now());
  return ok({ restriction: restriction && ownView(restriction) });
}

function ownView({ state, scope, reason, since, until, decisionId }: Standing): OwnRestriction | null {
  // restrictionOf answers null for a good standing.
  return state === 'good' ? null : { state, scope: [...scope], reason, since, until, decisionId };
}

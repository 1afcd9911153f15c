import { withdrawByEmailRequest } from '../../core/api/withdraw-by-email-api';
import { problem } from '../../core/base/problem';
import { ok } from '../../core/base/result';
import type { Deps } from '../deps';
import { readJson } from '../http/read-body';
import { answer, refuse } from '../http/respond';
import type { Route } from '../http/routes';
import { monthlyOwner } from './monthly-owner';
import { withdrawByEmail } from './withdraw-by-email';

/** The fan's API without the key of a monthly tip: the address that Stripe has and the card are the proof. */
export function keylessRoutes(deps: Deps): readonly Route[] {
  const { config } = deps;
  return [
    {
      path: '/v1/profiles/:handle/monthly/withdraw-by-email',
      cors: 'own',
      on: {
        POST: async (c) => {
          const request = await readJson(c, withdrawByEmailRequest);
          if (!request.ok) return refuse(c, config, request.problem);
          const found = await monthlyOwner(deps, c.req.param('handle'));
          if (found === undefined) return refuse(c, config, problem('profile-not-found'));
          const withdrawn = await withdrawByEmail(deps, found.uid, request.value);
          return answer(c, config, withdrawn.ok ? ok({}) : withdrawn, 202);
        },
      },
    },
  ];
}

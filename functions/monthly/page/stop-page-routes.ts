import type { Context } from 'hono';
import * as v from 'valibot';
import { problemKinds } from '../../../core/base/problem-codes';
import { lookupHandle } from '../../../core/profile/handle';
import { restrictionOf, rightsIn } from '../../../core/profile/standing';
import type { Deps } from '../../deps';
import { maxJsonBytes } from '../../http/read-body';
import { readForm } from '../../http/read-form';
import { readerOf } from '../../http/preferred-language';
import type { Route } from '../../http/routes';
import { answerPage } from '../../pages/page';
import { answerNoProfile } from '../../pages/page-routes';
import { stored } from '../../store/stored';
import { answerRefusal } from '../../tips/receipt/refusal-page';
import { stopByEmail } from '../stop-by-email';
import { stopPage, stoppedPage } from './stop-page';
import { stopPageTexts } from './texts/stop-page-texts';

const address = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254));

/** Whose page it is. A profile that was taken down or restricted still has fans who want to stop. */
async function ownerAt(c: Context, { store, clock }: Deps) {
  const handle = v.safeParse(lookupHandle, c.req.param('at'));
  const claim = handle.success ? await store.read(stored.handle(handle.output)) : undefined;
  if (claim?.state !== 'live') return undefined;
  const [profile, standing] = await Promise.all([
    store.read(stored.profile(claim.uid)),
    store.read(stored.standing(claim.uid)),
  ]);
  const isShown = rightsIn(restrictionOf(standing, clock.now())).shown;
  const name = profile !== undefined && isShown ? profile.name : `@${claim.handle}`;
  return { uid: claim.uid, handle: profile?.handle ?? claim.handle, owner: name, own: profile?.language };
}

/** `GET` and `POST /@{handle}/monthly`: stopping a monthly tip by the address that Stripe has. */
export function stopPageRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/:at{@[^/]+}/monthly',
      cors: 'none',
      on: {
        GET: async (c) => {
          const found = await ownerAt(c, deps);
          if (found === undefined) return answerNoProfile(c, deps);
          const { language } = readerOf(c, found.own);
          return answerPage(c, stopPage({ ...found, language }), 200);
        },
        POST: async (c) => {
          const form = await readForm(c, ['email'], maxJsonBytes);
          if (!form.ok) return answerRefusal(c, form.problem);
          const found = await ownerAt(c, deps);
          if (found === undefined) return answerNoProfile(c, deps);
          const { language } = readerOf(c, found.own);
          const { email: typed } = form.value;
          const { wrong, often, away } = stopPageTexts(language);
          const refuse = (refused: string, status: number) =>
            answerPage(c, stopPage({ ...found, language, refused, typed: typed.slice(0, 254) }), status);
          const email = v.safeParse(address, typed);
          if (!email.success) return refuse(wrong, 422);
          const stopped = await stopByEmail(deps, found.uid, email.output);
          if (stopped.ok) return answerPage(c, stoppedPage(found.handle, language), 202);
          const { code } = stopped.problem;
          return refuse(code === 'too-many-requests' ? often : away, problemKinds[code].status);
        },
      },
    },
  ];
}

import * as v from 'valibot';
import { maxHandlesAtOnce } from '../../core/api/owner-api';
import { publishRequest, type UnpublishAnswer } from '../../core/api/tip-api';
import { parseWith, problem, fail, ok, type Result } from '../../core/base/result';
import { isLeaving } from '../../core/documents/account-document';
import { claimableHandle, lookupHandle } from '../../core/profile/draft';
import { auditRecord } from '../admin/audit';
import type { Deps, Owner } from '../deps';
import {
  answerCachedJson,
  answer,
  refuse,
  refusePublic,
  ownerCall,
  ownerCallWith,
  ownerOf,
  readerOf,
  type Route,
} from '../http/routes';
import { clientAddress } from '../http/client-address';
import { stored } from '../store/stored';
import { checkHandle } from './handle-claims';
import { ownersAct, publish, type WhenPublished } from './publish';
import { readProfile, readProfiles } from './find-profile';
import { readWall } from './read-wall';
import { followPictures } from './withhold-pictures';

/**
 * Takes the owner's page down: none of their handles shows a profile, no tip can be started, and their pictures are withheld. The handles stay theirs, tips that
 * were started can be paid, and publishing brings everything back. The store removes the cards in the same transaction (keep-cards.ts). Allowed under
 * every restriction of the host, because it shows less. A second call changes nothing.
 */
async function unpublish(
  deps: Pick<Deps, 'store' | 'clock' | 'ids' | 'log' | 'pictures'>,
  { uid }: Pick<Owner, 'uid'>,
): Promise<Result<UnpublishAnswer>> {
  const { store, clock } = deps;
  const record = auditRecord(deps);
  const taken = await store.transaction<Result<UnpublishAnswer>>(async (tx) => {
    if ((await tx.read(stored.deletion(uid))) !== undefined) return fail(problem('sign-in-required'));
    if (isLeaving(await tx.read(stored.leaving(uid)))) return fail(problem('account-leaving'));
    const profile = await tx.read(stored.profile(uid));
    if (profile === undefined) return fail(problem('profile-not-found'));
    const takenDownAt = profile.takenDownAt ?? clock.now();
    if (profile.takenDownAt === null) {
      tx.write(stored.profile(uid), { ...profile, takenDownAt });
      record.write(tx, ownersAct('unpublish', uid));
    }
    return ok({ handle: profile.handle, takenDownAt });
  });
  // A second call does this again, in case the first one was interrupted. The daily sweep does it too.
  if (taken.ok) await followPictures(deps, uid);
  return taken;
}

const handlesQuery = v.strictObject({
  handles: v.pipe(
    v.string('Name the handles, separated by commas.'),
    v.transform((list) =>
      list
        .split(',')
        .map((handle) => handle.trim())
        .filter((handle) => handle !== ''),
    ),
    v.array(v.string()),
    v.minLength(1, 'Name at least one handle.'),
    v.maxLength(maxHandlesAtOnce, `Ask for at most ${maxHandlesAtOnce} handles at once.`),
  ),
});

const handlePath = v.object({ handle: lookupHandle });
const newHandlePath = v.object({ handle: claimableHandle });

/** `GET /v1/profiles/{handle}`, its wall, and `GET /v1/profiles?handles=a,b`: the data of cards. */
export function profileRoutes(deps: Deps): readonly Route[] {
  const { config } = deps;
  return [
    {
      path: '/v1/profiles/:handle',
      cors: 'public',
      on: {
        GET: async (c) => {
          const asked = parseWith(handlePath, { handle: c.req.param('handle') });
          if (!asked.ok) return refusePublic(c, config, asked.problem);
          const found = await readProfile(deps, asked.value.handle);
          return found.ok ? answerCachedJson(c, found.value) : refusePublic(c, config, found.problem);
        },
      },
    },
    {
      path: '/v1/profiles/:handle/wall',
      cors: 'public',
      on: {
        GET: async (c) => {
          const asked = parseWith(handlePath, { handle: c.req.param('handle') });
          if (!asked.ok) return refusePublic(c, config, asked.problem);
          const wall = await readWall(deps, asked.value.handle);
          return wall.ok ? answerCachedJson(c, wall.value) : refusePublic(c, config, wall.problem);
        },
      },
    },
    {
      path: '/v1/profiles',
      cors: 'public',
      on: {
        GET: async (c) => {
          const asked = parseWith(handlesQuery, c.req.query());
          if (!asked.ok) return refusePublic(c, config, asked.problem);
          return answerCachedJson(c, await readProfiles(deps, asked.value.handles));
        },
      },
    },
  ];
}

/** `POST /v1/me/publish`, `POST /v1/me/unpublish` and `GET /v1/handles/{handle}`. */
export function ownerProfileRoutes(deps: Deps, whenPublished: WhenPublished): readonly Route[] {
  const { config } = deps;
  return [
    {
      path: '/v1/me/publish',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', publishRequest, (owner, request, c) =>
          publish(
            deps,
            owner,
            request,
            {
              origin: null,
              address: clientAddress(c, config.clientAddress),
              language: readerOf(c).language,
            },
            whenPublished,
          ),
        ),
      },
    },
    {
      path: '/v1/me/unpublish',
      cors: 'own',
      on: { POST: ownerCall(deps, 'signed-in', (owner) => unpublish(deps, owner)) },
    },
    {
      path: '/v1/handles/:handle',
      cors: 'own',
      on: {
        GET: async (c) => {
          const asked = parseWith(newHandlePath, { handle: c.req.param('handle') });
          if (!asked.ok) return refuse(c, config, asked.problem);
          // Anybody may ask. A signed-in owner also learns that a handle is their own.
          const owner = await ownerOf(c, deps, 'signed-in');
          const uid = owner.ok ? owner.value.uid : null;
          return answer(c, config, ok(await checkHandle(deps, asked.value.handle, uid)));
        },
      },
    },
  ];
}

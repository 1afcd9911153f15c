import {
  appealBody,
  objectionAnswerBody,
  type Objection,
  type ObjectionAnswerBody,
  type ObjectionsAnswer,
} from '../../core/api/moderation-api';
import { fail, ok, problem, unreachable, type Problem, type Result } from '../../core/base/result';
import { isDocumentId } from '../../core/base/text';
import { deciderOf, ownProfile } from '../admin/command';
import type { Deps, Owner } from '../deps';
import { ownerCall, ownerCallWith, type Route } from '../http/routes';
import { answerAppeal, answerable, type Answerable, type AppealRefusal } from './answer-appeal';
import { makeAppeal, readAppeal } from './make-appeal';
import { allAppeals } from './receive-report';

/** `/v1/admin/appeals`: the objections, and the answer to one, for moderators and admins. The handlers are those of `npm run admin`. */
export function objectionRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/admin/appeals',
      cors: 'own',
      on: { GET: ownerCall(deps, 'current', (owner) => list(deps, owner)) },
    },
    {
      path: '/v1/admin/appeals/:id/answer',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'current', objectionAnswerBody, (owner, body, c) =>
          answer(deps, owner, c.req.param('id') ?? '', body),
        ),
      },
    },
  ];
}

async function list(deps: Deps, owner: Owner): Promise<Result<ObjectionsAnswer>> {
  const who = await deciderOf(deps, owner);
  if (!who.ok) return who;
  const { open, answered } = await allAppeals(deps);
  const found = await answerable(deps, who.value, [...open, ...answered]);
  return ok({ role: who.value.role, objections: found.map(shown) });
}

async function answer(
  deps: Deps,
  owner: Owner,
  appealId: string,
  body: ObjectionAnswerBody,
): Promise<Result<{ readonly objection: Objection }>> {
  const decider = await deciderOf(deps, owner);
  if (!decider.ok) return decider;
  if (!isDocumentId(appealId)) return fail(problem('appeal-not-found'));
  const who = decider.value;
  const answered = await answerAppeal(deps, { who, appealId, ...body });
  if (!answered.ok) return fail(refusalOf(answered.problem));
  const [found] = await answerable(deps, who, [answered.value]);
  return found === undefined ? fail(problem('appeal-not-found')) : ok({ objection: shown(found) });
}

function refusalOf(refusal: AppealRefusal): Problem {
  switch (refusal) {
    case 'no-appeal':
      return problem('appeal-not-found');
    case 'answered':
      return problem('appeal-answered');
    case 'own':
      return ownProfile;
    case 'same-person':
      return problem('act-refused', { detail: 'You decided this. Somebody else has to answer.' });
    case 'set-by-admin':
    case 'not-allowed':
      return problem('act-refused', { detail: 'Only an admin may decide this.' });
    case 'changed':
    case 'final':
    case 'not-suspended':
    case 'nothing-to-limit':
    case 'over':
    case 'too-long':
    case 'unchanged':
      return problem('act-refused', { detail: `Refused: ${refusal}.` });
    default:
      return unreachable(refusal);
  }
}

function shown({ appeal, mayAnswer }: Answerable): Objection {
  const {
    v: _v,
    language: _language,
    expiresAt: _expiresAt,
    decidedByUid: _uid,
    answer: given,
    ...rest
  } = appeal;
  if (given === null) return { ...rest, answer: null, mayAnswer };
  const { byUid: _byUid, ...answered } = given;
  return { ...rest, answer: answered, mayAnswer };
}

/** `GET` and `POST /v1/me/appeals`: the owner's objection to the restriction of the profile. */
export function appealRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/appeals',
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', ({ uid }) => readAppeal(deps, uid)),
        POST: ownerCallWith(deps, 'signed-in', appealBody, ({ uid }, { text }) =>
          makeAppeal(deps, uid, text),
        ),
      },
    },
  ];
}

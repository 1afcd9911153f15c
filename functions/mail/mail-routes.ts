import type * as v from 'valibot';
import {
  mailBody,
  type mailAnswer,
  type MailsAnswer,
  type ModeratedMail,
} from '@busker/core/dashboard-api/owner-api';
import { isDocumentId } from '@busker/core/text/text';
import { problem, fail, ok, type Result } from '@busker/core/base/result';
import type { ModerationRole } from '@busker/core/moderation/standing';
import type { Deps, Owner } from '../deps';
import { ownerCall, ownerCallWith, type Route } from '../http/routes';
import { deciderOf } from '../admin/command';
import { allMails, isUnsent, markSent, sendAgain, type FoundMail } from './send-letter';

const mostShown = 200;

/** `/v1/admin/mails`: the mails about reports and decisions, that a person has sent one by hand, and that one shall be sent again. */
export function mailRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/admin/mails',
      cors: 'own',
      on: { GET: ownerCall(deps, 'current', (owner) => list(deps, owner)) },
    },
    {
      path: '/v1/admin/mails/:id',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'current', mailBody, (owner, body, c) =>
          change(deps, owner, c.req.param('id') ?? '', body.sent),
        ),
      },
    },
  ];
}

async function list(deps: Deps, owner: Owner): Promise<Result<MailsAnswer>> {
  const who = await deciderOf(deps, owner);
  if (!who.ok) return who;
  const { role } = who.value;
  const mails = (await allMails(deps))
    .toSorted((a, b) => Number(isUnsent(b)) - Number(isUnsent(a)))
    .slice(0, mostShown)
    .map((found) => shown(found, role));
  return ok({ role, sender: deps.config.mails === 'print' ? 'none' : 'server', mails });
}

async function change(
  deps: Deps,
  owner: Owner,
  id: string,
  what: true | 'again',
): Promise<Result<v.InferOutput<typeof mailAnswer>>> {
  const who = await deciderOf(deps, owner);
  if (!who.ok) return who;
  if (who.value.role !== 'admin') return fail(problem('act-refused', { detail: 'Only admins see mails.' }));
  if (!isDocumentId(id)) return fail(problem('mail-not-found'));
  if (what === 'again') return sendAgain(deps, who.value, id);
  return (await markSent(deps, id)) ? ok({ sent: true }) : fail(problem('mail-not-found'));
}

function shown({ id, mail, state }: FoundMail, role: ModerationRole): ModeratedMail {
  const { to, message, createdAt, delivery } = mail;
  const isAdmin = role === 'admin';
  return {
    id,
    state,
    subject: message.subject,
    to: isAdmin ? to : null,
    text: isAdmin ? message.text : null,
    failure: state === 'failed' && isAdmin ? (delivery?.error ?? null) : null,
    createdAt,
  };
}

import { standingVerb, type OwnerCase } from '@busker/core/dashboard-api/moderation-api';
import { fail, ok, type Result } from '@busker/core/base/result';
import { possibleStates, type ModerationRole } from '@busker/core/moderation/standing';
import type { Answer, Failure } from '../data/failure';
import type { Moderation, WantedAct } from '../data/backend';
import type { FakeBackend } from './fake-backend';
import type { ScriptedCall } from './scripted-call';

const name = 'ada@example.com';
const day = 24 * 60 * 60_000;

/** The case of an owner after an act, as on the server. */
function acted(before: OwnerCase, wanted: WantedAct, role: ModerationRole, now: number): OwnerCase {
  const { verb, reason, parts, days } = wanted;
  const states = Object.keys(standingVerb) as readonly (keyof typeof standingVerb)[];
  const state = states.find((each) => standingVerb[each] === verb) ?? 'good';
  const by = { by: name, byRole: role };
  const scope = wanted.isOrder ? (['order'] as const) : parts;
  const until = days === null ? (state === 'hidden' ? now + 7 * day : null) : now + days * day;
  const restriction =
    state === 'good' ? null : { state, scope: [...scope], reason, since: now, until, ...by };
  const act = {
    at: now,
    who: name,
    role,
    verb,
    outcome: 'done',
    reason,
    reportId: null,
    after: state,
  } as const;
  const standing = restriction && { v: 1 as const, ...restriction, decisionId: null };
  const possible = possibleStates(standing, { name, role }, now).map((each) => standingVerb[each]);
  return { ...before, restriction, possible, acts: [act, ...before.acts] };
}

/** The reports, owners, objections and mails of `fake`. Decisions have the same effect as on the server. */
export function inMemoryModeration(fake: FakeBackend): Moderation {
  /** Refuses like the server when the person has no right or signed in too long ago. */
  const asked = <T>(call: ScriptedCall, act: (role: ModerationRole) => Result<T, Failure>): Answer<T> =>
    fake.answer(call, () => {
      if (fake.role === null) return fail({ code: 'api/moderator-needed' });
      return fake.isFresh ? act(fake.role) : fail({ code: 'api/recent-sign-in-required' });
    });
  const caseOf = (who: string) =>
    fake.cases.find(({ uid, handle }) => uid === who || handle === who.replace(/^@/, ''));
  return {
    reports: () => asked('reports', (role) => ok({ role, reports: [...fake.reports] })),
    decide: (id, { outcome, facts }) =>
      asked('decide', () => {
        const report = fake.reports.find((each) => each.id === id);
        if (report === undefined) return fail({ code: 'api/report-decided' });
        const decision = { outcome, facts, by: name, at: Date.now(), until: null };
        const decided = { ...report, state: 'decided', decision } as const;
        const others = fake.reports.filter((each) => each !== report);
        fake.reports = outcome === 'hidden' ? [...others, decided] : others;
        return ok(decided);
      }),
    owner: (who) =>
      asked('owner', () => {
        const found = caseOf(who);
        return found === undefined ? fail({ code: 'api/profile-not-found' }) : ok(found);
      }),
    act: (wanted) =>
      asked('act', (role) => {
        const before = caseOf(wanted.uid);
        const isSeen = (before?.restriction?.since ?? null) === wanted.seenSince;
        if (before === undefined || !isSeen || !before.possible.includes(wanted.verb))
          return fail({ code: 'api/act-refused' });
        const after = acted(before, wanted, role, Date.now());
        fake.cases = fake.cases.map((each) => (each === before ? after : each));
        return ok(undefined);
      }),
    picture: (path) =>
      asked('moderatedPicture', () => {
        const found = fake.files.get(path);
        return found === undefined ? fail({ code: 'api/route-not-found' }) : ok(found);
      }),
    objections: () => asked('objections', (role) => ok({ role, objections: [...fake.objections] })),
    answer: (id, { outcome, text }) =>
      asked('answerObjection', () => {
        const found = fake.objections.find((each) => each.id === id);
        if (found === undefined) return fail({ code: 'api/appeal-not-found' });
        if (found.answer !== null) return fail({ code: 'api/appeal-answered' });
        if (found.mayAnswer !== 'yes') return fail({ code: 'api/act-refused' });
        const samePerson = found.decidedBy === name;
        const answered = { ...found, answer: { outcome, text, by: name, at: Date.now(), samePerson } };
        fake.objections = fake.objections.map((each) => (each === found ? answered : each));
        return ok(answered);
      }),
    mails: () => asked('mails', (role) => ok({ role, sender: fake.mailSender, mails: [...fake.mails] })),
    sendAgain: (id) =>
      asked('sendAgain', () => {
        const found = fake.mails.find((each) => each.id === id);
        if (found === undefined) return fail({ code: 'api/mail-not-found' });
        const again = { ...found, state: 'sending', failure: null } as const;
        fake.mails = fake.mails.map((each) => (each === found ? again : each));
        return ok(undefined);
      }),
    markSent: (id) =>
      asked('markSent', () => {
        const found = fake.mails.find((each) => each.id === id);
        if (found === undefined) return fail({ code: 'api/mail-not-found' });
        const sent = { ...found, state: 'by-hand', failure: null } as const;
        fake.mails = fake.mails.map((each) => (each === found ? sent : each));
        return ok(undefined);
      }),
  };
}

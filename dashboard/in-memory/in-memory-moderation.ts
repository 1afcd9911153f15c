import { fail, ok } from '../../core/base/result';
import type { Failure } from '../shared/failure';
import type { Moderation } from '../shared/moderation';
import type { InMemoryWorld } from './in-memory-world';

/** The reports of `world`. Decisions have the same effect as on the server. */
export function inMemoryModeration(world: InMemoryWorld): Moderation {
  const refusal = (): Failure | null => {
    if (world.role === null) return { code: 'api/moderator-needed' };
    return world.isFresh ? null : { code: 'api/recent-sign-in-required' };
  };
  return {
    reports: () =>
      world.answer('reports', () => {
        const refused = refusal();
        if (refused !== null || world.role === null) return fail(refused ?? { code: 'api/moderator-needed' });
        return ok({ role: world.role, reports: [...world.reports] });
      }),
    decide: (id, { outcome, facts }) =>
      world.answer('decide', () => {
        const refused = refusal();
        if (refused !== null) return fail(refused);
        const report = world.reports.find((each) => each.id === id);
        if (report === undefined) return fail({ code: 'api/report-decided' });
        const decision = { outcome, facts, by: 'ada@example.com', at: Date.now(), until: null };
        const decided = { ...report, state: 'decided', decision } as const;
        const others = world.reports.filter((each) => each !== report);
        world.reports = outcome === 'hidden' ? [...others, decided] : others;
        return ok(decided);
      }),
    links: (uid) =>
      world.answer('parts', () => {
        const links = uid === 'uid-ada' ? Object.entries(world.published.value?.links ?? {}) : [];
        return ok(links.map(([key, { label, url }]) => ({ part: `link:${key}` as const, label, url })));
      }),
  };
}

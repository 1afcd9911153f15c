import type { Decider, StandingWish } from '../../core/moderation/standing';
import { changeStanding, type StandingAct } from '../standing/change-standing';
import { adaUid, type Scenario } from './ada';

export const admin: Decider = { name: 'root@host.example', role: 'admin' };
export const moderator: Decider = { name: 'mo@host.example', role: 'moderator' };

/** The text that owners read in tests. */
export const decisionText = 'The picture on your page is somebody else’s.';

export const wishes = {
  restore: { state: 'good' },
  limit: { state: 'limited', scope: ['bio'], until: null },
  pause: { state: 'payments-paused', until: null },
  hide: { state: 'hidden', until: null },
  suspend: { state: 'suspended', isOrder: false, until: null },
  order: { state: 'suspended', isOrder: true, until: null },
  close: { state: 'closed' },
} as const satisfies Record<string, StandingWish>;

/** Changes Ada's standing as an admin, unless `given` says otherwise. */
export const setStanding = ({ deps }: Scenario, wish: StandingWish, given: Partial<StandingAct> = {}) =>
  changeStanding(deps, {
    who: admin,
    uid: adaUid,
    wish,
    reason: decisionText,
    reportId: null,
    decisionId: null,
    ...given,
  });

import { problem, type Problem } from '../../core/base/problem';
import type { Standing } from '../../core/profile/standing';

/** The refusal of an owner's call, with the host's own text. */
export const restrictedBy = ({ state, reason }: Standing): Problem =>
  problem('profile-restricted', { detail: reason, figures: { state, reason } });

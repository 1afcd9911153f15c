import type { Result } from '../../../core/base/result';
import type { Deps } from '../../deps';
import { may } from '../../limits/owner-limits';

const hour = 60 * 60_000;

const rules = {
  /** New overlays and new keys. */
  key: (uid: string) => ({ key: `overlay-keys-${uid}`, points: 20, windowMs: 24 * hour }),
  /** Settings and live controls: a busy stream skips and shows many alerts. */
  change: (uid: string) => ({ key: `overlay-changes-${uid}`, points: 1200, windowMs: hour }),
  test: (uid: string) => ({ key: `overlay-tests-${uid}`, points: 60, windowMs: hour }),
} as const;

export const mayDoWithOverlay = (
  deps: Pick<Deps, 'limits' | 'config'>,
  what: keyof typeof rules,
  uid: string,
): Promise<Result<null>> => may(deps, rules[what](uid));

import { useEffect, useRef, useState } from 'react';
import type { PublicProfile } from '@busker/core/profile/public-profile';
import type { ProfileState } from '../card/card-props';
import type { Answer } from '../data/backend';
import { inTurns } from '../scheduling/in-turns';
import { tellDeveloper } from '../signals/tell-developer';
import type { ReadProfile } from '../profiles/services';

const absent: ProfileState = { at: 'absent' };

const ready = (before: ProfileState, profile: PublicProfile): ProfileState =>
  before.at === 'ready' && before.profile === profile ? before : { at: 'ready', profile };

/**
 * The tag's profile. `read` is null without a profile, and a new function for each other profile. `refreshes` grows to read the same profile again.
 * `arrived` is what the first `read` has already given: it is shown in the first render, and asked for no second time.
 */
export function useProfile(
  read: ReadProfile | null,
  refreshes: number,
  arrived?: Answer<PublicProfile>,
): ProfileState {
  const [state, setState] = useState<ProfileState>(() =>
    arrived?.ok ? { at: 'ready', profile: arrived.value } : { at: 'loading' },
  );
  const given = useRef(arrived);
  // A call from before the late part was there counts.
  const seen = useRef(0);
  useEffect(() => {
    if (!read) {
      queueMicrotask(() => setState({ at: 'loading' }));
      return undefined;
    }
    let wanted = true;
    const fresh = seen.current !== refreshes;
    seen.current = refreshes;
    const reading = fresh || !given.current ? read(fresh) : Promise.resolve(given.current);
    given.current = undefined;
    void reading.then((answer) => {
      if (!answer.ok && answer.problem.kind === 'refused')
        tellDeveloper(`${answer.problem.detail} (${answer.problem.code})`);
      inTurns(() => {
        if (!wanted) return;
        setState((before) => {
          if (answer.ok) return ready(before, answer.value);
          // A failed refresh keeps the profile. A profile that cannot be found must not show the links of another one.
          return fresh && before.at === 'ready' ? before : { at: 'failed' };
        });
      });
    });
    return () => {
      wanted = false;
    };
  }, [read, refreshes]);
  return read ? state : absent;
}

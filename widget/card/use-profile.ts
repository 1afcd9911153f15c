import { useEffect, useRef, useState } from 'react';
import type { PublicProfile } from '../../core/profile/public-profile';
import { arrivedAnswers } from './arrived-answers';
import { inTurns } from '../data/in-turns';
import { tellDeveloper } from '../element/tell-developer';
import type { ReadProfile } from './services';

/** `absent`: the tag has no profile. The last profile stays while another one loads. */
export type ProfileState =
  | { readonly at: 'absent' }
  | { readonly at: 'loading' }
  | { readonly at: 'ready'; readonly profile: PublicProfile }
  | { readonly at: 'failed' };

const absent: ProfileState = { at: 'absent' };

const ready = (before: ProfileState, profile: PublicProfile): ProfileState =>
  before.at === 'ready' && before.profile === profile ? before : { at: 'ready', profile };

/** A profile that has already arrived is shown in the first render. `read` costs no request then. */
function firstState(read: ReadProfile | null): ProfileState {
  const answer = read && arrivedAnswers.get(read(false));
  return answer?.ok ? { at: 'ready', profile: answer.value } : { at: 'loading' };
}

/**
 * The tag's profile. `read` is null without a profile, and a new function for each other profile. `refreshes` grows to read the same profile again.
 */
export function useProfile(read: ReadProfile | null, refreshes: number): ProfileState {
  const [state, setState] = useState(() => firstState(read));
  const seen = useRef(refreshes);
  useEffect(() => {
    if (!read) {
      queueMicrotask(() => setState({ at: 'loading' }));
      return undefined;
    }
    let wanted = true;
    const fresh = seen.current !== refreshes;
    seen.current = refreshes;
    void read(fresh).then((answer) => {
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

import { useEffect, useRef, useState } from 'react';
import type { PublicProfile } from '../../core/profile/public-profile';
import { heardAnswers } from './heard-answers';
import { inTurns } from '../data/in-turns';
import { tellDeveloper } from '../element/tell-developer';
import type { ReadProfile } from './services';

/** `absent`: the tag names no profile. While another one is loaded, the one before stays. */
export type ProfileState =
  | { readonly at: 'absent' }
  | { readonly at: 'loading' }
  | { readonly at: 'ready'; readonly profile: PublicProfile }
  | { readonly at: 'failed' };

const absent: ProfileState = { at: 'absent' };

const ready = (before: ProfileState, profile: PublicProfile): ProfileState =>
  before.at === 'ready' && before.profile === profile ? before : { at: 'ready', profile };

/** What is known already is drawn at once; asking is free where the answer is kept. */
function firstState(read: ReadProfile | null): ProfileState {
  const answer = read && heardAnswers.get(read(false));
  return answer?.ok ? { at: 'ready', profile: answer.value } : { at: 'loading' };
}

/**
 * Follows what the tag names. `read` is null when it names nothing, and a new function whenever it names something else; `refreshes` grows
 * when the same is to be read anew.
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
          // A reload that failed takes nothing away; a profile that is not there must not show another one's links.
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

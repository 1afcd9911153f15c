import type { AskChallenge, ChallengeResult } from '../challenge/ask-challenge';

/** A challenge without a server, for stories and tests. Each press of its button gives the next answer of the script; the last one repeats. */
export function scriptedChallenge(script: readonly ChallengeResult[] = []): AskChallenge {
  const results: ChallengeResult[] = script.length > 0 ? [...script] : [{ at: 'solved', answer: 'human' }];
  return ({ place, title, report }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'link';
    button.textContent = title;
    const answer = () => {
      const next = results.length > 1 ? results.shift() : results[0];
      if (next) report(next);
    };
    button.addEventListener('click', answer);
    place.replaceChildren(button);
    return () => place.replaceChildren();
  };
}

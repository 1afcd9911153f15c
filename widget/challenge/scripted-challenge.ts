import type { AskChallenge, ChallengeNews } from './ask-challenge';

/** A challenge without a server, for stories and tests. Each press of its button gives the next answer of the script; the last one repeats. */
export function scriptedChallenge(script: readonly ChallengeNews[] = []): AskChallenge {
  const news: ChallengeNews[] = script.length > 0 ? [...script] : [{ at: 'solved', answer: 'human' }];
  return ({ place, title, tell }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'link';
    button.textContent = title;
    const answer = () => {
      const next = news.length > 1 ? news.shift() : news[0];
      if (next) tell(next);
    };
    button.addEventListener('click', answer);
    place.replaceChildren(button);
    return () => place.replaceChildren();
  };
}

import type { watchFrame } from '../frames/watch-frame';
import { isRecord, string } from '../server/http-answer';
import type { AskChallenge, ChallengeResult } from './ask-challenge';

/**
 * Shows the challenge in a frame of the server's origin (functions/challenge/challenge-routes.tsx): a provider's key is valid only for the domains that
 * its owner has listed, and this page is not one of them. No script of the provider runs in this page. `watch` is a parameter, because this
 * chunk must not import the pay step, which imports it.
 */
export const frameChallenge =
  (host: string, watch: typeof watchFrame): AskChallenge =>
  ({ place, title, language, dark, report }) => {
    const frame = document.createElement('iframe');
    const query = new URLSearchParams({ lang: language, theme: dark ? 'dark' : 'light' });
    const { origin } = new URL(host);
    frame.title = title;
    frame.className = 'challenge';
    frame.src = `${origin}/challenge?${query.toString()}`;
    const listening = new AbortController();
    const watched = watch([origin]);
    const stop = () => {
      listening.abort();
      watched.stop();
      frame.remove();
    };
    const giveUp = () => {
      if (listening.signal.aborted) return;
      stop();
      report({ at: 'blocked' });
    };
    void watched.lost.then(giveUp);
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.contentWindow || event.origin !== origin || !isRecord(event.data)) return;
      const said = event.data;
      if (said['at'] === 'failed') return giveUp();
      // Any message proves that the frame has loaded.
      watched.stop();
      const { height } = said;
      if (typeof height === 'number') frame.style.height = `${height}px`;
      const result = readResult(said['at'], string(said['answer']));
      if (result) report(result);
    };
    addEventListener('message', onMessage, { signal: listening.signal });
    place.replaceChildren(frame);
    return stop;
  };

function readResult(at: unknown, answer: string): ChallengeResult | null {
  if (at === 'solved' && answer) return { at, answer };
  return at === 'expired' ? { at } : null;
}

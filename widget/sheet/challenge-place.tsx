import { useEffect, useRef } from 'react';
import { unreachable } from '../../core/base/result';
import { useChunk } from '../card/use-chunk';
import type { AskChallenge, ChallengeResult } from '../challenge/ask-challenge';
import { languageOf } from '../../core/base/languages';
import type { FormMessages } from '../messages/en-form';
import { watchForBlocking } from '../payment/watch-for-blocking';
import { readLook } from './read-look';

interface Props {
  readonly messages: FormMessages;
  /** Null: the answer has expired. */
  readonly onAnswer: (answer: string | null) => void;
  readonly onBlocked: () => void;
  /** The fan pressed Pay, and the payment waits for the answer. */
  readonly isWanted: boolean;
  readonly locale: string;
  /** Origin of the server. */
  readonly host: string;
  /** Replaces the server's frame. */
  readonly askChallenge: AskChallenge | undefined;
}

const load = () => import('../challenge/frame-challenge');

/** The challenge. Only payments in this page need one: Stripe's hosted page has its own protection. */
export function ChallengePlace(props: Props) {
  const { messages, onAnswer, onBlocked, isWanted, locale, host, askChallenge } = props;
  const box = useRef<HTMLDivElement>(null);
  const chunk = useChunk(load, !askChallenge);
  const ask =
    askChallenge ?? (chunk.at === 'ready' ? chunk.part.frameChallenge(host, watchForBlocking) : null);
  const isThere = ask !== null;
  useEffect(() => {
    if (chunk.at === 'failed') onBlocked();
    const place = box.current;
    if (!ask || !place) return undefined;
    const report = (result: ChallengeResult) => {
      switch (result.at) {
        case 'solved':
          return onAnswer(result.answer);
        case 'expired':
          return onAnswer(null);
        case 'blocked':
          return onBlocked();
        default:
          return unreachable(result);
      }
    };
    const { dark } = readLook(place);
    return ask({ place, title: messages.person, language: languageOf(locale), dark, report });
    // Asked once per round, which is this component's key. The functions are new in every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isThere, chunk.at]);
  useEffect(() => {
    if (isWanted) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted, isThere]);
  return (
    <section className="person" aria-label={messages.person}>
      <p className="field-label">{messages.person}</p>
      <div ref={box} />
    </section>
  );
}

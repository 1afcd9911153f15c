import { useEffect, useRef } from 'react';
import { unreachable } from '@busker/core/base/result';
import { useChunk } from '../hooks/use-chunk';
import type { AskChallenge, ChallengeResult } from '../challenge/ask-challenge';
import { languageOf } from '@busker/core/locale/language-tags';
import type { TipMessages } from '../messages/en-tip';
import { watchFrame } from '../frames/watch-frame';
import type { TipFlow } from '../tip/tip-flow';

const load = () => import('../challenge/frame-challenge');

interface Props {
  readonly messages: TipMessages;
  /** Null: the answer has expired. */
  readonly onAnswer: (answer: string | null) => void;
  readonly onBlocked: () => void;
  /** Each press on Pay that waits for the answer makes another notice. */
  readonly flow: Pick<TipFlow, 'notice'>;
  readonly locale: string;
  /** Origin of the server. */
  readonly host: string;
  /** Replaces the server's frame. */
  readonly askChallenge: AskChallenge | undefined;
}

/** The challenge. Only payments in this page need one: Stripe's hosted page has its own protection. */
export function ChallengePlace(props: Props) {
  const { messages, onAnswer, onBlocked, flow, locale, host, askChallenge } = props;
  const box = useRef<HTMLDivElement>(null);
  const { notice } = flow;
  // If it could not be loaded, each press on Pay tries again.
  const chunk = useChunk(load, !askChallenge, notice);
  const ask = askChallenge ?? (chunk.at === 'ready' ? chunk.part.frameChallenge(host, watchFrame) : null);
  const isThere = ask !== null;
  useEffect(() => {
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
    const dark = getComputedStyle(place).colorScheme === 'dark';
    return ask({ place, title: messages.person, language: languageOf(locale), dark, report });
    // Asked once per round, which is this component's key. The functions are new in every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isThere]);
  useEffect(() => {
    if (notice?.kind === 'challenge') box.current?.scrollIntoView({ block: 'nearest' });
  }, [notice, chunk.at]);
  return (
    <section className="person" aria-label={messages.person}>
      <p className="field-label">{messages.person}</p>
      {chunk.at === 'failed' && (
        <p className="fault" role="alert">
          {messages.offline}
        </p>
      )}
      <div ref={box} />
    </section>
  );
}

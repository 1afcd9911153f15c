import { useEffect, useRef, useState } from 'react';
import type { Result } from '../../../../core/base/result';
import type { TagFault } from './tag-writer';

type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'written' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'failed'; readonly fault: Exclude<TagFault, 'stopped'> };

type Act = (stop: AbortSignal) => Promise<Result<void, TagFault>>;

/** One act at a time on a tag. It ends when the owner stops it or leaves the screen, so that no tag is written later by surprise. */
export function useTag() {
  const [step, setStep] = useState<Step>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  const run = async (done: 'written' | 'locked', act: Act) => {
    stop();
    const controller = new AbortController();
    running.current = controller;
    setStep({ kind: 'waiting' });
    const answer = await act(controller.signal);
    if (running.current !== controller) return;
    if (answer.ok) setStep({ kind: done });
    else if (answer.problem === 'stopped') setStep({ kind: 'idle' });
    else setStep({ kind: 'failed', fault: answer.problem });
  };
  return { step, run, stop };
}

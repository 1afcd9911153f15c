import { useCallback, useState } from 'react';
import { parsePublishableDraft } from '../../core/profile/draft';
import type { PublishAnswer } from '../../core/api/tip-api';
import { faultsOf, fail, type FieldProblems, type Result } from '../../core/base/result';
import { mayPublishIn } from '../../core/profile/standing';
import type { OwnerApi, OwnerStore } from '../data/backend';
import type { Failure } from '../data/failure';
import { useText } from '../messages/text';
import { useBackend, useOwner, useRestriction, useStore } from '../data/session';
import { useDraft } from './draft-provider';

export type Publishing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'faulty'; readonly fields: FieldProblems }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'done'; readonly answer: PublishAnswer };

const settleMillis = 12_000;
const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));

/** Waits for pending writes and sends the revision that the server confirmed. When the server still has an older draft, tries once more. */
async function publishSettled(store: OwnerStore, api: OwnerApi): Promise<Result<PublishAnswer, Failure>> {
  for (let attempt = 1; ; attempt += 1) {
    const settled = await Promise.race([
      store.settled(),
      pause(settleMillis).then(() => fail<Failure>({ code: 'store/unavailable' })),
    ]);
    if (!settled.ok) return settled;
    const answer = await api.publish(settled.value);
    if (answer.ok || answer.problem.code !== 'api/draft-behind' || attempt === 3) return answer;
    await pause(attempt * 400);
  }
}

/** The refused fields with their faults or sentences; null = the failure names no field. */
function fieldsOf(failure: Failure, sentence: string): FieldProblems | null {
  if (failure.code === 'api/handle-taken') return { handle: sentence };
  if (failure.code === 'api/invalid-fields' && failure.fields && Object.keys(failure.fields).length > 0)
    return failure.fields;
  return null;
}

export function usePublish(sentence: (failure: Failure) => string) {
  const { api } = useBackend();
  const store = useStore();
  const { draft, flush, setProblems } = useDraft();
  const { ask } = useRestriction();
  const [state, setState] = useState<Publishing>({ kind: 'idle' });

  const publish = useCallback(async (): Promise<Publishing> => {
    const ended = (next: Publishing): Publishing => {
      setProblems(next.kind === 'faulty' ? next.fields : {});
      setState(next);
      return next;
    };
    const parsed = parsePublishableDraft(draft);
    if (!parsed.ok) return ended({ kind: 'faulty', fields: faultsOf(parsed.problem) });
    setState({ kind: 'busy' });
    flush();
    const answer = await publishSettled(store, api);
    if (answer.ok) return ended({ kind: 'done', answer: answer.value });
    if (answer.problem.code === 'api/profile-restricted') ask();
    const fields = fieldsOf(answer.problem, sentence(answer.problem));
    return ended(fields ? { kind: 'faulty', fields } : { kind: 'failed', failure: answer.problem });
  }, [api, store, draft, flush, setProblems, sentence, ask]);

  return { state, publish };
}

/** The reason why publishing is not possible; null = it is possible. */
export function usePublishObstacle(): string | null {
  const text = useText();
  const owner = useOwner();
  const { online } = useDraft();
  const { restriction } = useRestriction();
  if (!online) return text('publish.offline');
  if (restriction !== null && !mayPublishIn(restriction.state)) return text('restricted.publish');
  if (owner.isGuest) return text('publish.guest');
  return owner.emailVerified || !owner.email ? null : text('publish.verify');
}

import { Alert } from '@mantine/core';
import { useEffect } from 'react';
import useSWR from 'swr';
import type { DeletionAnswer } from '@busker/core/dashboard-api/owner-api';
import { leavingSteps, type LeavingState } from '@busker/core/account/account-document';
import { keptText, valueOf } from '../data/failure';
import { useText } from '../messages/text';
import { useBackend } from '../session/session';
import { StepProgress } from '../feedback/announcer';

/** The ticket of a deletion that was started in this browser. The account itself cannot ask any more when it is gone. */
export const keptTicket = keptText('busker-deletion');

/** How far a running deletion is: "Deleting: 3 of 5 …". */
export function LeavingProgress({
  state,
}: {
  readonly state: Extract<LeavingState, { name: 'running' | 'retrying' }>;
}) {
  const text = useText();
  const { step, done, total } = state;
  const index = leavingSteps.indexOf(step);
  const part = total === null || total === 0 ? 0 : Math.min(1, done / total);
  const says = text('leaving.step', {
    step: index + 1,
    steps: leavingSteps.length,
    what: text(`leaving.${step}`),
  });
  return (
    <StepProgress
      name={text('leaving.label')}
      says={total === null ? says : `${says} (${text('leaving.items', { done, total })})`}
      spoken={state.name === 'retrying' ? text('leaving.retrying') : says}
      share={(index + part) / leavingSteps.length}
    />
  );
}

/** How often the page asks, in milliseconds. */
const askAgain = 5000;

/** How far the deletion is that was started in this browser; null = none, or its end was shown before. */
export function useDeletionNews(): DeletionAnswer | null {
  const { api } = useBackend();
  const ticket = keptTicket.read();
  const { data = null } = useSWR<DeletionAnswer | null>(
    ticket === null ? null : ['deletion', ticket],
    () => valueOf(api.deletionOf(ticket ?? '')),
    { refreshInterval: askAgain },
  );
  const name = data?.name;
  useEffect(() => {
    if (name === 'done' || name === 'stopped' || name === 'unknown') keptTicket.drop();
  }, [name]);
  return name === 'unknown' ? null : data;
}

/** For the sign-in page. */
export function DeletionNews({ news }: { readonly news: DeletionAnswer }) {
  const text = useText();
  if (news.name === 'running' || news.name === 'retrying') {
    return (
      <Alert color="yellow" title={text('leaving.title')}>
        <LeavingProgress state={news} />
      </Alert>
    );
  }
  return (
    <Alert color="yellow" role="status">
      {text(news.name === 'done' ? 'signIn.left.deleted' : 'leaving.stopped')}
    </Alert>
  );
}

import { Alert } from '@mantine/core';
import { useEffect } from 'react';
import useSWR from 'swr';
import type { DeletionAnswer } from '../../../core/api/owner-api';
import { useText } from '../../messages/text';
import { useBackend } from '../../data/session';
import { keptTicket } from './kept-ticket';
import { LeavingProgress } from './leaving-progress';

/** How often the page asks, in milliseconds. */
const askAgain = 5000;

/** How far the deletion is that was started in this browser; null = none, or its end was shown before. */
export function useDeletionNews(): DeletionAnswer | null {
  const { api } = useBackend();
  const ticket = keptTicket.read();
  const { data = null } = useSWR<DeletionAnswer | null>(
    ticket === null ? null : ['deletion', ticket],
    async () => {
      const answer = await api.deletionOf(ticket ?? '');
      if (answer.ok) return answer.value;
      throw new Error(answer.problem.code);
    },
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

import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { unreachable } from '../../../core/base/result';
import { usePublish } from '../../draft/use-publish';
import { usePublished } from '../../data/owner-documents';
import type { Failure } from '../../data/failure';
import { usePublishedNote } from '../../shared/own-page/published-note';
import { useText } from '../../messages/text';
import { useToast } from '../../ui/toast';
import { whenThere } from '../../ui/when-there';

/** Publishes from any screen. If fields are faulty, opens the editor at the first one. */
export function usePublishCommand(): () => void {
  const text = useText();
  const navigate = useNavigate();
  const { failed } = useToast();
  const note = usePublishedNote();
  const live = usePublished();
  const sentence = useCallback((failure: Failure) => text(`failure.${failure.code}`), [text]);
  const { publish } = usePublish(sentence);
  const first = live.kind === 'ready' && live.value === null;

  return () => {
    void publish().then((ended) => {
      switch (ended.kind) {
        case 'done':
          return note({ url: ended.answer.url, first });
        case 'failed':
          return failed(ended.failure);
        case 'faulty':
          failed({ code: 'api/invalid-fields' });
          void navigate('/profile');
          whenThere(
            () => document.querySelector('main [aria-invalid="true"]'),
            (field) => field.focus(),
          );
          return undefined;
        case 'idle':
        case 'busy':
          return undefined;
        default:
          return unreachable(ended);
      }
    });
  };
}

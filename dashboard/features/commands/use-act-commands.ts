import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconArrowForwardUp from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs';
import IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs';
import IconRocket from '@tabler/icons-react/dist/esm/icons/IconRocket.mjs';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { unreachable } from '../../../core/base/result';
import { draftOf, type StoredProfile } from '../../../core/profile/stored-profile';
import type { Failure } from '../../data/failure';
import { usePublished } from '../../data/owner-documents';
import { useBackend } from '../../data/session';
import { draftChanges } from '../../draft/draft-changes';
import { useDraft } from '../../draft/draft-provider';
import { usePublish, usePublishObstacle } from '../../draft/use-publish';
import { useText } from '../../messages/text';
import { htmlSnippet } from '../../shared/embed-code/snippet';
import { usePublishedNote } from '../../shared/own-page/published-note';
import { useUndo } from '../../shared/publish/use-undo';
import { useToast } from '../../ui/toast';
import { whenThere } from '../../ui/when-there';
import type { Command } from './command';

/** Publishes from any screen. If fields are faulty, opens the editor at the first one. */
function usePublishCommand(): () => void {
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

function useCopyTag() {
  const text = useText();
  const navigate = useNavigate();
  const { host } = useBackend();
  const { notify } = useToast();
  return async (profile: StoredProfile) => {
    try {
      await navigator.clipboard.writeText(htmlSnippet(profile, { host, now: Date.now() }));
      notify(text('commands.tagCopied'));
    } catch {
      // Copying was refused, so the screen with the code opens.
      void navigate('/embed#code');
      notify(text('commands.copyFailed'));
    }
  };
}

/** The actions on the profile that are possible now. */
export function useActCommands(askDiscard: () => void): readonly Command[] {
  const text = useText();
  const { host } = useBackend();
  const { draft } = useDraft();
  const { canUndo, canRedo, undo, redo } = useUndo();
  const live = usePublished();
  const obstacle = usePublishObstacle();
  const publish = usePublishCommand();
  const copyTag = useCopyTag();
  const published = live.kind === 'ready' ? live.value : null;
  const changes = published ? draftChanges(draft, draftOf(published)).length : 0;
  const canPublish = live.kind === 'ready' && obstacle === null && (published === null || changes > 0);

  const acts: readonly (Command | false | null)[] = [
    canPublish && {
      id: 'publish',
      group: 'do',
      label: text('publish.submit'),
      note: published ? text('publish.changes', { count: changes }) : text('publish.never'),
      words: text('commands.do.words'),
      Icon: IconRocket,
      run: publish,
    },
    changes > 0 && {
      id: 'discard',
      group: 'do',
      label: text('publish.discard'),
      note: text('publish.changes', { count: changes }),
      Icon: IconRestore,
      run: askDiscard,
    },
    canUndo && {
      id: 'undo',
      group: 'do',
      label: text('undo.undo'),
      words: text('undo.words'),
      keys: 'mod+z',
      Icon: IconArrowBackUp,
      run: undo,
    },
    canRedo && {
      id: 'redo',
      group: 'do',
      label: text('undo.redo'),
      words: text('undo.words'),
      keys: 'mod+shift+z',
      Icon: IconArrowForwardUp,
      run: redo,
    },
    published && {
      id: 'copy-tag',
      group: 'do',
      label: text('commands.copyTag'),
      words: text('commands.copyTagWords'),
      Icon: IconCode,
      run: () => void copyTag(published),
    },
    published && {
      id: 'public-page',
      group: 'do',
      label: text('menu.publicPage'),
      words: text('commands.publicWords'),
      Icon: IconExternalLink,
      run: () => void window.open(`${host}/@${published.handle}`, '_blank', 'noopener'),
    },
  ];
  return acts.filter((act) => act !== false && act !== null);
}

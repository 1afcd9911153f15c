import { useMantineColorScheme } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { unreachable } from '@busker/core/base/result';
import { draftOf, pageAddress, type StoredProfile } from '@busker/core/profile/profile';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCode,
  IconExternalLink,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconPlayerPause,
  IconRestore,
  IconRocket,
} from '../../icons/screen-icons';
import type { Failure } from '../../data/failure';
import { usePublished, useTakesTips } from '../../session/owner-documents';
import { useBackend, useRole } from '../../session/session';
import { draftChanges } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useFaultyField } from '../../publish/publish-bar';
import { usePublish, usePublishObstacle, usePublishedNote, useUndo } from '../../publish/publish';
import { languageNames, languages } from '../../messages/language';
import { useLanguage } from '../../messages/language-provider';
import { useText, type PlainMessageId, type Say } from '../../messages/text';
import { htmlSnippet } from '../../embed-code/snippet';
import {
  chooseShortcuts,
  colorSchemes,
  useLanguageChoice,
  useShortcutsOn,
} from '../../preferences/preferences';
import {
  destinations,
  moderationScreen,
  panels,
  moderationViews,
  placeOf,
  type Panel,
} from '../../navigation/destinations';
import { useAnnounce } from '../../feedback/announcer';
import { useToast } from '../../feedback/toast';
import { useNow } from '../../ui/dates';

export const commandGroups = ['do', 'go', 'find', 'settings'] as const;
type CommandGroup = (typeof commandGroups)[number];

/** Something that the owner can do on any screen. */
export interface Command {
  readonly id: string;
  readonly group: CommandGroup;
  readonly label: string;
  /** A second line. */
  readonly note?: string;
  /** Other words that find the command. */
  readonly words?: string;
  /** The shortcut that does the same. */
  readonly keys?: string;
  readonly Icon: typeof IconCode;
  /** Shown only after something was typed. */
  readonly onSearch?: boolean;
  /** Shown whatever was typed. */
  readonly always?: boolean;
  readonly run: () => void;
}

/** Publishes from any screen. If fields are faulty, opens the editor at the first one. */
function usePublishCommand(): () => void {
  const text = useText();
  const leadTo = useFaultyField();
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
          leadTo(Object.keys(ended.fields));
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
      void navigate('/share/embed#code');
      notify(text('commands.copyFailed'));
    }
  };
}

interface ProfileActs {
  readonly askDiscard: () => void;
  readonly askPause: () => void;
}

/** The actions on the profile that are possible now. */
export function useActCommands({ askDiscard, askPause }: ProfileActs): readonly Command[] {
  const text = useText();
  const { host } = useBackend();
  const { draft } = useDraft();
  const { canUndo, canRedo, undo, redo } = useUndo();
  const live = usePublished();
  const obstacle = usePublishObstacle();
  const publish = usePublishCommand();
  const copyTag = useCopyTag();
  const published = live.kind === 'ready' ? live.value : null;
  const takesTips = useTakesTips(published, useNow());
  const changes = published ? draftChanges(draft, draftOf(published)).length : 0;
  const canPublish = live.kind === 'ready' && obstacle === null && (published === null || changes > 0);

  const acts: readonly (Command | false | null | undefined)[] = [
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
    takesTips && {
      id: 'pause',
      group: 'do',
      label: text('pause.title'),
      words: text('find.pause'),
      Icon: IconPlayerPause,
      run: askPause,
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
      run: () => void window.open(pageAddress(published, host), '_blank', 'noopener'),
    },
  ];
  return acts.filter((act) => act !== false && act != null);
}

const panelsOf = (to: (typeof destinations)[number]['to']): readonly Panel[] =>
  to in panels ? panels[to as keyof typeof panels] : [];

type Go = (to: string) => void;

/** Every screen, and after typing also every panel. Moderators also get the parts of their screen. */
export function goCommands(text: Say, go: Go, isModerator: boolean): readonly Command[] {
  const also = (words: PlainMessageId | null | undefined) => (words ? text(words) : '');
  const screens = destinations.map(({ to, of, label, words, key }): Command => ({
    id: to,
    group: 'go',
    label: text(label),
    words: `${text(placeOf(of).label)} ${also(words)}`,
    keys: `g ${key}`,
    Icon: placeOf(of).Icon,
    run: () => go(to),
  }));
  const parts = destinations.flatMap(({ to, of, label }) =>
    panelsOf(to).map(([id, heading, more]): Command => ({
      id: `${to}#${id}`,
      group: 'go',
      label: text(heading),
      note: text(label),
      words: `${text(label)} ${also(more)}`,
      Icon: placeOf(of).Icon,
      onSearch: true,
      run: () => go(`${to}#${id}`),
    })),
  );
  const moderation = isModerator ? moderationViews : [];
  const views = moderation.map(({ name, to, label }): Command => ({
    id: to,
    group: 'go',
    label: text(label),
    note: text(moderationScreen.label),
    words: text(moderationScreen.label),
    Icon: placeOf(moderationScreen.of).Icon,
    onSearch: name !== 'reports',
    run: () => go(to),
  }));
  return [...screens, ...views, ...parts];
}

export function useGoCommands(): readonly Command[] {
  const text = useText();
  const navigate = useNavigate();
  const role = useRole();
  return useMemo(() => goCommands(text, (to) => void navigate(to), role !== null), [text, navigate, role]);
}

interface SettingActs {
  readonly showHelp: () => void;
  readonly leave: () => void;
}

/** Appearance, language, shortcuts and sign-out. The current setting is not offered. */
export function useSettingCommands({ showHelp, leave }: SettingActs): readonly Command[] {
  const text = useText();
  const announce = useAnnounce();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { language } = useLanguage();
  const speak = useLanguageChoice();
  const keysOn = useShortcutsOn();

  const themes = colorSchemes
    .filter(({ value }) => value !== colorScheme)
    .map(({ value, label, Icon }): Command => ({
      id: `theme-${value}`,
      group: 'settings',
      label: text('commands.theme', { name: text(label) }),
      words: text('commands.themeWords'),
      Icon,
      run: () => setColorScheme(value),
    }));
  const tongues = languages
    .filter((other) => other !== language)
    .map((other): Command => ({
      id: `language-${other}`,
      group: 'settings',
      label: text('commands.language', { name: languageNames[other] }),
      words: text('commands.languageWords'),
      Icon: IconLanguage,
      run: () => void speak(other),
    }));
  return [
    ...themes,
    ...tongues,
    {
      id: 'help',
      group: 'settings',
      label: text('keys.title'),
      words: text('find.help'),
      keys: '?',
      Icon: IconKeyboard,
      run: showHelp,
    },
    {
      id: 'keys',
      group: 'settings',
      label: text(keysOn ? 'keys.turnOff' : 'keys.turnOn'),
      Icon: IconKeyboard,
      onSearch: true,
      run: () => {
        chooseShortcuts(!keysOn);
        announce(text(keysOn ? 'keys.turnedOff' : 'keys.turnedOn'));
      },
    },
    {
      id: 'sign-out',
      group: 'settings',
      label: text('menu.signOut'),
      words: text('commands.signOutWords'),
      Icon: IconLogout,
      run: leave,
    },
  ];
}

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

type More = Omit<Command, 'id' | 'group' | 'label' | 'Icon' | 'run'>;

const commandOf =
  (group: CommandGroup) =>
  (id: string, label: string, Icon: Command['Icon'], run: () => void, more: More = {}): Command => ({
    id,
    group,
    label,
    Icon,
    run,
    ...more,
  });
const act = commandOf('do');
const way = commandOf('go');
const setting = commandOf('settings');

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

  const note = text('publish.changes', { count: changes });
  const words = text('undo.words');
  const acts: readonly (Command | false | null | undefined)[] = [
    canPublish &&
      act('publish', text('publish.submit'), IconRocket, publish, {
        note: published ? note : text('publish.never'),
        words: text('commands.do.words'),
      }),
    changes > 0 && act('discard', text('publish.discard'), IconRestore, askDiscard, { note }),
    canUndo && act('undo', text('undo.undo'), IconArrowBackUp, undo, { words, keys: 'mod+z' }),
    canRedo && act('redo', text('undo.redo'), IconArrowForwardUp, redo, { words, keys: 'mod+shift+z' }),
    takesTips && act('pause', text('pause.title'), IconPlayerPause, askPause, { words: text('find.pause') }),
    published &&
      act('copy-tag', text('commands.copyTag'), IconCode, () => void copyTag(published), {
        words: text('commands.copyTagWords'),
      }),
    published &&
      act(
        'public-page',
        text('menu.publicPage'),
        IconExternalLink,
        () => void window.open(pageAddress(published, host), '_blank', 'noopener'),
        { words: text('commands.publicWords') },
      ),
  ];
  return acts.filter((each) => each !== false && each != null);
}

const panelsOf = (to: (typeof destinations)[number]['to']): readonly Panel[] =>
  to in panels ? panels[to as keyof typeof panels] : [];

type Go = (to: string) => void;

/** Every screen, and after typing also every panel. Moderators also get the parts of their screen. */
export function goCommands(text: Say, go: Go, isModerator: boolean): readonly Command[] {
  const also = (words: PlainMessageId | null | undefined) => (words ? text(words) : '');
  const screens = destinations.map(({ to, of, label, words, key }) =>
    way(to, text(label), placeOf(of).Icon, () => go(to), {
      words: `${text(placeOf(of).label)} ${also(words)}`,
      keys: `g ${key}`,
    }),
  );
  const parts = destinations.flatMap(({ to, of, label }) =>
    panelsOf(to).map(([id, heading, more]) =>
      way(`${to}#${id}`, text(heading), placeOf(of).Icon, () => go(`${to}#${id}`), {
        note: text(label),
        words: `${text(label)} ${also(more)}`,
        onSearch: true,
      }),
    ),
  );
  const moderation = isModerator ? moderationViews : [];
  const its = text(moderationScreen.label);
  const views = moderation.map(({ name, to, label }) =>
    way(to, text(label), placeOf(moderationScreen.of).Icon, () => go(to), {
      note: its,
      words: its,
      onSearch: name !== 'reports',
    }),
  );
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
    .map(({ value, label, Icon }) =>
      setting(
        `theme-${value}`,
        text('commands.theme', { name: text(label) }),
        Icon,
        () => setColorScheme(value),
        { words: text('commands.themeWords') },
      ),
    );
  const tongues = languages
    .filter((other) => other !== language)
    .map((other) =>
      setting(
        `language-${other}`,
        text('commands.language', { name: languageNames[other] }),
        IconLanguage,
        () => void speak(other),
        { words: text('commands.languageWords') },
      ),
    );
  const turnKeys = () => {
    chooseShortcuts(!keysOn);
    announce(text(keysOn ? 'keys.turnedOff' : 'keys.turnedOn'));
  };
  return [
    ...themes,
    ...tongues,
    setting('help', text('keys.title'), IconKeyboard, showHelp, { words: text('find.help'), keys: '?' }),
    setting('keys', text(keysOn ? 'keys.turnOff' : 'keys.turnOn'), IconKeyboard, turnKeys, {
      onSearch: true,
    }),
    setting('sign-out', text('menu.signOut'), IconLogout, leave, { words: text('commands.signOutWords') }),
  ];
}

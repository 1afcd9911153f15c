import { useMantineColorScheme } from '@mantine/core';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import { languageNames, languages } from '../../messages/language';
import { useLanguage } from '../../messages/language-provider';
import { useText } from '../../messages/text';
import { useAnnounce } from '../../ui/announcer';
import { useLanguageChoice } from '../../shared/language/use-language-choice';
import { colorSchemes } from '../../ui/theme/color-schemes';
import type { Command } from './command';
import { chooseShortcuts, useShortcutsOn } from './shortcut-choice';

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

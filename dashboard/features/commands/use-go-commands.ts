import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../messages/text';
import { destinations, furtherScreens, moderationScreen, panels } from '../../shared/navigation/destinations';
import { moderationViews } from '../../shared/navigation/moderation-views';
import { useRole } from '../../data/session';
import type { Command } from './command';

const panelsOf = (to: (typeof destinations)[number]['to']) =>
  to in panels ? panels[to as keyof typeof panels] : [];

/** Every screen, and after typing also every panel. Moderators also get the parts of their screen. */
export function useGoCommands(): readonly Command[] {
  const text = useText();
  const navigate = useNavigate();
  const role = useRole();
  return useMemo(() => {
    const screens = destinations.map(({ to, label, Icon, key }): Command => ({
      id: to,
      group: 'go',
      label: text(label),
      keys: `g ${key}`,
      Icon,
      run: () => void navigate(to),
    }));
    const parts = destinations.flatMap(({ to, label, Icon }) =>
      panelsOf(to).map(([id, heading]): Command => ({
        id: `${to}#${id}`,
        group: 'go',
        label: text(heading),
        note: text(label),
        words: text(label),
        Icon,
        onSearch: true,
        run: () => void navigate(`${to}#${id}`),
      })),
    );
    const further = furtherScreens.map(({ to, label, of, Icon }): Command => ({
      id: to,
      group: 'go',
      label: text(label),
      note: text(of),
      words: text(of),
      Icon,
      onSearch: true,
      run: () => void navigate(to),
    }));
    const moderation = role === null ? [] : moderationViews;
    const views = moderation.map(({ name, to, label }): Command => ({
      id: to,
      group: 'go',
      label: text(label),
      note: text(moderationScreen.label),
      words: text(moderationScreen.label),
      Icon: moderationScreen.Icon,
      onSearch: name !== 'reports',
      run: () => void navigate(to),
    }));
    return [...screens, ...views, ...further, ...parts];
  }, [text, navigate, role]);
}

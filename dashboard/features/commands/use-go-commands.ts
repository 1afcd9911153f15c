import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../messages/text';
import { destinations, panels } from '../../shared/navigation/destinations';
import type { Command } from './command';

const panelsOf = (to: (typeof destinations)[number]['to']) =>
  to in panels ? panels[to as keyof typeof panels] : [];

/** Every screen, and after typing also every panel. */
export function useGoCommands(): readonly Command[] {
  const text = useText();
  const navigate = useNavigate();
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
    return [...screens, ...parts];
  }, [text, navigate]);
}

import IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs';
import { describe, expect, test } from 'vitest';
import { foundCommands, type Command } from './palette';

describe('found commands', () => {
  const command = (label: string, given: Partial<Command> = {}): Command => ({
    id: label,
    group: 'go',
    label,
    Icon: IconCode,
    run: () => {},
    ...given,
  });
  const labels = (commands: readonly Command[]) => commands.map(({ label }) => label);

  describe('searching for a command', () => {
    test('matches every word, in any order and without accents', () => {
      const all = [command('Cerrar sesión'), command('Sesiones'), command('Cerrar')];
      expect(labels(foundCommands(all, 'sesion CERRAR'))).toEqual(['Cerrar sesión']);
    });

    test('ranks words that start so before words that contain it, and keywords last', () => {
      const all = [
        command('Copy the embed code'),
        command('Account', { words: 'embed' }),
        command('Embed'),
        command('Unembed'),
      ];
      expect(labels(foundCommands(all, 'embed'))).toEqual([
        'Embed',
        'Copy the embed code',
        'Unembed',
        'Account',
      ]);
    });

    test('without input shows all commands except those that only a search shows', () => {
      const all = [command('Tips'), command('Costs', { onSearch: true })];
      expect(labels(foundCommands(all, '  '))).toEqual(['Tips']);
      expect(labels(foundCommands(all, 'cos'))).toEqual(['Costs']);
    });

    test('offers the search of all tips last, whatever was typed', () => {
      const all = [command('Search all tips', { onSearch: true, always: true }), command('Tips')];
      expect(labels(foundCommands(all, 'tips'))).toEqual(['Tips', 'Search all tips']);
      expect(labels(foundCommands(all, 'zzz'))).toEqual(['Search all tips']);
    });
  });
});

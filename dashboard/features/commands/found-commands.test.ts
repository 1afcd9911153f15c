import IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs';
import { describe, expect, test } from 'vitest';
import type { Command } from './command';
import { foundCommands } from './found-commands';

const command = (label: string, given: Partial<Command> = {}): Command => ({
  id: label,
  group: 'go',
  label,
  Icon: IconCode,
  run: () => {},
  ...given,
});
const labels = (commands: readonly Command[]) => commands.map(({ label }) => label);

describe('looking for a command', () => {
  test('takes every word, in any order and without accents', () => {
    const all = [command('Cerrar sesión'), command('Sesiones'), command('Cerrar')];
    expect(labels(foundCommands(all, 'sesion CERRAR'))).toEqual(['Cerrar sesión']);
  });

  test('puts what begins so before what only holds it, and words on the side last', () => {
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

  test('without words shows all but what only a search brings up', () => {
    const all = [command('Tips'), command('Costs', { onSearch: true })];
    expect(labels(foundCommands(all, '  '))).toEqual(['Tips']);
    expect(labels(foundCommands(all, 'cos'))).toEqual(['Costs']);
  });

  test('offers the search of everything last, whatever was typed', () => {
    const all = [command('Search all tips', { onSearch: true, always: true }), command('Tips')];
    expect(labels(foundCommands(all, 'tips'))).toEqual(['Tips', 'Search all tips']);
    expect(labels(foundCommands(all, 'zzz'))).toEqual(['Search all tips']);
  });
});

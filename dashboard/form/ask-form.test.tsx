import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok } from '@busker/core/base/result';
import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Answer } from '../data/failure';
import { LanguageProvider, Texts } from '../messages/language-provider';
import { KeptField } from './ask-form';

// Holds dash-950.
describe('a kept field', () => {
  afterEach(() => {
    cleanup();
    notifications.clean();
  });

  type Kept = Awaited<Answer<unknown>>;

  /** A server that answers when the test says so. */
  function show() {
    const asked: { readonly text: string; readonly answer: (given?: Kept) => Promise<void> }[] = [];
    function Screen() {
      const [value, setValue] = useState('Ada');
      const [isOpen, setOpen] = useState(true);
      const keep = (text: string) =>
        new Promise<Kept>((resolve) => {
          const answer = (given: Kept = ok(undefined)) =>
            act(async () => {
              if (given.ok) setValue(text);
              resolve(given);
              await Promise.resolve();
            });
          asked.push({ text, answer });
        });
      return (
        <>
          {isOpen && <KeptField label="Name" value={value} check={() => null} keep={keep} />}
          <button type="button" onClick={() => setOpen(false)}>
            Leave
          </button>
        </>
      );
    }
    render(
      <MantineProvider>
        <LanguageProvider language="en">
          <Texts part="all">
            <Notifications />
            <Screen />
          </Texts>
        </LanguageProvider>
      </MantineProvider>,
    );
    const user = userEvent.setup({ delay: null });
    const write = async (text: string, end = '{Enter}') => {
      const field = await screen.findByLabelText('Name');
      await user.clear(field);
      await user.type(field, `${text}${end}`);
    };
    const texts = () => asked.map(({ text }) => text);
    // By a key: the field does not lose the focus first.
    const leave = () => fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    return { asked, texts, user, write, leave };
  }

  test('sends the second of two quick changes too, and an undo leads to the one before it', async () => {
    const { asked, texts, user, write } = show();
    await write('Bea');
    await write('Ada');
    expect(texts()).toEqual(['Bea', 'Ada']);
    await asked[0]?.answer();
    await asked[1]?.answer();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(texts()).toEqual(['Bea', 'Ada', 'Bea']));
  });

  test('is sent when the screen ends while it is being written, and says so when that failed', async () => {
    const { asked, texts, write, leave } = show();
    await write('Bea', '');
    leave();
    await waitFor(() => expect(texts()).toEqual(['Bea']));
    await asked[0]?.answer(fail({ code: 'store/permission-denied' }));
    expect(await screen.findByRole('alert')).toBeDefined();
  });
});

describe('text length', () => {
  /** Source files of a folder, as paths from the root. */
  const sourcesOf = (folder: string): readonly string[] =>
    readdirSync(join(process.cwd(), folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name));

  // Holds dash-241.
  test('no field of the dashboard, the card or the server’s pages cuts a pasted text off', () => {
    const cutting = ['dashboard', 'widget', 'functions', 'overlay']
      .flatMap(sourcesOf)
      .filter((file) => /\bmaxlength="|\bmaxLength=|\.maxLength = /.test(readFileSync(file, 'utf8')));
    expect(cutting).toEqual([]);
  });
});

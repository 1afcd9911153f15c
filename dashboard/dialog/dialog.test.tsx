import { MantineProvider, Menu } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { describe, afterEach, expect, test, vi } from 'vitest';
import { later } from '../loading/later';
import { en } from '../testing/fakes';
import { connect, restoreConnection } from '../testing/fake-screen';
import { Dialog, LateDialog } from './dialog';

describe('dialog', () => {
  afterEach(cleanup);

  function Screen({ stays }: { readonly stays: boolean }) {
    const [open, setOpen] = useState(false);
    const close = () => setOpen(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        <button>Another</button>
        {(stays || open) && (
          <Dialog open={open} onClose={close} title="A question">
            <input data-autofocus aria-label="Answer" />
            <button onClick={close}>Save</button>
          </Dialog>
        )}
      </>
    );
  }

  function FromMenu() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Menu>
          <Menu.Target>
            <button>More</button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setOpen(true)}>Verify</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {open && (
          <Dialog open onClose={() => setOpen(false)} title="A question">
            Answer
          </Dialog>
        )}
      </>
    );
  }

  /** In `test` nothing is animated; by `default` a dialog closes with an animation, as in production. */
  function draw(part: ReactNode, env: 'test' | 'default' = 'test') {
    render(
      <MantineProvider env={env}>
        <IntlProvider locale="en" messages={en}>
          {part}
        </IntlProvider>
      </MantineProvider>,
    );
  }

  for (const [how, stays, env] of [
    ['one that is taken away', false, 'test'],
    ['one that stays and is closed', true, 'test'],
    ['one that stays and goes slowly', true, 'default'],
  ] as const)
    test(`focus moves into a dialog and returns to the element that opened it: ${how}`, async () => {
      draw(<Screen stays={stays} />, env);
      const user = userEvent.setup();
      const opener = screen.getByRole('button', { name: 'Open' });
      for (const leave of ['{Escape}', '{Tab}{Enter}']) {
        opener.focus();
        await user.keyboard('{Enter}');
        await waitFor(() =>
          expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Answer' })),
        );
        await user.keyboard(leave);
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
        await waitFor(() => expect(document.activeElement).toBe(opener));
      }
    });

  test('the focus stays in the same part of the page when the opener is gone', async () => {
    function Removing() {
      const [step, setStep] = useState<'there' | 'asked' | 'gone'>('there');
      return (
        <main tabIndex={-1}>
          {step !== 'gone' && <button onClick={() => setStep('asked')}>Remove</button>}
          {step !== 'there' && (
            <Dialog open={step === 'asked'} onClose={() => setStep('gone')} title="A question">
              Answer
            </Dialog>
          )}
        </main>
      );
    }
    draw(<Removing />);
    const user = userEvent.setup();
    act(() => screen.getByRole('button', { name: 'Remove' }).focus());
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'A question' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  test('the focus returns to the menu’s button when the dialog was opened from a menu', async () => {
    draw(<FromMenu />);
    const user = userEvent.setup();
    const more = screen.getByRole('button', { name: 'More' });
    more.focus();
    await user.keyboard('{Enter}');
    const item = await screen.findByRole('menuitem', { name: 'Verify' });
    item.focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'A question' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(more));
  });

  test('the focus does not return to a field that the owner had left before a shortcut opened the dialog', async () => {
    draw(
      <>
        <input aria-label="Bio" />
        <Screen stays={false} />
      </>,
    );
    const user = userEvent.setup();
    const bio = screen.getByRole('textbox', { name: 'Bio' });
    bio.focus();
    bio.blur();
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Answer' })));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(document.body);
  });

  function Working() {
    const [open, setOpen] = useState(false);
    const [busy, setBusy] = useState(false);
    const start = () => {
      setOpen(false);
      setBusy(true);
    };
    return (
      <>
        <button disabled={busy} onClick={() => setOpen(true)}>
          Open
        </button>
        <button onClick={() => setBusy(false)}>End the work</button>
        <Dialog open={open} onClose={() => setOpen(false)} title="A question">
          <button onClick={start}>Start</button>
        </Dialog>
      </>
    );
  }

  test('focus returns to a button that was disabled meanwhile, once it is enabled', async () => {
    draw(<Working />);
    const user = userEvent.setup();
    const opener = screen.getByRole('button', { name: 'Open' });
    await user.click(opener);
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).not.toBe(opener);
    fireEvent.click(screen.getByText('End the work'));
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});

describe('late dialog', () => {
  afterEach(() => {
    cleanup();
    restoreConnection();
  });

  function Icons() {
    return (
      <Dialog open onClose={() => {}} title="Choose an icon">
        All icons
      </Dialog>
    );
  }

  function screenWith(Part: ReturnType<typeof later>) {
    function Screen() {
      const [open, setOpen] = useState(false);
      return (
        <>
          <button onClick={() => setOpen(true)}>Open</button>
          {open && (
            <LateDialog title="Choose an icon" onClose={() => setOpen(false)}>
              <Part />
            </LateDialog>
          )}
        </>
      );
    }
    render(
      <MantineProvider env="test">
        <IntlProvider locale="en" messages={en}>
          <Screen />
        </IntlProvider>
      </MantineProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  }

  // Holds dash-096.
  test('a dialog whose code did not load can be closed, and does not open later by itself', async () => {
    const silenced = vi.spyOn(console, 'error').mockImplementation(() => {});
    connect(false);
    const load = vi
      .fn<() => Promise<typeof Icons>>(async () => Icons)
      .mockRejectedValueOnce(new TypeError('offline'));
    screenWith(later(load));
    // On a slow machine the dialog's frame may come before the message.
    expect(await screen.findByText('Waiting for a connection')).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Choose an icon' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    connect(true);
    await act(async () => {});
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(load).toHaveBeenCalledTimes(1);
    silenced.mockRestore();
  });

  test('an open dialog shows its content when the connection is back', async () => {
    const silenced = vi.spyOn(console, 'error').mockImplementation(() => {});
    connect(false);
    const load = vi
      .fn<() => Promise<typeof Icons>>(async () => Icons)
      .mockRejectedValueOnce(new TypeError('offline'));
    screenWith(later(load));
    await screen.findByText('Waiting for a connection');
    connect(true);
    expect(await screen.findByText('All icons')).toBeDefined();
    silenced.mockRestore();
  });

  test('a dialog that replaced its frame returns the focus when it closes', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    function Own({ onClose }: { readonly onClose: () => void }) {
      return (
        <Dialog open onClose={onClose} title="Choose an icon">
          All icons
        </Dialog>
      );
    }
    const Part = later(async () => {
      await arrived;
      return Own;
    });
    function Screen() {
      const [open, setOpen] = useState(false);
      const close = () => setOpen(false);
      return (
        <>
          <button onClick={() => setOpen(true)}>Open</button>
          {open && (
            <LateDialog title="Choose an icon" onClose={close}>
              <Part onClose={close} />
            </LateDialog>
          )}
        </>
      );
    }
    render(
      <MantineProvider env="test">
        <IntlProvider locale="en" messages={en}>
          <Screen />
        </IntlProvider>
      </MantineProvider>,
    );
    const opener = screen.getByRole('button', { name: 'Open' });
    act(() => opener.focus());
    fireEvent.click(opener);
    const close = await screen.findByRole('button', { name: 'Close' });
    await waitFor(() => expect(document.activeElement).toBe(close));
    act(arrive);
    await screen.findByText('All icons');
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', code: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});

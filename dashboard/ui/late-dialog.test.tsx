import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { afterEach, expect, test, vi } from 'vitest';
import { connect, restoreConnection } from '../testing/fake-screen';
import { en } from '../testing/every-text';
import { Dialog } from './dialog';
import { LateDialog } from './late-dialog';
import { later } from './later';

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

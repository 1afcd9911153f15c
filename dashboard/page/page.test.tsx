import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeBackend } from '../testing/fake-backend';
import { en } from '../testing/fakes';
import { adasBackend, showApp } from '../testing/fake-screen';
import { Arriving } from './page';

describe('arriving', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    Reflect.deleteProperty(navigator, 'onLine');
  });

  const connect = (online: boolean) =>
    act(() => {
      Object.defineProperty(navigator, 'onLine', { value: online, configurable: true });
      window.dispatchEvent(new Event(online ? 'online' : 'offline'));
    });
  const show = () =>
    render(
      <MantineProvider>
        <IntlProvider locale="en" messages={en}>
          <Arriving outline={<i data-testid="outline" />} />
        </IntlProvider>
      </MantineProvider>,
    );

  test('shows the skeleton, and after a while says why it may take long', () => {
    show();
    expect(screen.getByTestId('outline')).toBeDefined();
    expect(screen.queryByText(en['arriving.long'])).toBeNull();
    act(() => void vi.advanceTimersByTime(10_000));
    expect(screen.getByText(en['arriving.long'])).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
  });

  test('says offline what it waits for, and offers no reload', () => {
    show();
    connect(false);
    expect(screen.getByText('Waiting for a connection')).toBeDefined();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.queryByRole('button')).toBeNull();
    connect(true);
    expect(screen.getByTestId('outline')).toBeDefined();
  });
});

describe('legal links', () => {
  afterEach(cleanup);

  test.each(['/page/profile', '/money/tips', '/sign-in'])(
    'imprint, terms, privacy and report are at the foot of %s',
    async (path) => {
      showApp(path, path === '/sign-in' ? new FakeBackend() : adasBackend());
      const foot = await screen.findByRole('link', { name: 'Imprint' });
      const list = foot.closest('ul');
      if (list === null) throw new Error('The links are a list');
      const links = within(list).getAllByRole('link');
      expect(links.map((link) => link.getAttribute('href'))).toEqual([
        '/legal/imprint?lang=en',
        '/legal/terms?lang=en',
        '/legal/privacy?lang=en',
        '/report?lang=en',
      ]);
    },
  );
});

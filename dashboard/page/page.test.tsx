import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { describe, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { en } from '../testing/every-text';
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

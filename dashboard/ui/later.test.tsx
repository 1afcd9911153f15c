import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, type ComponentType } from 'react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { en } from '../testing/every-text';
import { later } from './later';
import { LoadBoundary } from './load-boundary';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (Part: ComponentType) =>
  render(
    <MantineProvider>
      <IntlProvider locale="en" messages={en}>
        <p>The rest of the page</p>
        <LoadBoundary crashed={<p>A bug</p>}>
          <Suspense fallback={<p>Waiting</p>}>
            <Part />
          </Suspense>
        </LoadBoundary>
      </IntlProvider>
    </MantineProvider>,
  );

// Holds dash-096.
test('a part whose code did not load can be retried, and the rest of the page stays', async () => {
  let tries = 0;
  show(
    later(async () => {
      tries += 1;
      if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
      return () => <p>The part</p>;
    }),
  );
  const again = () => screen.findByRole('button', { name: 'Try again' });
  await again();
  expect(screen.getByText('The rest of the page')).toBeDefined();
  expect(tries).toBe(1);
  await userEvent.click(await again());
  await userEvent.click(await again());
  expect(await screen.findByText('The part')).toBeDefined();
  expect(tries).toBe(3);
});

test('retries when the connection is back', async () => {
  let reached = false;
  show(
    later(async () => {
      if (!reached) throw new TypeError('Failed to fetch dynamically imported module');
      return () => <p>The part</p>;
    }),
  );
  await screen.findByText(en['failure.part']);
  reached = true;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('The part')).toBeDefined();
});

test('a bug in a part is not reported as a network failure', async () => {
  show(
    later(async () => () => {
      throw new Error('A bug');
    }),
  );
  expect(await screen.findByText('A bug')).toBeDefined();
  expect(screen.queryByText(en['failure.part'])).toBeNull();
});

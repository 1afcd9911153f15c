import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : 'no error');

test('a query that does not wait prints the document that it looked in', () => {
  document.body.innerHTML = '<p>One tip</p>';
  expect(() => screen.getByText('Two tips')).toThrow(/Unable to find.*Two tips[^]*One tip/);
});

test('a query that waited in vain prints the document as it is at the end', async () => {
  document.body.innerHTML = '<p>One tip</p>';
  const waiting = screen.findByText('Two tips', {}, { timeout: 120 }).catch(messageOf);
  document.body.innerHTML = '<p>Three tips</p>';
  const message = await waiting;
  expect(message).toMatch(/Unable to find.*Two tips[^]*Three tips/);
  expect(message).not.toContain('One tip');
});

test('the tries of a waiting query print nothing', async () => {
  const tries: string[] = [];
  await waitFor(
    () => {
      try {
        screen.getByText('Two tips');
      } catch (thrown) {
        tries.push(messageOf(thrown));
        throw thrown;
      }
    },
    { timeout: 120 },
  ).catch(() => undefined);
  expect(tries.length).toBeGreaterThan(0);
  expect(tries.join()).not.toContain('<body');
});

import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasWorld, showApp } from '../../testing/fake-screen';

afterEach(cleanup);

// Holds dash-205.
test('names the links of a file that were not imported, until the owner closes the list', async () => {
  const { user } = showApp('/', adasWorld());
  const button = await screen.findByRole('button', { name: 'Import from a file' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"][accept="application/json"]');
  const links = [
    { url: 'https://good.example/', label: 'Good' },
    { url: 'javascript:alert(1)', label: 'Bad' },
  ];
  const file = new File([JSON.stringify({ links })], 'links.json', { type: 'application/json' });
  if (input === null) throw new Error('There is no field for a file.');
  await user.upload(input, file);
  const refused = await screen.findByRole('alert');
  expect(refused.textContent).toContain('Bad');
  await user.click(screen.getByRole('button', { name: 'Close message' }));
  await waitFor(() => expect(screen.queryByText('Not imported')).toBeNull());
  expect(document.activeElement).toBe(button);
});

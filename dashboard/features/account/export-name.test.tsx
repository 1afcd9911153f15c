import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { wholeExport, exportFileName } from '../../../core/documents/export-document';
import { adasWorld, showScreen } from '../../testing/fake-screen';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a downloaded file has a name that says what is in it and the day', async () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const { user } = showScreen('/account', adasWorld());
  const panel = within(await screen.findByRole('region', { name: 'Your data' }));
  const before = Date.now();
  await user.click(panel.getByRole('button', { name: 'All tips as a spreadsheet (CSV)' }));
  await waitFor(() => expect(names).toHaveLength(1));
  // Midnight may pass in between.
  expect([
    exportFileName(wholeExport('csv'), before),
    exportFileName(wholeExport('csv'), Date.now()),
  ]).toContain(names[0]);
});

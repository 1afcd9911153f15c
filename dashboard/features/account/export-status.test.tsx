import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { exportFileName, wholeExport } from '@busker/core/account/export-document';
import { adasBackend, showScreen } from '../../testing/fake-screen';

describe('recent sign in', () => {
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  // Holds dash-162.
  test.each(['All tips as a spreadsheet (CSV)', 'All my data (JSON)', 'Download everything first'])(
    '"%s" asks to confirm the sign-in when it is old, and then saves the file',
    async (name) => {
      const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
      const fake = adasBackend();
      fake.isFresh = false;
      const { user } = showScreen('/settings/account', fake);
      await user.click(await screen.findByRole('button', { name }));
      const again = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
      expect(saved).not.toHaveBeenCalled();
      await user.type(again.getByLabelText('Password'), 'busker-demo');
      await user.click(again.getByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
      expect(fake.exportChoices).toHaveLength(1);
      await waitFor(() =>
        expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull(),
      );
    },
  );

  // Holds dash-162.
  test('nothing is saved when the owner closes the question', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    const fake = adasBackend();
    fake.isFresh = false;
    const { user } = showScreen('/settings/account', fake);
    await user.click(await screen.findByRole('button', { name: 'All my data (JSON)' }));
    await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).not.toHaveBeenCalled();
    expect(fake.exportChoices).toEqual([]);
  });
});

describe('export name', () => {
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  test('a downloaded file has a name that says what is in it and the day', async () => {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { user } = showScreen('/settings/account', adasBackend());
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
});

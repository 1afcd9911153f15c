import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, expect, test, vi } from 'vitest';
import { adasWorld, showScreen } from '../../testing/fake-screen';

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
      const world = adasWorld();
      world.isFresh = false;
      const { user } = showScreen('/account', world);
      await user.click(await screen.findByRole('button', { name }));
      const again = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
      expect(saved).not.toHaveBeenCalled();
      await user.type(again.getByLabelText('Password'), 'busker-demo');
      await user.click(again.getByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
      expect(world.exportChoices).toHaveLength(1);
      await waitFor(() =>
        expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull(),
      );
    },
  );

  // Holds dash-162.
  test('nothing is saved when the owner closes the question', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    const world = adasWorld();
    world.isFresh = false;
    const { user } = showScreen('/account', world);
    await user.click(await screen.findByRole('button', { name: 'All my data (JSON)' }));
    await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).not.toHaveBeenCalled();
    expect(world.exportChoices).toEqual([]);
  });
});

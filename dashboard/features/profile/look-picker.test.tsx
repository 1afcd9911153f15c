import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { defaultPageLook, readyLooks } from '@busker/core/looks/page-look';
import { adasBackend, showScreen } from '../../testing/fake-screen';

describe('the look of the page', () => {
  afterEach(cleanup);

  async function picker() {
    const fake = adasBackend();
    const shown = showScreen('/page/profile', fake);
    const looks = within(await screen.findByRole('radiogroup', { name: 'Ready looks' }));
    return { fake, looks, ...shown };
  }

  // Holds dash-1084.
  test('is chosen from twelve small pages with the owner’s own name and links, by name and by keyboard', async () => {
    const { fake, looks, user } = await picker();
    const radios = looks.getAllByRole('radio');
    expect(radios).toHaveLength(readyLooks.length);
    expect(looks.getByRole('radio', { name: 'Classic' })).toHaveProperty('checked', true);
    const small = () => looks.getByRole('radio', { name: 'Paper' }).nextElementSibling?.shadowRoot;
    await waitFor(() => expect(small()?.querySelector('h1')?.textContent).toBe('Ada Lovelace'));
    expect(small()?.querySelectorAll('.links a').length).toBeGreaterThan(0);
    await user.click(looks.getByRole('radio', { name: 'Paper' }));
    await screen.findByText('All edits saved');
    expect(fake.serverDraft.value?.look.page).toEqual({ ...defaultPageLook, ready: 'paper' });
  });

  // Holds dash-1084.
  test('has settings on top, which another ready look takes back', async () => {
    const { fake, looks, user } = await picker();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Buttons' }), 'Soft');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Background' }), 'Pattern');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Pattern' }), 'Waves');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Text size' }), 'Large');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Font of the page' }), 'Permanent Marker');
    expect(screen.getByText(/^This font writes your name only/)).toBeDefined();
    await screen.findByText('All edits saved');
    expect(fake.serverDraft.value?.look.page).toMatchObject({
      fill: 'soft',
      ground: { kind: 'pattern', pattern: 'waves' },
      size: 'large',
      font: 'marker',
    });
    await user.click(looks.getByRole('radio', { name: 'Neon' }));
    await screen.findByText('All edits saved');
    expect(fake.serverDraft.value?.look.page).toEqual({ ...defaultPageLook, ready: 'neon', size: 'large' });
  });
});

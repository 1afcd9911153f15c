import { defaultPageLook, readyLooks } from '@busker/core/looks/page-look';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { isColour, repairedAccent, weakGrounds } from './look-panel';

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

describe('accent contrast', () => {
  // Holds dash-063.
  test('names the pages on which a colour is hard to see', () => {
    expect(weakGrounds('#ffff00').map(({ ground }) => ground)).toEqual(['light']);
    expect(weakGrounds('#10104a').map(({ ground }) => ground)).toEqual(['dark']);
    expect(weakGrounds('#9a4a1c')).toEqual([]);
  });

  // Holds dash-063.
  test('changes a weak colour to one that works on both pages, and keeps good ones', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(byte, byte, byte, (r, g, b) => {
        const accent = `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
        const repaired = repairedAccent(accent);
        expect(isColour(repaired)).toBe(true);
        expect(weakGrounds(repaired)).toEqual([]);
        const wasFine = weakGrounds(accent).length === 0;
        expect(wasFine && repaired !== accent).toBe(false);
      }),
    );
  });
});

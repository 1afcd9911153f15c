import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wholeExport } from '@busker/core/account/export-document';
import { browserZone } from '../../preferences/preferences';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';

beforeEach(() => void vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function openExport(address: string) {
  const fake = adasBackend();
  fake.receive(makeTip());
  const { user, whereAmI } = showScreen(address, fake);
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export tips' }));
  const send = () => user.click(dialog.getByRole('button', { name: 'Download' }));
  return { fake, user, dialog, send, whereAmI };
}

test('exports everything when nothing is filtered, as spreadsheets of the language read it', async () => {
  const { fake, send } = await openExport('/money/tips');
  await send();
  await waitFor(() => expect(fake.exportChoices).toEqual([{ ...wholeExport('csv'), zone: browserZone() }]));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Export tips' })).toBeNull());
});

test('exports what the filter shows, with a separator of choice and the decimal sign that fits', async () => {
  const { fake, user, dialog, send } = await openExport(
    '/money/tips?q=mary&from=2026-11-01&until=2026-11-30',
  );
  await user.selectOptions(dialog.getByLabelText('Separator'), 'Semicolon (5,00)');
  await send();
  await waitFor(() =>
    expect(fake.exportChoices).toMatchObject([
      {
        state: 'received',
        search: 'mary',
        from: '2026-11-01',
        until: '2026-11-30',
        separator: 'semicolon',
        decimal: 'comma',
        zone: browserZone(),
      },
    ]),
  );
});

test('does not send a period that ends before it begins, and says why', async () => {
  const { dialog } = await openExport('/money/tips?from=2026-11-10');
  fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '2026-11-01' } });
  expect(dialog.getByText('Choose a day that is not before the first.')).toBeDefined();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Download' }).disabled).toBe(true);
});

test('the period of the file does not change the list', async () => {
  const { fake, user, dialog, send, whereAmI } = await openExport('/money/tips?state=paid');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Period' }), 'Last month');
  await user.click(dialog.getByRole('radio', { name: 'JSON' }));
  expect(dialog.queryByLabelText('Separator')).toBeNull();
  await send();
  await waitFor(() => expect(fake.exportChoices).toMatchObject([{ format: 'json', state: 'paid' }]));
  expect(fake.exportChoices[0]?.from).toMatch(/^\d{4}-\d{2}-01$/);
  expect(whereAmI()).toBe('/money/tips?state=paid');
});

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makePayments, makePublished } from '../../testing/fakes';
import { adasBackend, restoreConnection, showScreen } from '../../testing/fake-screen';

beforeEach(() => vi.stubGlobal('print', vi.fn()));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  restoreConnection();
});

function openKit(published = makePublished()) {
  const fake = adasBackend();
  fake.published.set(published);
  fake.payments.set(makePayments({ livemode: true }));
  return showScreen('/share/kit', fake);
}

const leadsTo = async () => (await screen.findByText(/\/@ada\/tip/, { selector: 'bdi' })).textContent;
const sheet = (name: string) => within(screen.getByRole('img', { name }));

test('the address in the code follows the place and the amount', async () => {
  const { user } = openKit();
  expect(await leadsTo()).toBe('https://busker.example/@ada/tip?at=hat');
  fireEvent.change(screen.getByLabelText('Place'), { target: { value: 'Café Zoë, 2' } });
  expect(await leadsTo()).toBe('https://busker.example/@ada/tip?at=cafe-zoe-2');
  await user.selectOptions(screen.getByLabelText('Amount in the code'), '$5.00');
  expect(await leadsTo()).toBe('https://busker.example/@ada/tip?amount=500&cur=usd&at=cafe-zoe-2');
  fireEvent.change(screen.getByLabelText('Place'), { target: { value: '街' } });
  expect(await screen.findByText('Use letters from a to z or digits.')).toBeDefined();
  expect(await leadsTo()).toBe('https://busker.example/@ada/tip?amount=500&cur=usd');
});

// Holds host-301.
test('sheets name the owner’s own domain while the page is live there, and tags the address that stays', async () => {
  openKit(makePublished({ domain: 'links.ada.example' }));
  const code = await screen.findByText(/\/tip\?at=hat$/, { selector: 'bdi' });
  expect(code.textContent).toBe('https://links.ada.example/tip?at=hat');
  const written = new XMLSerializer().serializeToString(screen.getByRole('img', { name: 'Sign' }));
  expect(written).toContain('>links.ada.example<');
  expect(written).not.toContain('busker.example');
});

// Holds dash-241.
test('a place that is too long stays in its field with an error, and is in no code', async () => {
  openKit();
  await leadsTo();
  const long = 'market square of the old town, by the fountain';
  fireEvent.change(screen.getByLabelText('Place'), { target: { value: long } });
  expect(await screen.findByText('Keep this to 30 characters.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Place').value).toBe(long);
  expect(await leadsTo()).toBe('https://busker.example/@ada/tip');
});

// Holds out-070.
test('the preview shows the line, the languages and the amounts of the print, which is the same drawing', async () => {
  const { user } = openKit();
  fireEvent.change(await screen.findByLabelText('A line of your own'), {
    target: { value: 'Thank you!' },
  });
  await user.selectOptions(screen.getByLabelText('Language 2 on the sheet'), 'Deutsch');
  expect(sheet('Sign').getByText('Thank you!')).toBeDefined();
  expect(sheet('Sign').getByText('Scan to send a tip')).toBeDefined();
  expect(sheet('Sign').getByText('Scannen und Trinkgeld geben')).toBeDefined();
  const printed = document.querySelector('body > [data-paper] svg');
  expect(printed?.innerHTML).toBe(screen.getByRole('img', { name: 'Sign' }).innerHTML);
  await user.click(screen.getByRole('radio', { name: 'Stickers' }));
  await waitFor(() => expect(screen.getByRole('img', { name: 'Stickers' })).toBeDefined());
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(window.print).toHaveBeenCalledOnce();
});

test('an owner who never published is sent to the profile', async () => {
  const fake = adasBackend();
  fake.published.set(null);
  showScreen('/share/kit', fake);
  expect(await screen.findByText(/Until then, a code has no page to lead to/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
});

test('says that the tip form takes no tips, and still prints', async () => {
  const fake = adasBackend();
  fake.published.set({ ...makePublished(), tips: { ...makePublished().tips, on: false } });
  showScreen('/share/kit', fake);
  expect(await screen.findByText(/Your tip form takes no tips at the moment/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Print' })).toBeDefined();
});

test('explains how to write a tag where the browser cannot', async () => {
  openKit();
  expect(await screen.findByText(/This browser cannot write tags/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Write a tag' })).toBeNull();
});

// Holds out-071.
test('writes a tag, and locks it only after a question', async () => {
  const acts: string[] = [];
  vi.stubGlobal(
    'NDEFReader',
    class {
      write = async (message: { records: { data: string }[] }) =>
        void acts.push(`${message.records[0]?.data}`);
      makeReadOnly = async () => void acts.push('locked');
    },
  );
  const { user } = openKit();
  await user.click(await screen.findByRole('button', { name: 'Write a tag' }));
  expect(await screen.findByText(/The tag is written/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Lock a tag' }));
  expect(acts).toEqual(['https://busker.example/@ada/tip?at=nfc']);
  await user.click(await screen.findByRole('button', { name: 'Lock for good' }));
  expect(await screen.findByText('The tag is locked. It can never be changed again.')).toBeDefined();
  expect(acts).toEqual(['https://busker.example/@ada/tip?at=nfc', 'locked']);
});

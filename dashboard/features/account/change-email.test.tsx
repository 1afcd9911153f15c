import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeUser } from '../../testing/fakes';
import { adasWorld, showScreen } from '../../testing/fake-screen';
import { inMemoryCode } from '../../in-memory/in-memory-sign-in-methods';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

/** An owner on the account screen who asks to change their email. */
async function asking(prepare: (world: ReturnType<typeof adasWorld>) => void = () => {}) {
  const world = adasWorld();
  prepare(world);
  const shown = showScreen('/account', world);
  await screen.findByRole('heading', { name: 'Account' });
  const region = (name: string) => within(screen.getByRole('region', { name }));
  const form = region('Change your email');
  const { user } = shown;
  await user.type(form.getByLabelText('New email'), 'countess@example.com');
  await user.click(form.getByRole('button', { name: 'Send confirmation link' }));
  return { world, form, region, user };
}
const again = async () => within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
const isSent = /Open the link that we sent to countess@example.com\./;
const changes = [{ kind: 'verify', to: 'countess@example.com' }];
const onlyMethod = (providerId: string, phoneNumber: string | null = null) => ({
  phoneNumber,
  providers: [{ providerId, uid: providerId, email: null, displayName: null, phoneNumber }],
});
const longAgo = (world: ReturnType<typeof adasWorld>) => {
  world.isFresh = false;
};

// Holds dash-023.
test('sends the link to the new email, and keeps the old email until the link is opened', async () => {
  const { world, form, region } = await asking();
  expect(await form.findByText(isSent)).toBeDefined();
  expect(world.outbox).toEqual(changes);
  expect(region('Account details').getByText(/ada@example.com/)).toBeDefined();
});

test('says where the link was sent, even when the field holds another email by then', async () => {
  const { form, user } = await asking();
  await form.findByText(isSent);
  await user.type(form.getByLabelText('New email'), '.org');
  expect(form.getByText(isSent)).toBeDefined();
});

test('asks for the password after an old sign-in, and sends nothing after a wrong one', async () => {
  const { world, form, user } = await asking(longAgo);
  const dialog = await again();
  await user.type(dialog.getByLabelText('Password'), 'guess');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await dialog.findByRole('alert');
  expect(world.outbox).toEqual([]);
  await user.clear(dialog.getByLabelText('Password'));
  await user.type(dialog.getByLabelText('Password'), 'busker-demo');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await form.findByText(isSent)).toBeDefined();
  expect(world.outbox).toEqual(changes);
});

// Holds dash-023.
test('lets an owner without a password reauthenticate by provider', async () => {
  const { world, form, user } = await asking((given) => {
    longAgo(given);
    given.changeUser(onlyMethod('google.com'));
  });
  expect(screen.queryByRole('region', { name: 'Change your password' })).toBeNull();
  const dialog = await again();
  expect(dialog.queryByLabelText('Password')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Continue with Google' }));
  expect(await form.findByText(isSent)).toBeDefined();
  expect(world.outbox).toEqual(changes);
});

test('lets an owner without a password reauthenticate by phone', async () => {
  const phone = '+447700900123';
  const { world, form, user } = await asking((given) => {
    longAgo(given);
    given.changeUser(onlyMethod('phone', phone));
  });
  const dialog = await again();
  await user.click(dialog.getByRole('button', { name: 'Send the code' }));
  await user.type(await dialog.findByLabelText('Code'), inMemoryCode);
  await user.click(dialog.getByRole('button', { name: 'Confirm the code' }));
  expect(await form.findByText(isSent)).toBeDefined();
  expect(world.outbox).toEqual([{ kind: 'code', to: phone }, ...changes]);
});

test('lets an owner without a password reauthenticate by a link to the old email', async () => {
  const { world, form, user } = await asking(longAgo);
  const dialog = await again();
  await user.click(dialog.getByRole('button', { name: 'Email me a link instead' }));
  const opened = await dialog.findByRole('button', { name: 'I opened the link' });
  await user.click(opened);
  expect(await dialog.findByText(/The link has not been opened yet/)).toBeDefined();
  world.isFresh = true;
  await user.click(opened);
  expect(await form.findByText(isSent)).toBeDefined();
  expect(world.outbox).toEqual([{ kind: 'sign-in', to: 'ada@example.com' }, ...changes]);
});

test('does not change the email without reauthentication, and says why', async () => {
  const { world, form, user } = await asking(longAgo);
  const dialog = await again();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect((await form.findByRole('alert')).textContent).toContain('confirm that it is you');
  expect(world.outbox).toEqual([]);
});

test('offers to add a sign-in method when the account has no email or no method', async () => {
  const world = adasWorld();
  world.signInAs(makeUser({ email: null, ...onlyMethod('phone', '+447700900123') }));
  showScreen('/account', world);
  await screen.findByRole('heading', { name: 'Account' });
  expect(screen.queryByRole('region', { name: 'Change your email' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Add email and password' })).toBeDefined();
});

import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, afterEach, expect, test } from 'vitest';
import type { FakeBackend } from '../in-memory/fake-backend';
import { adasBackend, showApp } from '../testing/fake-screen';
import { makeUser } from '../testing/fakes';

describe('kept edits', () => {
  afterEach(cleanup);

  type User = ReturnType<typeof showApp>['user'];

  async function signInAgain(user: User, email = 'ada@example.com') {
    await user.type(await screen.findByLabelText('Email'), email);
    await user.type(screen.getByLabelText('Password'), 'busker-demo');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
  }

  /** The last letters have not reached the store when the session ends. */
  async function endsWhileTyping(fake: FakeBackend, reason: 'user-token-expired' | 'left') {
    const app = showApp('/profile', fake);
    const name = await screen.findByLabelText('Name');
    // In one event, so that even a slow machine does not store it halfway.
    act(() => {
      fireEvent.change(name, { target: { value: 'Ada Lovelace King' } });
      fake.session.set({ kind: 'signed-out', reason });
    });
    return app;
  }

  // Holds dash-050.
  test('keeps an edit when the session expires, and sends it after the owner signs in again', async () => {
    const fake = adasBackend();
    const { user, whereAmI } = await endsWhileTyping(fake, 'user-token-expired');
    await waitFor(() => expect(whereAmI()).toBe('/sign-in?next=%2Fprofile'));
    await signInAgain(user);
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Ada Lovelace King');
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe('Ada Lovelace King'));
  });

  test('does not give an edit to another person who signs in, but still to its owner', async () => {
    const fake = adasBackend();
    const { whereAmI } = await endsWhileTyping(fake, 'user-token-expired');
    await waitFor(() => expect(whereAmI()).toContain('/sign-in'));
    const before = fake.serverDraft.value?.name;
    expect(before).toBe('Ada Lovelace');
    fake.signInAs(makeUser({ uid: 'uid-grace', email: 'grace@example.com' }));
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', before);
    act(() => fake.signInAs(makeUser()));
    await waitFor(() => expect(screen.queryByLabelText('Name')).toHaveProperty('value', 'Ada Lovelace King'));
  });

  // Holds dash-031.
  test('keeps nothing when the owner signs out', async () => {
    const fake = adasBackend();
    const { whereAmI } = await endsWhileTyping(fake, 'left');
    await waitFor(() => expect(whereAmI()).toBe('/sign-in'));
    const before = fake.serverDraft.value?.name;
    expect(before).toBe('Ada Lovelace');
    fake.signInAs(makeUser());
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', before);
  });
});

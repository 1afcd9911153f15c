import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { makeRestriction } from '../testing/fakes';
import { adasBackend, showApp } from '../testing/fake-screen';

afterEach(cleanup);

const suspendedBackend = () => {
  const fake = adasBackend();
  fake.restriction = makeRestriction({ state: 'suspended' });
  return fake;
};

test('an owner objects in the notice, and the notice says that the objection was sent', async () => {
  const fake = suspendedBackend();
  const { user } = showApp('/money/tips', fake);
  await user.click(await screen.findByRole('button', { name: 'Object' }));
  await user.type(await screen.findByLabelText('Why is the decision wrong?'), 'I am Ada.');
  await user.click(screen.getByRole('button', { name: 'Send the objection' }));
  await screen.findByText(/You objected on/);
  expect(fake.appeal.state).toBe('open');
  expect(screen.queryByRole('button', { name: 'Object' })).toBeNull();
});

test('the form shows a refusal, and keeps the typed text', async () => {
  const fake = suspendedBackend();
  fake.failNext('appeal', 'api/appeal-too-late');
  const { user } = showApp('/money/tips', fake);
  await user.click(await screen.findByRole('button', { name: 'Object' }));
  const field = await screen.findByLabelText('Why is the decision wrong?');
  await user.type(field, 'I am Ada.');
  await user.click(screen.getByRole('button', { name: 'Send the objection' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The time for objections is over.');
  expect(field).toHaveProperty('value', 'I am Ada.');
});

test('an owner reads the answer', async () => {
  const fake = suspendedBackend();
  fake.appeal = { state: 'upheld', madeAt: Date.UTC(2026, 10, 20), answer: 'It stands.' };
  showApp('/money/tips', fake);
  const answer = await screen.findByText('Your objection did not change the decision: It stands.');
  expect(answer.closest('section')?.textContent).toContain('Your page is suspended');
});

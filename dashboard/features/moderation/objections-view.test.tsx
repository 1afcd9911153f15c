import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Objection } from '../../../core/api/moderation-api';
import { makeObjection } from '../../testing/fakes';
import { adasWorld, showScreen } from '../../testing/fake-screen';

afterEach(cleanup);

function moderatorsWorld(...objections: readonly Objection[]) {
  const world = adasWorld();
  world.role = 'admin';
  world.objections = objections;
  return world;
}

const list = '/moderation?view=objections';
const one = `${list}&objection=uid-ada_1`;

describe('the objections of the moderation screen', () => {
  test('are listed with the person, the decision and the state, or the list says that there are none', async () => {
    showScreen(list, moderatorsWorld(makeObjection()));
    const row = await screen.findByRole('link', { name: /Objection of the owner/ });
    for (const said of ['@ada', 'Suspended', 'Waits for an answer']) expect(row.textContent).toContain(said);
    showScreen(list, moderatorsWorld());
    expect(await screen.findByRole('heading', { name: 'No objection' })).toBeDefined();
  });

  test('are answered with reasons, after a dialog that says what will change', async () => {
    const world = moderatorsWorld(makeObjection());
    const { user, whereAmI } = showScreen(list, world);
    await user.click(await screen.findByRole('link', { name: /Objection of the owner/ }));
    expect(await screen.findByText('I took the picture myself.')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'The decision is changed' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByText('Give a reason.')).toBeDefined();
    await user.type(screen.getByLabelText('Reasons of the answer'), 'You are right.');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('The restriction of ada ends');
    expect(world.timesAsked('answerObjection')).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(whereAmI()).toBe(list));
    expect(world.objections[0]?.answer).toMatchObject({ outcome: 'reversed', text: 'You are right.' });
  });

  test.each([
    ['same-person', 'Somebody else has to answer'],
    ['set-by-admin', 'Only an admin can answer'],
    ['own', 'about your own page'],
  ] as const)('offer no answer to somebody who must not give it: %s', async (mayAnswer, says) => {
    showScreen(one, moderatorsWorld(makeObjection({ mayAnswer })));
    expect(await screen.findByText(new RegExp(says))).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  test('say when somebody has answered meanwhile, and show an answer that was given', async () => {
    const world = moderatorsWorld(makeObjection());
    const { user } = showScreen(one, world);
    await user.type(await screen.findByLabelText('Reasons of the answer'), 'It stands.');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const answer = { outcome: 'upheld', text: 'We looked again.', by: 'eve@host.example' } as const;
    world.objections = [
      makeObjection({ answer: { ...answer, at: Date.UTC(2026, 10, 22), samePerson: false } }),
    ];
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect((await screen.findByRole('alert')).textContent).toContain('answered this objection already');
    showScreen(one, world);
    expect(await screen.findByText('We looked again.')).toBeDefined();
  });
});

import { expect, it, vi } from 'vitest';
import { runLane } from './lane.mjs';

/** Everything that a lane prints, and its exit code. */
async function printed(steps, argv = []) {
  let text = '';
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((said) => {
    text += String(said);
    return true;
  });
  const code = await runLane({ command: 'npm test', about: 'a lane', steps }, argv);
  out.mockRestore();
  return { code, text: text.trim() };
}

const step = (result) => ({ says: 'what it does', run: () => Promise.resolve(result) });
const steps = { lint: step({ passed: 1, failed: 0 }), unit: step({ passed: 20, failed: 0 }) };

it('says at its start which steps it runs, then one line for each, and ends with the counts of all', async () => {
  const { code, text } = await printed(steps);
  expect(code).toBe(0);
  expect(text.startsWith('npm test: lint, unit\n')).toBe(true);
  expect(text).toMatch(/\n✓ lint: 1 passed, 0 failed \(\d\.\d s\)\n/);
  expect(text).toMatch(/\n21 passed, 0 failed$/);
});

it('fails when a test failed, prints what the step printed, and names the failures at the end', async () => {
  const unit = step({ passed: 19, failed: 1, output: 'what was printed', failures: ['a › b'] });
  const { code, text } = await printed({ ...steps, unit });
  expect(code).toBe(1);
  expect(text).toContain('✘ unit: 19 passed, 1 failed');
  expect(text).toContain('what was printed');
  expect(text).toContain('Failed:\n\na › b');
  expect(text).toMatch(/\n20 passed, 1 failed$/);
});

it('counts a step that throws as one failure', async () => {
  const broken = { says: 'what it does', run: () => Promise.reject(new Error('no disk')) };
  const { code, text } = await printed({ ...steps, unit: broken });
  expect(code).toBe(1);
  expect(text).toContain('no disk');
  expect(text).toMatch(/\n1 passed, 1 failed$/);
});

it('runs the named steps alone', async () => {
  expect((await printed(steps, ['lint'])).text).toMatch(/\n1 passed, 0 failed$/);
});

it('refuses a step and an option that it does not know, with the list of those that it does', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const ended = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with ${code}`);
  });
  const lane = { command: 'npm test', about: 'a lane', steps };
  await expect(runLane(lane, ['lint', 'unti'])).rejects.toThrow('ended with 1');
  await expect(runLane(lane, ['--fast'])).rejects.toThrow('ended with 1');
  expect(said.mock.calls.flat()).toEqual([
    'npm test has no step unti. Its steps are lint, unit.',
    'npm test has no option --fast. Its options are --help.',
  ]);
  ended.mockRestore();
  said.mockRestore();
});

import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../core/base/result';
import { askAll, runAll } from './run-steps';
import { due, fine, missing, unknown, type Finding, type Step } from './step';

/** A step whose result a test can see. */
function fakeStep(name: string, state: { findings: Finding[] }, acts: string[], after = [fine(name)]): Step {
  return {
    name,
    ask: () => Promise.resolve(state.findings),
    act: () => {
      acts.push(name);
      state.findings = after;
      return Promise.resolve(ok(null));
    },
  };
}

describe('a deploy', () => {
  it('acts only where something is due, and changes nothing the second time', async () => {
    const acts: string[] = [];
    const said: string[] = [];
    const steps = [
      fakeStep('rules', { findings: [fine('rules')] }, acts),
      fakeStep('functions', { findings: [due('new code')] }, acts),
      fakeStep('hosting', { findings: [unknown('live version', 'no permission')] }, acts),
    ];
    expect(await runAll(steps, () => undefined)).toBe(true);
    expect(acts).toEqual(['functions', 'hosting']);
    expect(await runAll(steps, (line) => said.push(line))).toBe(true);
    expect(acts).toHaveLength(2);
    expect(said.filter((line) => line === 'already so')).toHaveLength(3);
  });

  it('stops before the first step that needs a person, and says how to continue', async () => {
    const acts: string[] = [];
    const said: string[] = [];
    const steps = [
      fakeStep('project', { findings: [missing('no database', 'make one')] }, acts),
      fakeStep('functions', { findings: [due('new code')] }, acts),
    ];
    expect(await runAll(steps, (line) => said.push(line))).toBe(false);
    expect(acts).toEqual([]);
    expect(said.join('\n')).toContain('--from project');
  });

  // Holds host-008.
  it('stops when a step fails, and when a step has no effect', async () => {
    const failing: Step = {
      name: 'indexes',
      ask: () => Promise.resolve([due('one index')]),
      act: () => Promise.resolve(fail('firebase ended with 1.')),
    };
    const acts: string[] = [];
    const idle = fakeStep('functions', { findings: [due('new code')] }, acts, [due('new code')]);
    for (const step of [failing, idle]) {
      const later: string[] = [];
      const next = fakeStep('hosting', { findings: [due('files')] }, later);
      expect(await runAll([step, next], () => undefined)).toBe(false);
      expect(later).toEqual([]);
    }
  });
});

describe('a check', () => {
  it('never acts, makes all checks, and fails only when a person has something to do', async () => {
    const acts: string[] = [];
    const said: string[] = [];
    const steps = [
      fakeStep('project', { findings: [missing('no database', 'make one')] }, acts),
      fakeStep('rules', { findings: [due('new rules')] }, acts),
      fakeStep('hosting', { findings: [unknown('live version', 'no permission')] }, acts),
    ];
    expect(await askAll(steps, (line) => said.push(line))).toBe(false);
    expect(acts).toEqual([]);
    expect(said.join('\n')).toContain('missing: no database\n  make one');
    expect(said.at(-1)).toContain('0 ok, 1 missing, 1 to do by the deploy, 1 cannot be told');
    expect(await askAll(steps.slice(1), () => undefined)).toBe(true);
  });
});

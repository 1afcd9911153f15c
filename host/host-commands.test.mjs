import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployOptions } from './deploy/deploy-options';
import { FakeProject } from './deploy/testing/fake-project';
import { exitCodes, hostCommand, hostCommands } from './host-commands.mjs';
import { root, run } from '../scripts/run.mjs';

let fake;
beforeAll(async () => {
  fake = await FakeProject.make();
});
afterAll(() => fake.close());

/** Runs a command line with all services in memory: what it printed, and what it wrote on the error output. */
async function busker(words, input) {
  const [printed, failed] = [[], []];
  const io = { ...fake.machine(input), services: fake.services, say: (line) => printed.push(line) };
  const code = await hostCommand(words.split(' ').filter(Boolean), {
    ...io,
    fail: (line) => failed.push(line),
  });
  return { code, printed: printed.join('\n'), failed: failed.join('\n') };
}

// Holds host-302.
describe('the commands of a host', () => {
  const names = Object.keys(hostCommands);

  it.each(names.filter((name) => hostCommands[name].own !== true))('%s says what it takes', async (name) => {
    const { code, printed, failed } = await busker(`${name} --help`);
    expect([code, failed]).toEqual([0, '']);
    expect(printed).toMatch(new RegExp(`^busker ${name} `));
    for (const option of Object.keys(hostCommands[name].options ?? {}))
      expect(printed).toContain(option.trim());
    expect(printed).toContain('--json');
  });

  it('are listed with the exit codes', async () => {
    for (const words of ['', '--help', '-h']) {
      const { code, printed } = await busker(words);
      expect(code).toBe(0);
      for (const text of [...names, ...Object.values(exitCodes)]) expect(printed).toContain(text);
    }
    const page = (await readFile(`${root}docs/hosts/operations.md`, 'utf8')).replaceAll(/\s+/g, ' ');
    for (const [code, means] of Object.entries(exitCodes)) expect(page).toContain(`${code}, ${means}.`);
  });

  it.each([
    ['dance', 'busker has no command dance. It has setup, check, plan, deploy'],
    ['deploy --dance', "Unknown option '--dance'"],
    ['check --plan', 'Say one of --check, --plan.'],
    ['verify', 'Say what to verify: busker verify https://busker.example'],
    ['verify https://a.example --dance', "Unknown option '--dance'"],
    ['rollback --dance', "Unknown option '--dance'"],
    ['secrets --dance', "Unknown option '--dance'"],
    ['drill --dance', "Unknown option '--dance'"],
    ['sign-ins export', 'Write: busker sign-ins export FILE'],
    ['ops dance', 'Say what to do: diff, check, apply, test.'],
    ['sweep dance', 'Say which sweeps: every-5-minutes'],
    ['admin dance', 'Say what to do: find, show, hide'],
    ['setup --dance', "Unknown option '--dance'"],
  ])('%s is refused with 2, and nothing is asked', async (words, sentence) => {
    const asked = fake.google.requests.length;
    const { code, printed, failed } = await busker(words);
    expect([code, fake.google.requests.length]).toEqual([2, asked]);
    expect(printed + failed).toContain(sentence);
  });

  it('name no option of the deploy that does not exist', async () => {
    for (const command of ['check', 'plan', 'deploy'])
      for (const option of Object.keys(hostCommands[command].options)) {
        const [name, value = ''] = option.split(' ');
        const given = [name, value === 'PERCENT' ? '5' : value].filter(Boolean);
        expect(deployOptions(given), option).toMatchObject({ ok: true });
      }
  });

  it('print one JSON value with each finding, and the lines beside it', async () => {
    const { code, printed, failed } = await busker('check --json');
    const said = JSON.parse(printed);
    expect([code, said.command, said.exit, said.done]).toEqual([0, 'check', 0, true]);
    expect(said.findings).toContainEqual({ step: 'project', state: 'ok', what: 'project busker-test (42)' });
    expect(said.lines.join('\n')).toBe(failed);
    expect(fake.commands).toEqual([]);
    const refused = await busker('secrets add NOTHING --json', 'x');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.printed)).toMatchObject({
      exit: 1,
      done: false,
      lines: [expect.stringContaining('no secret NOTHING')],
    });
  });

  it('are one program: every script of package.json that a host runs calls it, and it ends with the code', async () => {
    const { scripts } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
    const called = Object.entries(scripts).filter(([, script]) => script.includes('busker.mjs'));
    expect(called.length).toBeGreaterThan(10);
    for (const [name, script] of called)
      expect(script).toBe(`node host/busker.mjs${name === 'busker' ? '' : ` ${name}`}`);
    const { code, output } = await run(process.execPath, ['host/busker.mjs', 'ops', 'dance', '--json']);
    expect([code, output]).toEqual([2, expect.stringContaining('"command": "ops"')]);
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from './run.mjs';

const program = (code) => ['-e', code];

it('collects what a command prints, with its exit code', async () => {
  const code = 'console.log("out"); console.error("err"); process.exitCode = 3';
  const { output, ...rest } = await run('node', program(code), { limit: 20_000 });
  expect(rest).toEqual({ code: 3 });
  expect(output).toContain('out');
  expect(output).toContain('err');
});

it('ends a command in an endless loop and its child processes after the limit, and says so', async () => {
  const loop = 'for (;;);';
  const parent = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(loop)}]);
    console.log(child.pid);
    setTimeout(() => { ${loop} }, 100);`;
  const { code, output } = await run('node', program(parent), { limit: 2000 });
  expect(code).toBe(1);
  expect(output).toContain('was ended: no end after 2 s');
  const [pid] = output.match(/^\d+/m) ?? [];
  await expect.poll(() => isAlive(Number(pid))).toBe(false);
});

it('ends the processes that a command left running', async () => {
  const parent = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    child.unref();
    console.log(child.pid);
    setTimeout(() => process.exit(), 200);`;
  const { code, output } = await run('node', program(parent), { limit: 20_000 });
  expect(code).toBe(0);
  const [pid] = output.match(/^\d+/m) ?? [];
  await expect.poll(() => isAlive(Number(pid))).toBe(false);
});

it('ends its command when it is ended itself', async () => {
  const address = new URL('run.mjs', import.meta.url).href;
  const script = `
    import { run } from ${JSON.stringify(address)};
    setTimeout(() => process.kill(process.pid, 'SIGTERM'), 1000);
    await run('node', ['-e', 'require("node:fs").writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)', process.argv[1]], { limit: 60_000 });`;
  const folder = await mkdtemp(join(tmpdir(), 'busker-run-'));
  const pidFile = join(folder, 'pid');
  const { code } = await run('node', ['--input-type=module', ...program(script), pidFile], { limit: 20_000 });
  expect(code).toBe(130);
  const pid = Number(await readFile(pidFile, 'utf8'));
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => isAlive(pid)).toBe(false);
  await rm(folder, { recursive: true });
});

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

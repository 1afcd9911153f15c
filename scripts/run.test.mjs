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

it('ends a command that computes in a circle, with what it started, and says so', async () => {
  const circle = 'for (;;);';
  const parent = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(circle)}]);
    console.log(child.pid);
    setTimeout(() => { ${circle} }, 100);`;
  const { code, output } = await run('node', program(parent), { limit: 2000 });
  expect(code).toBe(1);
  expect(output).toContain('was ended: no end after 2 s');
  const [pid] = output.match(/^\d+/m) ?? [];
  await expect.poll(() => isAlive(Number(pid))).toBe(false);
});

it('ends what a command left running', async () => {
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

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

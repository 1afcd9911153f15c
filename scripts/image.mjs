// node scripts/image.mjs: lays the files of the image in dist/image/: every step of the Dockerfile that is not COPY. It runs on plain Debian too.
// `--try` runs both uses from such a folder, by another user and without the right to write.
import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from './command-line.mjs';
import { must, root, run, trial } from './run.mjs';

const { options } = commandLine({
  command: 'node scripts/image.mjs',
  about: 'lays the files of the image in dist/image/.',
  options: { '--try': 'lays them in dist/image-tried/, and runs the demo and a server from there' },
});

/** The user of the image. The Dockerfile has the same number. */
const user = 10_001;
const program = ['/usr/local/bin/node', '/opt/busker/server/busker.mjs'];
const released = `${root}dist/release/busker-demo`;

async function layTree(tree) {
  await rm(tree, { recursive: true, force: true });
  if (!existsSync(`${root}node_modules`)) await must('npm', ['ci', '--no-audit', '--no-fund']);
  if (!existsSync(released)) await must(process.execPath, ['scripts/release.mjs']);
  await mkdir(join(tree, 'usr/local/bin'), { recursive: true });
  await mkdir(join(tree, 'opt'), { recursive: true });
  await copyFile(process.execPath, join(tree, program[0]));
  await chmod(join(tree, program[0]), 0o755);
  await cp(released, join(tree, 'opt/busker'), { recursive: true });
  const state = join(tree, 'var/lib/busker');
  await mkdir(state, { recursive: true });
  await chmod(state, 0o700);
  // Only the first user of a machine may give a folder away; there is no other user in a build of the image.
  await chown(state, user, user);
}

/** Debian's own files come from this machine; the tree cannot be written, but for the state and /tmp. The program takes the place of the shell. */
const inTree = `set -e
tree=$1; shift
mount --bind "$tree" "$tree"
for folder in lib lib64 usr/lib etc dev; do
  if [ -d "/$folder" ]; then mount --rbind "/$folder" "$tree/$folder"; fi
done
mount --bind "$tree/var/lib/busker" "$tree/var/lib/busker"
mount -t tmpfs tmpfs "$tree/tmp"
mount -o remount,ro,bind "$tree"
exec chroot --userspec=${user}:${user} "$tree" "$@"`;

/** Runs the program in the tree. */
const start = (tree, args, env, until) =>
  trial('unshare', ['--mount', 'sh', '-c', inTree, 'sh', tree, ...program, ...args], until, {
    env: { PATH: process.env.PATH, HOME: '/var/lib/busker', BUSKER_STATE: '/var/lib/busker', ...env },
  });

async function tipAt(app, state) {
  const args = ['host/busker.mjs', 'verify', app, '--tip', '--handle', 'ada'];
  return (await must(process.execPath, args, { BUSKER_STATE: state })).trim().split('\n').at(-1);
}

async function refusesWrites(tree) {
  const script = `require('fs').writeFileSync('/opt/busker/new', '')`;
  const words = ['--mount', 'sh', '-c', inTree, 'sh', tree, program[0], '-e', script];
  return (await run('unshare', words)).code !== 0;
}

async function tryTree(tree) {
  for (const folder of ['lib', 'lib64', 'usr/lib', 'etc', 'dev', 'tmp'])
    await mkdir(join(tree, folder), { recursive: true });
  const state = join(tree, 'var/lib/busker');
  if (!(await refusesWrites(tree))) throw new Error('The files of the image can be written.');
  const demo = start(tree, ['demo', '--free-ports'], {}, /Busker is ready/);
  try {
    const [, app] = /Dashboard +(\S+)/.exec(await demo.ready);
    console.log(`The demo runs from ${tree}: ${await tipAt(app, state)}.`);
    const { register } = await import('tsx/esm/api');
    register();
    const { environmentOfRunning } = await import('@busker/local/functions-environment');
    const settings = await environmentOfRunning({}, state);
    if (!settings.ok) throw new Error(settings.problem);
    const env = { ...settings.value, PORT: '0', METRICS_PORT: '0' };
    const server = start(tree, ['server'], env, /server ready.*\n/);
    await server.ready;
    const [, port] = /"port":(\d+)/.exec(server.said());
    const profile = await fetch(`http://localhost:${port}/v1/profiles/ada`);
    await profile.body?.cancel();
    if (!profile.ok) throw new Error(`The server answered ${profile.status}`);
    const tipped = await tipAt(`http://localhost:${port}`, state);
    const code = await server.stop();
    if (code !== 0) throw new Error(`The server ended with ${code}.\n${server.said()}`);
    console.log(`A server runs from it too: ${tipped}.`);
  } finally {
    await demo.stop();
  }
}

if (options.has('--try')) {
  const { code } = await run('unshare', ['--mount', 'true']);
  if (process.getuid?.() !== 0 || code !== 0)
    console.log('The image tree was not tried: this machine lets this user neither mount nor chroot.');
  else {
    const tree = `${root}dist/image-tried`;
    try {
      await layTree(tree);
      const megabytes = Number((await must('du', ['-sm', tree])).split('\t')[0]);
      // Debian slim has some 75 MB more.
      console.log(`The image brings ${megabytes} MB beside Debian slim.`);
      if (megabytes > 170) throw new Error(`The image brings ${megabytes} MB, and at most 170 are wanted.`);
      await tryTree(tree);
    } finally {
      await rm(tree, { recursive: true, force: true });
    }
  }
} else await layTree(`${root}dist/image`);

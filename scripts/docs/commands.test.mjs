import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyVerb } from '@busker/functions/every-verb';
import { environmentOfRunning } from '@busker/local/functions-environment';
import { freePorts } from '@busker/local/ports';
import { startBusker } from '@busker/local/start';
import { deployOptions } from '@busker/host/deploy/deploy-options';
import { FakeProject } from '@busker/host/deploy/testing/fake-project';
import { firebaseTools } from '@busker/host/firebase/installed';
import { hostCommand, hostCommands } from '@busker/host/host-commands';
import { builtPrograms } from '../load-servers.mjs';
import { root } from '../run.mjs';
import { sourceFiles } from '../source-files.mjs';
import { writeSmallBuild } from '@busker/host/verify/testing/fake-site';

const files = await sourceFiles();
const pages = files.filter((file) => file.endsWith('.md') && !file.startsWith('docs/contracts/'));
const read = (file) => readFileSync(join(root, file), 'utf8');

/** Each command of the blocks of shell in a page, without its comment. */
function commandsOf(page) {
  const blocks = [...page.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, code = '']) => code);
  return blocks
    .flatMap((code) => code.replaceAll(/\\\n\s*/g, '').split('\n'))
    .flatMap((line) => line.replace(/\s+# .*$/, '').split(' && '))
    .map((command) => command.trim())
    .filter((command) => command !== '');
}

const commands = [...new Set(pages.flatMap((page) => commandsOf(read(page))))];

/** The commands that a test without a real project, a container engine or a person cannot run, and why. */
const notRun = [
  [/^npx @busker\//, 'emulators/packed.test.ts runs it with the package as it is published'],
  [/^npm ci$/, 'whoever runs this has just done it'],
  [/^npm test$/, 'it runs this test'],
  [
    /^npm install standardwebhooks$|^WEBHOOK_(SECRET=whsec_… node receiver\.mjs|ALLOW=127\.0\.0\.1:4300 npm start)$/,
    'functions/senders/webhook-sender.test.ts starts the receiver',
  ],
  [/^npm start$/, 'the browser tests are run on it, and scripts/record/servers.test.ts starts it'],
  [/^npm run release$/, '`npm run test:long -- release` runs it, and starts what it made'],
  [/^npm run ops -- apply$/, 'it needs a project; host/ops/ops.test.ts runs it on answers in memory'],
  [/^npm run verify -- https:/, 'it needs a live site; host/verify/verify.test.ts runs its checks'],
  [
    /^npm run sign-ins -- export /,
    'it needs a project; host/sign-ins/sign-ins.test.ts runs it on the emulator',
  ],
  [/^node .*busker\.mjs server$/, 'local/server.test.ts runs it'],
  [/^git pull$/, 'it changes the checkout'],
  [
    /^(gcloud|curl -X PATCH "https:\/\/identitytoolkit|export \w+="\$\(gcloud)/,
    'it needs a project of Google',
  ],
  [/^(export GCLOUD_PROJECT|account)=/, 'it names a project of Google'],
  [/^tar -xzf dist\/release\//, '`npm run test:long -- release` unpacks it'],
  [/^docker /, 'there is no container engine where this is tested'],
];

async function outcomeOf(command, args, env) {
  const child = spawn(command, args, { cwd: root, env: { PATH: process.env['PATH'], ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk.toString();
    });
  const [code] = await once(child, 'close');
  return { code, said };
}

/** What a page puts into standard input, by the name that it gives the file. */
const inputs = {
  'key.txt': `rk_test_${'a1'.repeat(8)}`,
  'setup-key.txt': `sk_test_${'a1'.repeat(8)}`,
};

const program = (words, { env }) =>
  outcomeOf(process.execPath, [join(root, 'host/busker.mjs'), ...wordsIn(words)], env);

/** A command of the CLI with all services in memory. */
async function inMemory(fake, name, words, input) {
  fake.said.length = 0;
  const given = [...(name === 'busker' ? [] : [name]), ...wordsIn(words)];
  const code = await hostCommand(given, { ...fake.machine(input), services: fake.services });
  return { code, said: fake.said.join('\n') };
}

/** The words of a command, as a shell divides them. */
const wordsIn = (text) =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

/** The commands that are run, against services in memory or the servers of this machine. */
const runs = [
  [
    /^npm run (deploy|secrets|busker)(?: -- (?!sweep)([^<]*))?(?:< (\S+))?$/,
    ({ fake }, [, name, words = '', file = '']) => inMemory(fake, name, words, inputs[file]),
  ],
  [
    /^(node host\/busker\.mjs push-key) \| npm run secrets -- (.*)$/,
    async ({ fake }, [, _makes, words = '']) => {
      const made = await inMemory(fake, 'busker', 'push-key');
      return inMemory(fake, 'secrets', words, made.said);
    },
  ],
  [
    /^npm run verify -- http:\/\/localhost:4100 (--tip)$/,
    (scene, [, words = '']) => program(`verify ${scene.busker.addresses.app} ${words}`, scene),
  ],
  [
    /^npm run (admin) -- (.*)$|^npm run busker -- (sweep \S+)$/,
    (scene, [, name = '', words = '', sweep = '']) => program(`${name} ${words} ${sweep} --local`, scene),
  ],
  [
    /^umask 077$|^cp \.env \.env\.server$|^echo "\w+=.+" >> \.env\.server$/,
    async ({ folder, env }, [command]) => {
      if (!existsSync(join(folder, '.env'))) await writeFile(join(folder, '.env'), 'PORT=4100\n');
      return outcomeOf('sh', ['-ec', `cd "$0" && ${command}`, folder], env);
    },
  ],
  [
    /^node --env-file=\.env\.server busker-demo\/server\/busker\.mjs server --check$/,
    async ({ folder, env }) => {
      const file = join(folder, '.env.running');
      const found = await environmentOfRunning({}, env['BUSKER_STATE'] ?? '');
      if (!found.ok) throw new Error(found.problem);
      const given = Object.entries(found.value).filter(([, value]) => value !== undefined && value !== '');
      const settings = [...given, ['BUSKER_DIST', join(folder, 'dist')]];
      await writeFile(file, settings.map(([name, value]) => `${name}='${value}'\n`).join(''));
      return outcomeOf(
        process.execPath,
        [`--env-file=${file}`, join(await builtPrograms(), 'busker.js'), 'server', '--check'],
        {},
      );
    },
  ],
  [
    /^npm run firebase -- (\S+) (.*)$|^npm run firebase -- (\S+)$/,
    async (_scene, [, verb, words = '', alone = '']) => {
      // Its commands need a project; here it says whether it has such a command, with such options.
      const cli = (await firebaseTools())('firebase-tools');
      const known = cli.getCommand(verb ?? alone);
      const flags = (known?.options ?? []).map((option) => option.flags).join(' ');
      const absent = [...words.matchAll(/--[\w-]+/g)]
        .map(([option]) => option)
        .filter((option) => option !== '--project' && !flags.includes(option));
      return { code: known === undefined ? 1 : absent.length, said: absent.join(', ') };
    },
  ],
];

const matching = (command) => [...notRun, ...runs].filter(([pattern]) => pattern.test(command));

// Holds host-200.
it('each command that a document shows is run, or has a reason why not', () => {
  expect(commands.length).toBeGreaterThan(30);
  expect(commands.filter((command) => matching(command).length !== 1)).toEqual([]);
  const used = new Set(commands.flatMap((command) => matching(command).map(([pattern]) => pattern)));
  expect([...notRun, ...runs].filter(([pattern]) => !used.has(pattern)).map(([pattern]) => pattern)).toEqual(
    [],
  );
});

// Holds host-200.
it('each verb of `npm run admin` in the text of these pages exists', () => {
  const spans = pages.flatMap((page) => [
    ...read(page).matchAll(/`npm run admin -- ([\w-]+)(?: ([\w-]+))?[^`]*`/g),
  ]);
  expect(spans.length).toBeGreaterThan(5);
  const verbs = everyVerb.map(({ name }) => name);
  const wrong = spans.filter(
    ([, verb = '', next = '']) => !verbs.some((name) => [verb, `${verb} ${next || 'list'}`].includes(name)),
  );
  expect(wrong.map(([span]) => span)).toEqual([]);
});

// Holds host-200.
it('each command in the text of a page is one that there is, and a deploy has the options that are named', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const texts = files.filter((file) => /^(README|CONTRIBUTING|CHANGELOG|docs\/.*)\.md$/.test(file)).map(read);
  const spans = texts.flatMap((text) =>
    [...text.matchAll(/`((?:npm run|npx tsx|node) [^`]*)`/g)].map(([, span]) => span.replaceAll(/\s+/g, ' ')),
  );
  expect(spans.length).toBeGreaterThan(100);
  const isThere = (span) => {
    const [, name, words] = /^npm run ([\w:-]+)(?: -- ([^<|]*))?/.exec(span) ?? [];
    if (name === undefined)
      return existsSync(join(root, span.split(' ').find((word) => /\.\w+$/.test(word)) ?? '?'));
    if (scripts[name] === undefined) return false;
    const given = (words ?? '').replaceAll('…', '').replace(/--canary \S+/, '--canary 5');
    if (name === 'busker') return Object.hasOwn(hostCommands, wordsIn(given)[0] ?? '');
    return name !== 'deploy' || deployOptions(wordsIn(given)).ok;
  };
  const isShown = (span) => !/ --help$|your-file|COMMAND/.test(span);
  expect(spans.filter((span) => isShown(span) && !isThere(span))).toEqual([]);
});

/** These start programs for half a minute: `npm run test:long -- documents`, and by hand. */
const isShort = ['test', 'test:rest'].includes(process.env['BUSKER_TEST_LANE'] ?? '');

describe.skipIf(isShort)('on this machine and services in memory', () => {
  let scene;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'busker-commands-'));
    const state = join(folder, 'state');
    const dist = join(folder, 'dist');
    await writeSmallBuild(dist);
    const busker = await startBusker({ ports: freePorts, stateDir: state, dist, log: () => undefined });
    scene = { fake: await FakeProject.make(), busker, folder, env: { BUSKER_STATE: state } };
  });
  afterAll(async () => {
    await scene.busker.close();
    await scene.fake.close();
    await rm(scene.folder, { recursive: true });
  });

  it.each(
    commands.flatMap((command) =>
      runs.flatMap(([pattern, run]) => (pattern.test(command) ? [[command, pattern, run]] : [])),
    ),
  )('%s', async (command, pattern, run) => {
    const match = pattern.exec(command);
    if (match === null) throw new Error('The command no longer fits its row.');
    const { code, said } = await run(scene, match);
    expect(code, said).toBe(0);
  });
});

import { text } from 'node:stream/consumers';
import { helpOf } from '../scripts/command-line.mjs';
import { failureSentence, isOfTheSystem } from '../scripts/failure-sentence.mjs';
import { buildAll, report } from '../scripts/build.mjs';
import { root, run } from '../scripts/run.mjs';

let input;

/** The functions of this machine (command.ts). */
const machine = {
  root,
  run,
  build: async (parts) => report(await buildAll(parts)),
  standardInput: async () => (input ??= (await text(process.stdin)).trim()),
  say: (line) => console.log(line),
  fail: (line) => console.error(line),
};

/** What the exit code of every command means. */
export const exitCodes = {
  0: 'it is done; of a check: nothing is missing',
  1: 'it was refused or failed, or something is missing, and a sentence says what',
  2: 'the command line is wrong, and nothing was done',
};

const local = { '--local': 'on the servers that npm start runs on this machine' };
const deploy = (first) => async (words, io) =>
  (await import('./deploy/run-deploy.ts')).runDeploy([...first, ...words], io, io.services);
const stripeKey = {
  '--stripe-key -': 'asks Stripe with a key from standard input',
  '--stripe-account ID': 'asks the Connect column on this connected account',
  '--project ID': 'stops unless the settings are of this project',
};
/** `busker demo` and `busker server` of a release, from the sources. It reads the command line itself. */
const program = async () => {
  await import('@busker/local/busker');
  return null;
};

/** Every command: what it takes and does, for `--help` and the documents, and the one function that does it. Options are read there. `own`: a program of its own. */
export const hostCommands = {
  setup: {
    takes: '[--answers FILE]',
    about: 'asks three questions, finds out the rest from your project, and writes .env',
    options: {
      '--answers FILE':
        'reads PUBLIC_ORIGIN, PROJECT and STRIPE_PUBLISHABLE_KEY from a file, and asks nothing',
      '--check': 'only says what is wrong with .env, also which of its addresses nobody finds',
      '  --live': 'and what keeps it from taking real money',
    },
    run: async (words, io) => (await import('./setup.ts')).setUp(words, io),
  },
  check: {
    about: 'checks everything that a deploy needs, and prints what is missing; changes nothing',
    options: stripeKey,
    run: deploy(['--check']),
  },
  plan: {
    about: 'says what you may do, builds, and prints what a deploy would change; changes nothing',
    options: { '--first': 'nothing is live yet', ...stripeKey },
    run: deploy(['--plan']),
  },
  deploy: {
    about: 'checks, builds and deploys the installation of .env, step by step',
    options: {
      '--webhooks': 'makes the webhook endpoints at Stripe, with a key from standard input',
      '--write-config': 'writes firebase.json again',
      '--first': 'nothing is live yet',
      '--from STEP': 'starts at this step',
      '--early': 'puts the new embed at /embed/next.js alone',
      '--promote': 'moves /embed/v1.js to the version of /embed/next.js, if that crashes no more often',
      '--canary PERCENT': 'gives the new functions this part of the traffic, from 1 to 50, and stops',
      '--allow-removal': 'deletes functions that are no longer in the code, at the end',
      '--move': 'lets the functions go to another region',
      ...stripeKey,
    },
    run: deploy([]),
  },
  verify: {
    takes: 'https://HOST',
    about: 'checks a live installation; changes nothing',
    options: {
      '--handle NAME': 'a published profile, for the checks of profiles',
      '--project ID': 'its Google project, for the checks that need credentials',
      '--release ID': 'the release that must answer',
      '--expect-region R': 'the region where the functions must run',
      '--server': 'server processes answer (busker server): no functions and no edge are expected',
      '--tip': 'sends one tip with a test card and undoes it; test keys only',
    },
    run: async (words, io) => (await import('./verify.ts')).verify(words, io),
  },
  rollback: {
    about: 'goes back to the release before',
    options: {
      '--embed': 'only the files of Hosting: the embed and the dashboard',
      '--to ID': 'to this release',
    },
    run: async (words, io) =>
      (await import('./deploy/rollback/run-rollback.ts')).runRollback(words, io, io.services),
  },
  drill: {
    about: 'restores the newest backup into a database of its own, examines it and deletes it',
    options: { '--local': 'on this machine, with an installation of its own' },
    run: async (words, io) => (await import('./drill.ts')).drill(words, io),
  },
  admin: {
    takes: 'VERB …',
    about: 'acts of the host on a profile or a report; writes nothing without --yes',
    options: { ...local, '--yes': 'writes what the command would change' },
    verbs: async () => {
      const { everyVerb } = await import('@busker/functions/every-verb');
      return everyVerb.map(({ name, takes }) => `${name} ${takes}`.trim());
    },
    run: async (words, io) => (await import('./admin.ts')).admin(words, io),
  },
  secrets: {
    takes: 'list | add NAME | prune',
    about: 'the secrets of the functions in Secret Manager',
    options: {
      list: 'the versions of each secret, never their values',
      'add NAME': 'adds a version, read from standard input',
      '  --generate': 'makes the value; only for BUSKER_SECRET',
      '  --front': 'puts it before the existing ones, which stay valid',
      prune: 'lists the versions that nothing needs',
      '  --keep N': 'keeps the newest N of each (default 3)',
      '  --yes': 'destroys them',
    },
    run: async (words, io) =>
      (await import('./deploy/secrets-main.ts')).secretsCommand(words, io, io.services),
  },
  'sign-ins': {
    takes: 'export FILE | import FILE',
    about: 'the sign-ins of the project of .env, with the hashes of passwords',
    options: {
      'export FILE': 'writes them into a new file',
      'import FILE': 'names how many of them are missing',
      '  --yes': 'adds those; the others stay as they are',
      ...local,
    },
    run: async (words, io) => (await import('./sign-ins.ts')).signIns(words, io),
  },
  ops: {
    takes: 'diff | check | apply | test',
    about: 'alerts, log filters, dashboards and backups of host/ops/',
    options: {
      diff: 'prints how the project differs',
      check: 'the same, and ends with 1 if it differs',
      apply: 'makes the project equal',
      'test --yes': 'raises each alert once; test keys only',
    },
    run: async (words, io) => (await import('./ops.ts')).ops(words, io),
  },
  sweep: {
    takes: 'every-5-minutes | hourly | daily | all | accounts | NAME',
    about: 'runs sweeps now, or compares every account with Stripe',
    options: local,
    run: async (words, io) => (await import('./sweep.ts')).sweep(words, io),
  },
  mail: {
    takes: 'ADDRESS < FILE',
    about: 'sends one mail by the mail server in FILE, and prints what the receiving side must show',
    run: async ([to = ''], io) => {
      const [{ dotEnvSettings }, { checkMail }] = await Promise.all([
        import('./dot-env.ts'),
        import('./mail/check-mail.ts'),
      ]);
      const SMTP_URL = process.env.SMTP_URL ?? (process.stdin.isTTY ? '' : await io.standardInput());
      const env = { ...(await dotEnvSettings()), ...process.env, SMTP_URL };
      return (await checkMail({ env, to, say: io.say })) ? 0 : 1;
    },
  },
  'push-key': {
    about: 'makes a private key for VAPID_PRIVATE_KEYS; put it in front of older ones, which serve devices',
    run: async (_words, io) => {
      io.say((await import('@busker/functions/push/push-config')).newPushKey().privateKey);
      return 0;
    },
  },
  firebase: {
    takes: '…',
    about: 'the command of firebase-tools, which is fetched the first time',
    own: true,
    run: async (words, io) => {
      const { firebaseFolder } = await import('./firebase/installed.mjs');
      await firebaseFolder();
      return (await io.run('firebase', [...words], { inherit: true })).code;
    },
  },
  demo: {
    about: 'runs what is built on this machine, with invented money',
    own: true,
    run: program,
  },
  server: {
    about: 'serves what is built, with the settings of the environment',
    own: true,
    run: program,
  },
  health: {
    about: 'whether the demo or the server of this machine answers',
    own: true,
    run: program,
  },
};

/** The lines of `busker --help`, or of one command's. */
async function linesOf(name) {
  const command = hostCommands[name];
  if (command === undefined) {
    const each = Object.entries(hostCommands).map(([known, { about }]) => [known, about]);
    const codes = Object.entries(exitCodes).map(([code, means]) => [`exit ${code}`, means]);
    const options = Object.fromEntries([...each, ...codes]);
    const about =
      'the commands of a host (in a checkout: npm run busker -- COMMAND …), and what exit codes mean';
    return [helpOf({ command: 'busker COMMAND …', about, options })];
  }
  const { takes = '', about, options, verbs } = command;
  const json = { '--json': 'prints one JSON value: command, exit, done, lines, findings, data' };
  const help = helpOf({ command: `busker ${name} ${takes}`.trim(), about, options: { ...options, ...json } });
  return [help, ...(verbs === undefined ? [] : (await verbs()).map((verb) => `  ${verb}`))];
}

const asksHelp = (word) => word === '--help' || word === '-h';

/** What stopped a command: its own sentence, or that of the system; of a fault of ours, its place. */
function stoppedBy(error) {
  const isTold = error.exit !== undefined || error.constructor.name === 'ConfigError';
  if (isTold) return error.message;
  return isOfTheSystem(error) ? failureSentence(error) : error.stack;
}

/** Runs a command line and returns its exit code; null = a server goes on. */
export async function hostCommand([name = '--help', ...words], io = machine) {
  const command = Object.hasOwn(hostCommands, name) ? hostCommands[name] : undefined;
  if (command === undefined ? asksHelp(name) : command.own !== true && words.some(asksHelp)) {
    for (const line of await linesOf(name)) io.say(line);
    return 0;
  }
  if (command === undefined) {
    io.fail(`busker has no command ${name}. It has ${Object.keys(hostCommands).join(', ')}.`);
    return 2;
  }
  if (command.own === true) return command.run(words, io);
  const isJson = words.includes('--json');
  const told = { lines: [], findings: [], data: null };
  // The output is for the JSON alone. People read the lines meanwhile on the error output.
  const noted = (line) => {
    told.lines.push(line);
    io.fail(line);
  };
  const quiet = {
    ...io,
    say: noted,
    fail: noted,
    found: (finding) => void told.findings.push(finding),
    data: (data) => void (told.data = data),
    run: (program, args, options) => io.run(program, args, { ...options, inherit: false }),
  };
  const given = words.filter((word) => word !== '--json');
  const log = console.log;
  // What a build says beside.
  if (isJson) console.log = console.error;
  const exit = await command.run(given, isJson ? quiet : io).catch((error) => {
    (isJson ? quiet : io).fail(stoppedBy(error));
    return error.exit ?? 1;
  });
  console.log = log;
  if (isJson) io.say(JSON.stringify({ command: name, exit, done: exit === 0, ...told }, null, 2));
  return exit;
}

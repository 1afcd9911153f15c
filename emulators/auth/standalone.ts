import * as v from 'valibot';
import {
  ask,
  jsonOfSeed,
  OptionFault,
  runProgram,
  startProgram,
  type Emulator,
  type Program,
  type StartOptions,
} from '@busker/emulators/standalone';
import { startAuth } from './start-auth';

export type AuthEmulatorOptions = Pick<
  StartOptions,
  'port' | 'host' | 'data' | 'seed' | 'reset' | 'project' | 'log'
>;

const DEFAULT_PROJECT = 'demo-project';

/** An account of a seed: the fields that `accounts.signUp` of an administrator has. */
const account = v.strictObject({
  localId: v.optional(v.string()),
  email: v.optional(v.string()),
  emailVerified: v.optional(v.boolean()),
  password: v.optional(v.string()),
  displayName: v.optional(v.string()),
  photoUrl: v.optional(v.string()),
  phoneNumber: v.optional(v.string()),
  disabled: v.optional(v.boolean()),
});

function readSeed(path: string): v.InferOutput<typeof account>[] {
  const json = jsonOfSeed(path);
  const read = v.safeParse(v.array(account), json);
  if (read.success) return read.output;
  const [issue] = read.issues;
  const where = v.getDotPath(issue) ?? 'the file';
  throw new OptionFault('seed', `has a mistake in ${path}: ${where}: ${issue.message}`);
}

const program: Program = {
  command: 'auth-emulator',
  about: 'Firebase Authentication with its sign-in windows and an outbox, on this machine.',
  port: 9099,
  options: {
    port: 'the port; 0 takes any free one (9099)',
    host: 'the address; with another one, other machines can reach the emulator (127.0.0.1)',
    data: 'keeps accounts in this folder; without it they are in memory only',
    project: 'the project (demo-project)',
    seed: 'JSON with a list of accounts, such as [{"email": "ada@example.com", "password": "secret"}]',
    reset: 'deletes the accounts of --data before the start',
  },
  env: (address) => ({ FIREBASE_AUTH_EMULATOR_HOST: address }),
  serve: ({ port, host, data, project = DEFAULT_PROJECT, log }) =>
    startAuth({
      port,
      host,
      projectId: project,
      dataDir: data ?? null,
      onMessage: ({ kind, to }) => log(`auth: ${kind} to ${to}`),
    }),
  async seed(url, path, { project = DEFAULT_PROJECT }) {
    const accounts = `${url}/identitytoolkit.googleapis.com/v1/projects/${encodeURIComponent(project)}/accounts`;
    for (const each of readSeed(path))
      await ask(accounts, 'POST', each).catch((error: unknown) => {
        const who = each.email ?? each.localId ?? 'an account';
        throw new OptionFault('seed', `has ${who}, which is refused: ${(error as Error).message}`);
      });
  },
};

/** Starts the emulator, in memory and on any free port unless told otherwise. */
export const start = (options: AuthEmulatorOptions = {}): Promise<Emulator> => startProgram(program, options);

/** Runs the command line of this package. */
export const commandLine = (): Promise<void> => runProgram(program);

// npm run admin -- <verb>: host actions on a profile, from the command line (docs/hosts/operations.md has the verbs). Runs with the functions'
// environment and Google credentials, or with --local on the servers that `npm start` runs on this machine. Exits with 0 on success, with 1 when it
// was refused or failed, and with 2 when the command line is invalid.
import { fileURLToPath } from 'node:url';
import { fail, ok, type Result } from '@busker/core/base/result';
import { ConfigError, parseConfig } from '@busker/functions/config';
import type { Deps } from '@busker/functions/deps';
import { credentialAccount } from '@busker/functions/firebase/firebase-app';
import { liveDeps } from '@busker/functions/live-deps';
import { sendLetter } from '@busker/functions/mail/send-letter';
import type { OutboxTask } from '@busker/functions/outbox/outbox-task';
import type { TaskQueue } from '@busker/functions/queue/task-queue';
import { parseAdminCall } from '@busker/functions/moderation/admin-call';
import type { AdminOptions, AdminOutcome } from '@busker/functions/admin/command';
import { everyVerb } from '@busker/functions/every-verb';
import { runAdmin } from '@busker/functions/moderation/run-admin';
import type { Decider } from '@busker/core/moderation/standing';
import { isJobCall, parseJobCall, runJobCall } from '@busker/functions/admin-calls/job-call';
import { isCacheCall, parseCacheCall, runCacheCall } from '@busker/functions/admin-calls/profile-cache-call';
import { isReportCall, parseReportCall, runReportCall } from '@busker/functions/admin-calls/report-call';
import { environmentOfRunning, pointSdkAt } from '@busker/local/functions-environment';
import { credentialsFault } from './installation/google';
import { helpAskedFor } from './command-help';
import { dotEnvSettings } from './dot-env';

const stateDir = process.env['BUSKER_STATE'] ?? fileURLToPath(new URL('../.busker', import.meta.url));

interface Host {
  readonly deps: Deps;
  /** The account that the audit log names. */
  readonly name: string;
  /** The letters that this process sends itself when the command has run. */
  readonly letters: readonly string[];
}

async function nameOfCredentials(): Promise<Result<string | null, string>> {
  try {
    return ok(await credentialAccount());
  } catch (error) {
    return fail(`The audit needs your name: ${credentialsFault(error)}`);
  }
}

/**
 * The environment of a command for a deployed host. `SMTP_URL` is a secret that this machine need not have; `MAIL_FROM` says that the server has it. The
 * letters that a command writes are then sent by the server, within two minutes.
 */
const withServersMail = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  env['SMTP_URL'] || !env['MAIL_FROM'] ? env : { ...env, SMTP_URL: 'smtps://unread.example' };

/** Notes the letters that a command writes. */
function letterQueue(): TaskQueue<OutboxTask> & { readonly letters: readonly string[] } {
  const letters: string[] = [];
  return {
    letters,
    enqueue: (task, at) => {
      if (task.kind === 'letter' && at <= Date.now()) letters.push(task.id);
      return Promise.resolve();
    },
  };
}

async function hostOf({ local, as }: AdminOptions): Promise<Result<Host, string>> {
  const env = local
    ? await environmentOfRunning(process.env, stateDir)
    : ok(withServersMail({ ...(await dotEnvSettings()), ...process.env }));
  if (!env.ok) return env;
  if (local) pointSdkAt(env.value);
  const outboxQueue = letterQueue();
  const deps = liveDeps(parseConfig(env.value), console.error, { outboxQueue });
  if (local) return ok({ deps, name: as, letters: outboxQueue.letters });
  const name = await nameOfCredentials();
  if (!name.ok) return name;
  return name.value === null
    ? fail('Google does not say whose credentials these are. Sign in: gcloud auth application-default login')
    : ok({ deps, name: name.value, letters: [] });
}

/** A parsed command line, and the function that carries it out. */
interface Command {
  readonly options: AdminOptions;
  readonly run: (deps: Deps, who: Decider) => Promise<AdminOutcome>;
}

const commandOf = <C>(
  read: Result<{ readonly call: C; readonly options: AdminOptions }, string>,
  run: (deps: Deps, who: Decider, call: C) => Promise<AdminOutcome>,
): Result<Command, string> => {
  if (!read.ok) return read;
  const { call, options } = read.value;
  return ok({ options, run: (deps, who) => run(deps, who, call) });
};

function parsed(words: readonly string[]): Result<Command, string> {
  if (isJobCall(words)) return commandOf(parseJobCall(words), runJobCall);
  if (isCacheCall(words)) return commandOf(parseCacheCall(words), runCacheCall);
  if (isReportCall(words)) return commandOf(parseReportCall(words), runReportCall);
  return commandOf(parseAdminCall(words, everyVerb), runAdmin);
}

/** Runs one command and returns the exit code. */
async function admin(words: readonly string[]): Promise<0 | 1 | 2> {
  const help = helpAskedFor('admin', words);
  if (help !== null) {
    for (const line of help) console.log(line);
    for (const { name, takes } of everyVerb) console.log(`  ${`${name} ${takes}`.trim()}`);
    return 0;
  }
  const understood = parsed(words);
  if (!understood.ok) {
    console.error(understood.problem);
    return 2;
  }
  const { run, options } = understood.value;
  const host = await hostOf(options);
  if (!host.ok) {
    console.error(host.problem);
    return 1;
  }
  const { deps, name, letters } = host.value;
  const { done, lines, data } = await run(deps, { name, role: 'admin' });
  for (const id of new Set(letters)) await sendLetter(deps, id);
  if (options.json) console.log(JSON.stringify({ done, data }, null, 2));
  else for (const line of lines) (done ? console.log : console.error)(line);
  return done ? 0 : 1;
}

process.exitCode = await admin(process.argv.slice(2)).catch((error: unknown) => {
  console.error(
    error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error),
  );
  return 1;
});

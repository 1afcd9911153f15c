import type { Result } from '@busker/core/base/result';
import { parseConfig } from '@busker/functions/config';
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
import { credentialsFault } from './installation/google';
import { Stopped, type Machine } from './command';
import { environmentOf } from './dot-env';

interface Host {
  readonly deps: Deps;
  /** The account that the audit log names. */
  readonly name: string;
  /** The letters that this process sends itself when the command has run. */
  readonly letters: readonly string[];
}

async function nameOfCredentials(): Promise<string> {
  const name = await credentialAccount().catch((error: unknown) => {
    throw new Stopped(`The audit needs your name: ${credentialsFault(error)}`);
  });
  if (name !== null) return name;
  throw new Stopped(
    'Google does not say whose credentials these are. Sign in: gcloud auth application-default login',
  );
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

async function hostOf({ local, as }: AdminOptions): Promise<Host> {
  const env = await environmentOf(local);
  const outboxQueue = letterQueue();
  const config = parseConfig(local ? env : withServersMail(env));
  const deps = liveDeps(config, console.error, { outboxQueue });
  if (local) return { deps, name: as, letters: outboxQueue.letters };
  return { deps, name: await nameOfCredentials(), letters: [] };
}

/** A parsed command line, and the function that carries it out. */
interface Command {
  readonly options: AdminOptions;
  readonly run: (deps: Deps, who: Decider) => Promise<AdminOutcome>;
}

const commandOf = <C>(
  read: Result<{ readonly call: C; readonly options: AdminOptions }, string>,
  run: (deps: Deps, who: Decider, call: C) => Promise<AdminOutcome>,
): Command => {
  if (!read.ok) throw new Stopped(read.problem, 2);
  const { call, options } = read.value;
  return { options, run: (deps, who) => run(deps, who, call) };
};

function parsed(words: readonly string[]): Command {
  if (isJobCall(words)) return commandOf(parseJobCall(words), runJobCall);
  if (isCacheCall(words)) return commandOf(parseCacheCall(words), runCacheCall);
  if (isReportCall(words)) return commandOf(parseReportCall(words), runReportCall);
  return commandOf(parseAdminCall(words, everyVerb), runAdmin);
}

/**
 * `busker admin VERB`: host actions on a profile (docs/hosts/operations.md has the verbs). Runs with the functions' environment and Google credentials, or with
 * --local on the servers that `npm start` runs on this machine.
 */
export async function admin(words: readonly string[], io: Machine): Promise<0 | 1> {
  const { run, options } = parsed(words);
  const { deps, name, letters } = await hostOf(options);
  const { done, lines, data } = await run(deps, { name, role: 'admin' });
  for (const id of new Set(letters)) await sendLetter(deps, id);
  io.data?.(data);
  for (const line of lines) (done ? io.say : io.fail)(line);
  return done ? 0 : 1;
}

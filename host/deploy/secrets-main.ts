import { fail, type Result } from '@busker/core/base/result';
import { mapped, type Reply } from '../installation/google';
import type { Installation } from '../installation/installation';
import { Stopped, wordsIn, type Machine } from '../command';
import { readRecords } from './releases/release-record';
import { installationIn } from './run-deploy';
import {
  addSecret,
  freshSecret,
  isSecretName,
  secretNames,
  type SecretVersion,
  type Secrets,
} from './secrets/secrets';
import { realServices, type Services } from './services';

const day = 24 * 60 * 60 * 1000;

export interface PruneRules {
  /** The number of newest versions to keep. */
  readonly keep: number;
  /** Versions that a running revision uses or a release record names. Without its version, an instance cannot start. */
  readonly named: readonly number[];
  readonly now: number;
}

/** The versions that may be destroyed: they are older than thirty days, not among the newest, and not used by a revision or release. */
export function prunable(
  versions: readonly SecretVersion[],
  { keep, named, now }: PruneRules,
): readonly number[] {
  return versions
    .toSorted((a, b) => b.number - a.number)
    .slice(keep)
    .filter(({ number, createdAt }) => now - createdAt > 30 * day && !named.includes(number))
    .map(({ number }) => number);
}

export interface SecretsCommand {
  readonly secrets: Secrets;
  readonly livemode: boolean;
  /** The versions of a secret that a running revision uses or a release record names. */
  readonly named: (name: string) => Promise<Reply<readonly number[]>>;
  readonly standardInput: () => Promise<string>;
  readonly now: number;
  readonly say: (line: string) => void;
}

export interface SecretsWords {
  readonly verb: string;
  readonly name: string | undefined;
  readonly front: boolean;
  readonly generate: boolean;
  readonly keep: number;
  readonly yes: boolean;
}

async function list({ secrets, named, say }: SecretsCommand): Promise<Result<null, string>> {
  for (const name of secretNames) {
    const versions = await secrets.versions(name);
    if (versions.state === 'unknown') return fail(`${name} cannot be read: ${versions.why}.`);
    const used = await named(name);
    const marks = (number: number) =>
      used.state === 'known' && used.value.includes(number) ? ', used by a release' : '';
    say(`${name}: ${versions.value?.length ?? 0} versions`);
    for (const { number, enabled, createdAt } of versions.value ?? [])
      say(
        `  ${number}  ${new Date(createdAt).toISOString()}  ${enabled ? 'enabled' : 'disabled'}${marks(number)}`,
      );
  }
  return { ok: true, value: null };
}

async function prune(command: SecretsCommand, { keep, yes }: SecretsWords): Promise<Result<null, string>> {
  const { secrets, named, now, say } = command;
  for (const name of secretNames) {
    const [versions, used] = await Promise.all([secrets.versions(name), named(name)]);
    // While the running versions are unknown, nothing may be destroyed.
    if (versions.state === 'unknown') return fail(`${name} cannot be read: ${versions.why}.`);
    if (used.state === 'unknown') return fail(`What uses ${name} cannot be read: ${used.why}.`);
    for (const number of prunable(versions.value ?? [], { keep, named: used.value, now })) {
      say(`${yes ? 'destroying' : 'would destroy'} ${name}, version ${number}`);
      if (!yes) continue;
      const done = await secrets.destroy(name, number);
      if (!done.ok) return done;
    }
  }
  if (!yes) say('Nothing was destroyed. Add --yes to do it.');
  return { ok: true, value: null };
}

/** `npm run secrets -- list | add NAME | prune`. */
export async function runSecrets(
  command: SecretsCommand,
  words: SecretsWords,
): Promise<Result<null, string>> {
  const { verb, name = '', front, generate } = words;
  if (verb === 'list') return list(command);
  if (verb === 'prune') return prune(command, words);
  if (verb !== 'add') return fail('Say list, add NAME, or prune.');
  if (!isSecretName(name)) return fail(`There is no secret ${name}; there are ${secretNames.join(', ')}.`);
  if (generate && name !== 'BUSKER_SECRET') return fail('Only BUSKER_SECRET can be made here.');
  const value = generate ? freshSecret() : await command.standardInput();
  const { secrets, livemode } = command;
  const added = await addSecret(secrets, { name, value, front, livemode });
  if (!added.ok) return added;
  command.say(
    `${name} has version ${added.value}; earlier versions are unchanged. The functions get it with: npm run deploy -- --from functions`,
  );
  return { ok: true, value: null };
}

/** The versions that a running function uses, or that one of the last twenty releases used. */
async function named({ functions, kept }: Services, name: string): Promise<Reply<readonly number[]>> {
  const [running, records] = await Promise.all([functions.list(), readRecords(kept)]);
  if (running.state === 'unknown') return running;
  const now = running.value.flatMap(({ secrets }) => secrets[name] ?? []);
  return mapped(records, (list) => [...now, ...list.flatMap((each) => each.functions.secrets[name] ?? [])]);
}

function secretsWords(args: readonly string[]): SecretsWords {
  const { values, positionals } = wordsIn({
    args: [...args],
    allowPositionals: true,
    options: {
      front: { type: 'boolean', default: false },
      generate: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      keep: { type: 'string', default: '3' },
    },
  });
  const [verb = '', name] = positionals;
  // The newest version always stays.
  return { ...values, verb, name, keep: Math.max(1, Number(values.keep) || 3) };
}

/** Runs `busker secrets` and returns the exit code. */
export async function secretsCommand(
  argv: readonly string[],
  { root, say, standardInput }: Machine,
  services: (wanted: Installation) => Services = realServices,
): Promise<number> {
  const words = secretsWords(argv);
  const wanted = await installationIn(root);
  const live = services(wanted);
  const done = await runSecrets(
    {
      secrets: live.secrets,
      livemode: wanted.livemode,
      named: (name) => named(live, name),
      standardInput,
      now: live.now(),
      say,
    },
    words,
  );
  if (!done.ok) throw new Stopped(done.problem);
  return 0;
}

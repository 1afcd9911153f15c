import { parseEnv } from 'node:util';
import { ok, type Result } from '../../core/base/result';
import { helpAskedFor } from '../command-help';
import { commandWords } from '../../functions/admin/command';
import { mapped, type Reply } from './google/reply';
import { installationOf, type Installation } from './installation';
import type { Machine } from './machine';
import { readRecords } from './releases/release-record';
import { readDotEnv } from './run-deploy';
import { runSecrets, type SecretsWords } from './secrets/secrets-command';
import { realServices, type Services } from './services';

/** The versions that a running function uses, or that one of the last twenty releases used. */
async function named({ functions, kept }: Services, name: string): Promise<Reply<readonly number[]>> {
  const [running, records] = await Promise.all([functions.list(), readRecords(kept)]);
  if (running.state === 'unknown') return running;
  const now = running.value.flatMap(({ secrets }) => secrets[name] ?? []);
  return mapped(records, (list) => [...now, ...list.flatMap((each) => each.functions.secrets[name] ?? [])]);
}

function wordsOf(argv: readonly string[]): Result<SecretsWords, string> {
  const words = commandWords({
    args: [...argv],
    allowPositionals: true,
    options: {
      front: { type: 'boolean', default: false },
      generate: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      keep: { type: 'string', default: '3' },
    },
  });
  if (!words.ok) return words;
  const { values, positionals } = words.value;
  const { front, generate, yes, keep } = values;
  // The newest version always stays.
  return ok({
    verb: positionals[0] ?? '',
    name: positionals[1],
    front,
    generate,
    yes,
    keep: Math.max(1, Number(keep) || 3),
  });
}

/** Runs `npm run secrets -- …` and returns the exit code. */
export async function secretsCommand(
  argv: readonly string[],
  { root, say, standardInput }: Machine,
  services: (wanted: Installation) => Services = realServices,
): Promise<number> {
  const help = helpAskedFor('secrets', argv);
  if (help !== null) {
    for (const line of help) say(line);
    return 0;
  }
  const words = wordsOf(argv);
  if (!words.ok) {
    say(words.problem);
    return 1;
  }
  const wanted = installationOf(parseEnv(await readDotEnv(root)) as Readonly<Record<string, string>>);
  if (!wanted.ok) {
    for (const sentence of wanted.problem) say(sentence);
    return 1;
  }
  const live = services(wanted.value);
  const done = await runSecrets(
    {
      secrets: live.secrets,
      livemode: wanted.value.livemode,
      named: (name) => named(live, name),
      standardInput,
      now: live.now(),
      say,
    },
    words.value,
  );
  if (!done.ok) say(done.problem);
  return done.ok ? 0 : 1;
}

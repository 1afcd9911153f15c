import { reasonLimit } from '../../../core/api/moderation-api';
import { isJobId, type JobId } from '../../../core/documents/job-document';
import { fail, ok, type Result } from '../../../core/base/result';
import { type AdminOptions, commandWords } from '../../admin/command';
import { jobVerbs } from './job-verbs';

/** A parsed command line about jobs. */
export type JobCall =
  | { readonly verb: 'jobs list' }
  /** `yes`: make the change; otherwise only show it. */
  | { readonly verb: 'jobs retry'; readonly job: JobId; readonly reason: string; readonly yes: boolean };

const flag = { type: 'boolean', default: false } as const;
const options = {
  reason: { type: 'string', default: '' },
  yes: flag,
  json: flag,
  local: flag,
  as: { type: 'string', default: 'local' },
} as const;

export const isJobCall = ([first]: readonly string[]): boolean => first === 'jobs';

/** Reads the words after `npm run admin --`. The problem is one sentence. */
export function parseJobCall(
  words: readonly string[],
): Result<{ readonly call: JobCall; readonly options: AdminOptions }, string> {
  const read = commandWords({ args: [...words], options, allowPositionals: true });
  if (!read.ok) return read;
  const { values, positionals } = read.value;
  const [, second = 'list', id, ...surplus] = positionals;
  const verb = jobVerbs.find(({ name }) => name === `jobs ${second}`);
  if (verb === undefined) return fail(`Say what to do: ${jobVerbs.map(({ name }) => name).join(', ')}.`);
  const { json, local, as, yes } = values;
  if (verb.name === 'jobs list' && id === undefined)
    return ok({ call: { verb: verb.name }, options: { json, local, as } });
  if (verb.name === 'jobs list' || id === undefined || surplus.length > 0)
    return fail(`This verb is written so: npm run admin -- ${verb.name} ${verb.takes}`.trim());
  if (!isJobId(id)) return fail(`${id} is not the id of a job; npm run admin -- jobs lists them.`);
  const reason = values.reason.trim();
  if (reason.length > reasonLimit) return fail(`A reason has at most ${reasonLimit} characters.`);
  return ok({ call: { verb: verb.name, job: id, reason, yes }, options: { json, local, as } });
}

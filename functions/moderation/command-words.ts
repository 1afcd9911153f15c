import { parseArgs, type ParseArgsConfig } from 'node:util';
import { fail, ok, type Result } from '../../core/base/result';

/** The options and words of a command line. The problem is one sentence about the word that is wrong. */
export function commandWords<T extends ParseArgsConfig>(
  config: T,
): Result<ReturnType<typeof parseArgs<T>>, string> {
  try {
    return ok(parseArgs(config));
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. To specify');
    return fail(sentence);
  }
}

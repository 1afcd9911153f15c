import { readEmailAddress } from '../../../core/base/addresses';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';

/** One mail address, as the mail server gets it: the domain in lower case and in ASCII. Refuses the field `address`. */
export function parseMailAddress(given: string): Result<string> {
  const address = readEmailAddress(given);
  if (address !== null) return ok(address);
  return fail(
    problem('address-not-allowed', { fields: { address: 'Write one address, such as name@example.com.' } }),
  );
}

import { fault, faultSentence, type FaultCode } from '../../../core/base/field-faults';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import { maxUrlLength } from '../../../core/base/safe-url';
import { judgeUrl, type FetchRefusal } from '../../http/safe-fetch/fetch-target';

const faults: Readonly<Partial<Record<FetchRefusal, FaultCode>>> = {
  'credentials-not-allowed': 'url-password',
  'address-not-public': 'url-local',
  'not-a-url': 'url-missing',
};

function refused(given: string): Result<string> {
  return fail(
    problem('address-not-allowed', { fields: { url: faultSentence(given) }, faults: { url: given } }),
  );
}

/**
 * The address of a webhook as an owner may enter it: public https on port 443, or one of `allowOrigins`. What is behind its name is checked at each
 * try, because it may change.
 */
export function webhookAddress(typed: string, allowOrigins: readonly string[]): Result<string> {
  const trimmed = typed.trim();
  if (trimmed.length > maxUrlLength) return refused(fault('url-too-long', maxUrlLength));
  const judged = judgeUrl(trimmed, { allowOrigins, httpsOnly: true });
  if (typeof judged === 'string') return refused(fault(faults[judged] ?? 'other'));
  const { url } = judged;
  // A fragment is never sent.
  url.hash = '';
  return ok(url.href);
}

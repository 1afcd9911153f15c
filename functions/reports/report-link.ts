import * as v from 'valibot';
import type { AppConfig } from '../config';
import { fingerprint, openToken, signToken } from '../http/signed-token';

const purpose = 'report';
const payload = v.object({ id: v.string() });

/** The link with which the reporter follows their report. Only the signature gives access: a number can be guessed. */
export function reportLink({ publicOrigin, secrets }: AppConfig, id: string, language: string): string {
  const key = encodeURIComponent(signToken(secrets, purpose, { id }));
  return `${publicOrigin}/report/${id}?lang=${language}&key=${key}`;
}

/** Whether this key belongs to this report. */
export function opensReport({ secrets }: Pick<AppConfig, 'secrets'>, id: string, key: string): boolean {
  const opened = v.safeParse(payload, openToken(secrets, purpose, key));
  return opened.success && opened.output.id === id;
}

/**
 * The number of a report, made from its form's request id and content: a form that is sent twice is one report, and nobody can reach it by the
 * request id alone.
 */
export function reportNumber(
  { secrets }: Pick<AppConfig, 'secrets'>,
  requestId: string,
  content: object,
): string {
  const mark = fingerprint(secrets, 'report number', `${requestId}\n${JSON.stringify(content)}`);
  return Buffer.from(mark, 'base64url').toString('hex').slice(0, 12);
}

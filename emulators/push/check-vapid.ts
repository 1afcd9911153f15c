import { createPublicKey, verify } from 'node:crypto';
import * as v from 'valibot';

const day = 24 * 60 * 60;
const claims = v.object({
  aud: v.string(),
  exp: v.number(),
  sub: v.pipe(v.string(), v.regex(/^(?:https|mailto):/)),
});

const readJson = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
};

function isSigned(text: string, signature: string, publicKey: string): boolean {
  const point = Buffer.from(publicKey, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return verify(
      'sha256',
      Buffer.from(text),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
  } catch {
    return false;
  }
}

export interface VapidRules {
  /** The origin of this push service. */
  readonly audience: string;
  /** The key that the subscription was made with. */
  readonly publicKey: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What is wrong with the `Authorization` of a push request (RFC 8292); null = nothing. */
export function vapidFault(
  header: string | undefined,
  { audience, publicKey, now }: VapidRules,
): string | null {
  const [, token = '', key = ''] = /^vapid t=([^, ]+), ?k=([\w-]+)$/.exec(header ?? '') ?? [];
  if (token === '') return 'There is no VAPID token.';
  if (key !== publicKey) return 'The subscription was made with another key.';
  const [head = '', body = '', signature = ''] = token.split('.');
  if (!isSigned(`${head}.${body}`, signature, key)) return 'The signature is wrong.';
  const parsed = v.safeParse(claims, readJson(body));
  if (!parsed.success) return 'The token lacks aud, exp or sub.';
  const { aud, exp } = parsed.output;
  if (aud !== audience) return `The token is for ${aud}, not for ${audience}.`;
  const left = exp - now / 1000;
  return left > 0 && left <= day ? null : 'The token has expired, or is valid for more than a day.';
}

import * as v from 'valibot';
import { judged, skipped, type Finding } from '../finding';
import type { Site } from '../site';
import { newVerifyToken } from '../../../functions/http/verify-token';
import { jsonOf } from './health';

const answer = v.object({ address: v.nullable(v.string()) });

const forgeries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'X-Forwarded-For': { 'x-forwarded-for': '192.0.2.1' },
  'a list in X-Forwarded-For': { 'x-forwarded-for': '192.0.2.2, 192.0.2.3, 192.0.2.4' },
  'Fastly-Client-IP': { 'fastly-client-ip': '192.0.2.5' },
  both: { 'x-forwarded-for': '192.0.2.6', 'fastly-client-ip': '192.0.2.6' },
};

/** A fan's own headers do not change the address that the limits count. The server returns a keyed hash of the address, never the address. */
export async function checkAddress(site: Site): Promise<readonly Finding[]> {
  const { insight } = site;
  if (insight === null) return [skipped('counted address', 'needs credentials: --project')];
  const ask = async (headers: Readonly<Record<string, string>>) => {
    const token = await newVerifyToken(insight.store, Date.now());
    const { status, text } = await site.ask('/v1/verify/address', {
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    const parsed = v.safeParse(answer, jsonOf(text));
    if (!parsed.success) throw new Error(`/v1/verify/address answered ${status}`);
    return parsed.output.address;
  };
  const own = await ask({});
  const findings = [judged('counted address', own === null ? 'the server cannot tell it' : null, 'is known')];
  for (const [name, headers] of Object.entries(forgeries)) {
    const changed = (await ask(headers)) !== own;
    findings.push(
      judged(`forged ${name}`, changed ? 'changes the counted address' : null, 'changes nothing'),
    );
  }
  return findings;
}

import * as v from 'valibot';
import { bad, judged, skipped, type Finding } from '../finding';
import type { Insight, Site } from '../site';
import { newVerifyToken } from '../../../functions/http/service-routes';
import { jsonOf } from './health';

const answer = v.object({ address: v.nullable(v.string()) });

const forgeries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'X-Forwarded-For': { 'x-forwarded-for': '192.0.2.1' },
  'a list in X-Forwarded-For': { 'x-forwarded-for': '192.0.2.2, 192.0.2.3, 192.0.2.4' },
  'Fastly-Client-IP': { 'fastly-client-ip': '192.0.2.5' },
  both: { 'x-forwarded-for': '192.0.2.6', 'fastly-client-ip': '192.0.2.6' },
};

/** Checks one way to the server. `base` is empty for the site itself, or the address of the function without Hosting. */
async function checkWay(
  site: Site,
  { store }: Insight,
  way: string,
  base: string,
): Promise<readonly Finding[]> {
  const ask = async (headers: Readonly<Record<string, string>>) => {
    const token = await newVerifyToken(store, Date.now());
    const { status, text } = await site.ask(`${base}/v1/verify/address`, {
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    const parsed = v.safeParse(answer, jsonOf(text));
    if (!parsed.success) throw new Error(`${base}/v1/verify/address answered ${status}`);
    return parsed.output.address;
  };
  const own = await ask({});
  const findings = [
    judged(`counted address${way}`, own === null ? 'the server cannot tell it' : null, 'is known'),
  ];
  for (const [name, headers] of Object.entries(forgeries)) {
    const changed = (await ask(headers)) !== own;
    findings.push(
      judged(`forged ${name}${way}`, changed ? 'changes the counted address' : null, 'changes nothing'),
    );
  }
  return findings;
}

/**
 * A fan's own headers do not change the address that the limits count, through Hosting and at the function's own address, which stays open to
 * everybody. The server returns a keyed hash of the address, never the address.
 */
export async function checkAddress(site: Site): Promise<readonly Finding[]> {
  const { insight } = site;
  if (insight === null) return [skipped('counted address', 'needs credentials: --project')];
  const through = await checkWay(site, insight, '', '');
  const functions = await insight.platform?.functions.list();
  if (functions === undefined) return [...through, skipped('counted address, directly', 'not on this host')];
  if (functions.state === 'unknown') return [...through, bad('counted address, directly', functions.why)];
  const app = functions.value.find(({ id }) => id === 'app');
  return app === undefined
    ? through
    : [...through, ...(await checkWay(site, insight, ', directly', app.uri))];
}

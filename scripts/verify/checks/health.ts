import * as v from 'valibot';
import { bad, good, judged, type Finding } from '../finding';
import type { Site } from '../site';

const health = v.object({ ok: v.literal(true), release: v.optional(v.string()) });
const readiness = v.object({
  store: v.string(),
  stripe: v.string(),
  heartbeats: v.array(v.object({ name: v.string(), state: v.string(), ageSeconds: v.nullable(v.number()) })),
});

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks that the function runs and has the deployed release. */
export async function checkHealth(site: Site): Promise<readonly Finding[]> {
  const { status, text } = await site.ask('/health');
  const parsed = v.safeParse(health, jsonOf(text));
  if (status !== 200 || !parsed.success) return [bad('health', `/health answered ${status}`)];
  const found = parsed.output.release ?? 'no release';
  const wrong = site.release !== null && site.release !== found;
  return [judged('health', wrong ? `${found} answers, not ${site.release}` : null, `answers, ${found}`)];
}

/** Checks that the database and Stripe respond and that every schedule runs. */
export async function checkReadiness(site: Site): Promise<readonly Finding[]> {
  const { status, text } = await site.ask('/ready');
  const parsed = v.safeParse(readiness, jsonOf(text));
  if (!parsed.success) return [bad('ready', `/ready answered ${status}`)];
  const { store, stripe, heartbeats } = parsed.output;
  return [
    judged('store', store === 'ok' ? null : store, 'answers'),
    judged('Stripe', stripe === 'ok' ? null : stripe, 'answers'),
    ...heartbeats.map(({ name, state, ageSeconds }) =>
      state === 'ok' || state === 'waiting'
        ? good(
            `job ${name}`,
            ageSeconds === null ? 'waits for its first run' : `ended well ${ageSeconds} s ago`,
          )
        : bad(
            `job ${name}`,
            state === 'missing' ? 'no schedule has run yet' : 'has not ended well for two periods',
          ),
    ),
  ];
}

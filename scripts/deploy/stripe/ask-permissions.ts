import * as v from 'valibot';
import type { Installation } from '../installation';
import { fine, missing, unknown, type Finding } from '../step';
import { permissions, type Permission } from './permissions';
import type { StripeRest } from './stripe-rest';

const refusal = v.object({ error: v.object({ message: v.optional(v.string(), '') }) });
const firstAccount = v.object({ data: v.array(v.object({ id: v.string() })) });

/** With the permission, the request succeeds or fails for its parameters. Without it, Stripe returns 403. */
async function askOne(
  stripe: StripeRest,
  { name, access, request }: Permission,
  account: string | null,
): Promise<Finding> {
  const column = account === null ? 'direct' : 'Connect';
  const what = `Stripe permission ${name}, ${access}, ${column} column`;
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  const answer = await stripe.call(request.method, request.path, { account, body });
  if (answer.state === 'unknown') return unknown(what, answer.why);
  const { status } = answer.value;
  if (status === 403) {
    const said = v.safeParse(refusal, answer.value.body);
    const why = said.success ? said.output.error.message : '';
    return missing(what, `Edit the key at https://dashboard.stripe.com/apikeys. ${why}`.trim());
  }
  const expected = request.method === 'GET' ? status === 200 : status === 400;
  return expected ? fine(what) : unknown(what, `Stripe answered ${status}`);
}

/** A connected account to check the Connect column with; null when there is none yet. */
async function someAccount(stripe: StripeRest): Promise<string | null> {
  const list = await stripe.call('GET', '/v2/core/accounts?limit=1');
  const read = list.state === 'known' ? v.safeParse(firstAccount, list.value.body) : null;
  return read?.success === true ? (read.output.data[0]?.id ?? null) : null;
}

/** Does the key work, is Connect enabled where it is needed, and which permissions does the key lack? Nothing is created. */
export async function askPermissions(
  stripe: StripeRest,
  { mode }: Pick<Installation, 'mode'>,
  named: string | null = null,
): Promise<readonly Finding[]> {
  const key = await stripe.call('GET', mode === 'connect' ? '/v2/core/accounts?limit=1' : '/v1/account');
  if (key.state === 'unknown') return [unknown('Stripe', key.why)];
  if (key.value.status === 401)
    return [
      missing(
        'Stripe accepts the key',
        'Make another key and add it: npm run secrets -- add STRIPE_SECRET_KEY',
      ),
    ];
  const connect: Finding[] = [];
  if (mode === 'connect' && key.value.status === 200) connect.push(fine('Connect is switched on'));
  if (mode === 'connect' && key.value.status === 400)
    connect.push(missing('Connect', 'Switch it on: https://dashboard.stripe.com/connect'));
  const direct = permissions.filter((each) => each.direct.includes(mode));
  const onAccounts = permissions.filter((each) => each.connect.includes(mode));
  const account = onAccounts.length === 0 ? null : (named ?? (await someAccount(stripe)));
  const findings = await Promise.all([
    ...direct.map((each) => askOne(stripe, each, null)),
    ...(account === null ? [] : onAccounts.map((each) => askOne(stripe, each, account))),
  ]);
  const unasked =
    onAccounts.length > 0 && account === null
      ? [
          unknown(
            `Stripe permissions of the Connect column: ${onAccounts.map(({ name }) => name).join(', ')}`,
            'no account is connected yet; name one with --stripe-account acct_…',
          ),
        ]
      : [];
  return [fine('Stripe accepts the key'), ...connect, ...findings, ...unasked];
}

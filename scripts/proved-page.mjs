// docs/hosts/proved.md: which promises were proved on the real services, and when.
import { format, resolveConfig } from 'prettier';

const onStripe = 'Stripe test mode, 2026-10-28.endive';

const ofStripe = (title, account, ...needs) => ({
  file: 'emulators/stripe/fidelity/contract.test.ts',
  on: onStripe,
  title,
  name: `API contract: Stripe in test mode, ${account}`,
  needs,
});
const ofFirebase = (what, ...needs) => ({
  file: 'functions/firebase/firebase-contract.test.ts',
  on: 'a Firebase project',
  title: `Firebase ${what}`,
  name: `Firebase, ${what}`,
  needs: ['FIREBASE_CONTRACT_PROJECT', ...needs],
});
const [key, account] = ['STRIPE_CONTRACT_KEY', 'STRIPE_CONTRACT_ACCOUNT'];

/**
 * The suites that run on real services. The names of their tests begin with `name`; `needs` lists the settings without which a suite does not run.
 */
export const contractSuites = [
  ofStripe('Stripe, own account', 'own account', key),
  ofStripe('Stripe Connect', 'connected account', key, account),
  ofStripe('Stripe, restricted key', 'restricted key', 'STRIPE_CONTRACT_POOR_KEY'),
  ...['store', 'expiry', 'files', 'exports'].map((what) => ofFirebase(what)),
  ofFirebase('queue', 'FIREBASE_CONTRACT_REGION'),
  ...['rules', 'uploads', 'sign-in'].map((what) => ofFirebase(what, 'FIREBASE_CONTRACT_API_KEY')),
];

/** The exit code of `npm run contracts`: 1 when a promise does not hold, and when no suite could run. */
export function contractsEnd({ isListOnly, suitesAsked, broken }) {
  if (!isListOnly && suitesAsked === 0)
    return { code: 1, says: 'Nothing was proved: docs/hosts/proved.md says how to get each setting.' };
  return { code: broken > 0 ? 1 : 0, says: null };
}

/** The promises of one suite in Vitest's list of tests. */
export const promisesOf = (listed, name) =>
  listed
    .map(({ name: test }) => test.replaceAll(' > ', ' '))
    .filter((test) => test.startsWith(`${name} `))
    .map((test) => test.slice(name.length).trim());

/** Between the promises of one line. */
const dot = ' · ';

/** When each promise of an earlier page was last proved, by `suite|promise`. */
export function provedRows(page) {
  const rows = new Map();
  let suite = '';
  for (const line of page.split('\n')) {
    suite = /^- \*\*(.+?)\.\*\* /.exec(line)?.[1] ?? suite;
    const [, proved, on = '–', promises] =
      /^ +- \*\*([\w-]+)\*\*(?: on ([^:]+?))?(?: \([^)]*\))?: (.*)$/.exec(line) ?? [];
    for (const promise of promises?.split(dot) ?? []) rows.set(`${suite}|${promise}`, { proved, on });
  }
  return rows;
}

/**
 * The page, with the rows of each suite anew: one line for the promises that were last proved on the same day. How to prove a suite stands in the page.
 * @param {string} before the page as it was @throws where it names no such suite
 */
export async function provedPage(before, rows) {
  let page = before;
  for (const { title } of contractSuites) {
    const lines = new Map();
    for (const { suite, promise, proved, on, isBroken } of rows) {
      if (suite !== title) continue;
      const place = on === '–' ? '' : ` on ${on}`;
      const start = `  - **${proved}**${place}${isBroken ? ' (did not hold in the latest run)' : ''}: `;
      lines.set(start, [...(lines.get(start) ?? []), promise]);
    }
    const all = [...lines].map(([start, promises]) => `${start}${promises.join(dot)}\n`).join('');
    const suite = new RegExp(String.raw`^(- \*\*${title}\.\*\* .*\n)(?: +- .*\n)*`, 'm');
    if (!suite.test(page)) throw new Error(`docs/hosts/proved.md does not say how to prove ${title}.`);
    page = page.replace(suite, (_, says) => says + all);
  }
  const options = await resolveConfig('docs/hosts/proved.md');
  return format(page, { ...options, parser: 'markdown' });
}

// docs/hosts/proved.md: which promises were proved on the real services, and when.
import { format, resolveConfig } from 'prettier';

const stripe = {
  file: 'emulators/stripe/fidelity/contract.test.ts',
  on: 'Stripe test mode, 2026-10-28.endive',
};
const firebase = { file: 'functions/firebase/firebase-contract.test.ts', on: 'a Firebase project' };

/**
 * The suites that run on real services. The names of their tests begin with `name`; `needs` lists the settings without which a suite does not run.
 */
export const contractSuites = [
  {
    ...stripe,
    title: 'Stripe, own account',
    name: 'API contract: Stripe in test mode, own account',
    needs: ['STRIPE_CONTRACT_KEY'],
  },
  {
    ...stripe,
    title: 'Stripe Connect',
    name: 'API contract: Stripe in test mode, connected account',
    needs: ['STRIPE_CONTRACT_KEY', 'STRIPE_CONTRACT_ACCOUNT'],
  },
  {
    on: stripe.on,
    file: 'emulators/stripe/fidelity/restricted-key.test.ts',
    title: 'Stripe, restricted key',
    name: 'API contract: Stripe in test mode, restricted key',
    needs: ['STRIPE_CONTRACT_POOR_KEY'],
  },
  { ...firebase, title: 'Firebase store', name: 'Firebase, store', needs: ['FIREBASE_CONTRACT_PROJECT'] },
  {
    ...firebase,
    title: 'Firebase expiry',
    name: 'Firebase, expiry',
    needs: ['FIREBASE_CONTRACT_PROJECT'],
  },
  { ...firebase, title: 'Firebase files', name: 'Firebase, files', needs: ['FIREBASE_CONTRACT_PROJECT'] },
  {
    ...firebase,
    title: 'Firebase exports',
    name: 'Firebase, exports',
    needs: ['FIREBASE_CONTRACT_PROJECT'],
  },
  {
    ...firebase,
    title: 'Firebase queue',
    name: 'Firebase, queue',
    needs: ['FIREBASE_CONTRACT_PROJECT', 'FIREBASE_CONTRACT_REGION'],
  },
  {
    ...firebase,
    title: 'Firebase rules',
    name: 'Firebase, rules',
    needs: ['FIREBASE_CONTRACT_PROJECT', 'FIREBASE_CONTRACT_API_KEY'],
  },
  {
    ...firebase,
    title: 'Firebase uploads',
    name: 'Firebase, uploads',
    needs: ['FIREBASE_CONTRACT_PROJECT', 'FIREBASE_CONTRACT_API_KEY'],
  },
  {
    ...firebase,
    title: 'Firebase sign-in',
    name: 'Firebase, sign-in',
    needs: ['FIREBASE_CONTRACT_PROJECT', 'FIREBASE_CONTRACT_API_KEY'],
  },
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

const introduction = `# What was proved on the real services

For hosts and developers. The local Stripe and the local Firebase keep the same promises in \`npm test\`. This page says when each promise was last
kept by the real service. \`npm run contracts\` proves those whose settings are given and writes this page; without
settings it says "not run" and changes no date. A promise that was not proved for 60 days is due; one line has those that were last proved on one day.

## Files for hosts

Tried by hand on 2026-11-30; no container engine, no systemd that runs, and no GitHub was there.

- \`host/server/Caddyfile\`: Caddy 2.6.2 of Debian 12 calls it valid, and with \`local_certs\` added it served a server process by https, led http there, refused a name that nobody has proved, and answered 502 after five seconds without a process. Let's Encrypt, two processes and Caddy 2.8 or newer were not tried.
- \`host/server/compose.yaml\`: valid by the JSON schema of the Compose specification (Ajv). \`docker compose\` never read it.
- \`host/server/busker.service\`: \`systemd-analyze verify\` of systemd 252 finds nothing; its two commands ran by hand, without the sandbox of the unit.
- \`.github/workflows/\`: GitHub's own parser (\`@actions/workflow-parser\` 0.3.61) finds no error; no job ever ran.
- \`Dockerfile\`: its steps and files ran ([how](server.md#where-to-run-it)), \`docker build\` never did.

## Promises of the services`;

const setup = {
  'Stripe, own account':
    'Set `STRIPE_CONTRACT_KEY` to a secret key of a Stripe test account that can take cards.',
  'Stripe Connect':
    'Set `STRIPE_CONTRACT_ACCOUNT` too: the id of a connected test account that has finished onboarding, of the platform whose key it is.',
  'Stripe, restricted key':
    'Set `STRIPE_CONTRACT_POOR_KEY` to a restricted key of a Stripe test account that may read payment intents and nothing else.',
  'Firebase expiry':
    'The same database, whose policy of expiry is for the field `expiresAt` of the collection `expiringNotes`. Each run leaves two documents, and looks at those that were left three days ago or earlier.',
  'Firebase queue':
    'Set `FIREBASE_CONTRACT_REGION` to the region of the functions that are deployed in that project. The tasks are for ten minutes later, are removed again, and name no job.',
  'Firebase rules':
    'Set `FIREBASE_CONTRACT_API_KEY` to the web key of that project, whose anonymous sign-in is on. The rules are those of the database `contract`. The guests are removed again.',
  'Firebase uploads':
    'The same web key. The rules of its bucket are those of this repository. The guests and files are removed again.',
  'Firebase store':
    'Set `FIREBASE_CONTRACT_PROJECT` to a project with a Firestore database named `contract`, give that its rules, indexes and policy of expiry (`npm run firebase -- deploy --only firestore --config firebase.contract.json --project YOUR_PROJECT`), and sign in with `gcloud auth application-default login`. Nothing else in the project is read or written, but for the next suites.',
  'Firebase files':
    'The same project. The files are below `uploads/contract-…` and `public/` of its bucket and are removed again; `FIREBASE_CONTRACT_BUCKET` names another bucket.',
  'Firebase exports':
    'The same bucket. The files are below `exports/contract-…`; those that stay are removed by the rule that removes every export after a week.',
  'Firebase sign-in': 'The same web key. The guests are removed again.',
};

/** The page: below each suite one line for the promises that were last proved on the same day. */
export async function provedPage(rows) {
  const sections = contractSuites.map(({ title }) => {
    const lines = new Map();
    for (const { suite, promise, proved, on, isBroken } of rows) {
      if (suite !== title) continue;
      const place = on === '–' ? '' : ` on ${on}`;
      const start = `  - **${proved}**${place}${isBroken ? ' (did not hold in the latest run)' : ''}: `;
      lines.set(start, [...(lines.get(start) ?? []), promise]);
    }
    const all = [...lines].map(([start, promises]) => start + promises.join(dot));
    return `- **${title}.** ${setup[title]}\n${all.join('\n')}`;
  });
  const options = await resolveConfig('docs/hosts/proved.md');
  return format(`${introduction}\n\n${sections.join('\n')}\n`, { ...options, parser: 'markdown' });
}

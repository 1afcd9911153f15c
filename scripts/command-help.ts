/** What each command line takes, for `--help`. docs/hosts/self-hosting.md and docs/hosts/operations.md have more about each. */
const texts = {
  setup: [
    'npm run setup [-- --answers FILE]: asks three questions, finds out the rest from your project, and writes .env.',
    '  --answers FILE       reads PUBLIC_ORIGIN, PROJECT and STRIPE_PUBLISHABLE_KEY from a file, and asks nothing',
    '  --check              only says what is wrong with .env, also which of its addresses nobody finds',
    '    --live             and what keeps it from taking real money',
  ],
  deploy: [
    'npm run deploy [-- options]: checks, builds and deploys the installation of .env, step by step.',
    '  --check              only checks, and prints what is missing',
    '  --plan               says what you may do, builds, and prints what a deploy would change',
    '  --webhooks           makes the webhook endpoints at Stripe, with a key from standard input',
    '  --write-config       writes firebase.json again',
    '  --first              nothing is live yet',
    '  --from STEP          starts at this step',
    '  --project ID         stops unless the settings are of this project',
    '  --early              puts the new embed at /embed/next.js alone',
    '  --promote            moves /embed/v1.js to the version of /embed/next.js, if that crashes no more often',
    '  --canary PERCENT     gives the new functions this part of the traffic, from 1 to 50, and stops',
    '  --stripe-key -       asks Stripe with a key from standard input',
    '  --stripe-account ID  asks the Connect column on this connected account',
    '  --allow-removal      deletes functions that are no longer in the code, at the end',
    '  --move               lets the functions go to another region',
  ],
  verify: [
    'npm run verify -- https://HOST [options]: checks a live installation and changes nothing.',
    '  --handle NAME        a published profile, for the checks of profiles',
    '  --project ID         its Google project, for the checks that need credentials',
    '  --release ID         the release that must answer',
    '  --expect-region R    the region where the functions must run',
    '  --server             server processes answer (busker server): no functions and no edge are expected',
    '  --tip                sends one tip with a test card and undoes it; test keys only',
  ],
  ops: [
    'npm run ops -- diff | check | apply | test [--yes]: alerts, log filters, dashboards and backups of ops/.',
    '  diff                 prints how the project differs',
    '  check                the same, and ends with 1 if it differs',
    '  apply                makes the project equal',
    '  test --yes           raises each alert once; test keys only',
  ],
  drill: [
    'npm run drill [-- --local]: restores the newest backup into a database of its own, examines it and deletes it.',
    '  --local              on this machine, with an installation of its own',
  ],
  'sign-ins': [
    'npm run sign-ins -- export FILE | import FILE: the sign-ins of the project of .env, with the hashes of passwords.',
    '  export FILE          writes them into a new file',
    '  import FILE          names how many of them are missing',
    '    --yes              adds those; the others stay as they are',
    '  --local              on the servers that npm start runs on this machine',
  ],
  contracts: [
    'npm run contracts [-- --list]: tries the promises of docs/hosts/proved.md on the real Stripe and Firebase.',
    '  --list               only brings the list of promises in docs/hosts/proved.md up to date',
  ],
  fidelity: [
    'npm run fidelity -- SUITE… [--prepare]: the vendors’ own tests of their SDKs, against the emulators here.',
    '  SUITE                such as fs-node-npm, auth-node, storage-node, rules-node; without one, lists them',
    '  --prepare            lays kit and sources, and fetches their npm packages, once',
    '  BUSKER_SUITES        the folder for all that, outside of the repository',
    '  BUSKER_SUITES_KIT    the folder of the kit (sdk-suites, with lay.sh)',
    '  BUSKER_SUITES_MIRRORS  bare copies of firebase-js-sdk, nodejs-firestore and firebase-admin-node',
  ],
  secrets: [
    'npm run secrets -- list | add NAME | prune: the secrets of the functions in Secret Manager.',
    '  list                 the versions of each secret, never their values',
    '  add NAME             adds a version, read from standard input',
    '    --generate         makes the value; only for BUSKER_SECRET',
    '    --front            puts it before the existing ones, which stay valid',
    '  prune                lists the versions that nothing needs',
    '    --keep N           keeps the newest N of each (default 3)',
    '    --yes              destroys them',
  ],
  rollback: [
    'npm run rollback [-- options]: goes back to the release before.',
    '  --embed              only the files of Hosting: the embed and the dashboard',
    '  --to ID              to this release',
  ],
  admin: [
    'npm run admin -- VERB …: acts of the host on a profile or a report. Nothing is written without --yes.',
    '  --local              on the servers that npm start runs on this machine',
    '  --json               prints the outcome as JSON',
    '  --yes                writes what the command would change',
  ],
} as const;

export type CommandName = keyof typeof texts;

/** The lines of help, if the command line asks for them; otherwise null. */
export function helpAskedFor(command: CommandName, argv: readonly string[]): readonly string[] | null {
  return argv.includes('--help') || argv.includes('-h') ? texts[command] : null;
}

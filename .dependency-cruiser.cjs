// Who may import whom: one entry a program. A folder that is not named here can be imported by nobody.
// A name without a slash is a whole program; with a slash it is one file or folder of it.
const may = {
  core: [],
  widget: ['core'],
  dashboard: ['core', 'widget/preview/card-preview'],
  overlay: ['core'],
  functions: ['core', 'scripts/rollup/browser-scripts'],
  rules: [
    'core',
    'dashboard/data/backend',
    'dashboard/data/failure',
    'dashboard/draft/draft-edit',
    'dashboard/firebase/firebase-store',
    'emulators/rules-engine',
    'emulators/firestore',
    'emulators/storage',
  ],
  emulators: ['bench/bench-row'],
  local: ['core', 'functions', 'emulators', 'bench/bench-row', 'examples/zoo'],
  host: [
    'core',
    'functions',
    'local',
    'emulators/auth',
    'emulators/loopback',
    'scripts/build',
    'scripts/command-line',
    'scripts/failure-sentence',
    'scripts/first-checks',
    'scripts/run',
  ],
  stories: ['core', 'widget', 'dashboard'],
  examples: ['widget/npm', 'widget/npm-react'],
  e2e: [
    'core',
    'widget/messages',
    'widget/frames/watch-frame',
    'dashboard/messages',
    'dashboard/embed-code/snippet',
    'emulators',
    'local',
    'examples/zoo',
    'host/verify/caching-table',
    'host/firebase',
    'scripts/messages/card-texts',
    'scripts/testing/test-depth',
  ],
  bench: ['core', 'widget', 'dashboard', 'functions', 'emulators', 'local', 'e2e', 'host/costs'],
};
const programs = Object.keys(may);
// Within core, a room imports only the rooms named here, and nothing lies beside them. Tests may use what they need.
const rooms = {
  base: [],
  locale: [],
  money: [],
  pictures: [],
  web: [],
  amounts: ['base', 'money'],
  documents: ['base'],
  embed: ['money', 'amounts'],
  looks: ['base', 'pictures', 'web'],
  fees: ['money', 'amounts'],
  messages: ['locale'],
  payments: ['money'],
  text: ['base'],
  domains: ['base', 'text', 'documents'],
  insights: ['base', 'documents'],
  jobs: ['base', 'documents'],
  moderation: ['base', 'locale', 'looks', 'documents'],
  platforms: ['text'],
  tip: ['base', 'locale', 'money', 'amounts', 'payments', 'text'],
  account: ['base', 'locale', 'documents', 'tip'],
  books: ['locale', 'money', 'fees', 'payments', 'tip'],
  links: ['base', 'pictures', 'text', 'platforms'],
  imports: ['base', 'text', 'platforms', 'links', 'blocks'],
  giving: ['base', 'text'],
  blocks: ['base', 'giving', 'locale', 'pictures', 'text', 'links'],
  refunds: ['money', 'payments', 'tip'],
  'tip-state': ['base', 'money', 'payments', 'tip'],
  monthly: ['base', 'locale', 'money', 'amounts', 'messages', 'payments', 'text', 'tip', 'tip-state'],
  outbox: ['locale', 'money', 'amounts', 'payments', 'tip', 'tip-state', 'monthly'],
  profile: [
    'base',
    'locale',
    'money',
    'pictures',
    'looks',
    'amounts',
    'payments',
    'text',
    'domains',
    'platforms',
    'links',
    'blocks',
  ],
  'fan-api': ['money', 'amounts', 'payments', 'text', 'tip', 'refunds', 'monthly', 'profile'],
  'money-documents': [
    'base',
    'locale',
    'money',
    'amounts',
    'documents',
    'fees',
    'payments',
    'tip',
    'account',
    'books',
    'monthly',
    'profile',
  ],
  'outbox-documents': ['base', 'money', 'documents', 'payments', 'monthly', 'outbox'],
  notification: ['base', 'locale', 'money', 'messages', 'payments', 'tip', 'monthly', 'outbox'],
  wall: ['base', 'locale', 'money', 'amounts', 'documents', 'tip', 'monthly'],
  overlay: ['base', 'locale', 'money', 'documents', 'tip', 'profile', 'notification'],
  'profile-documents': [
    'base',
    'pictures',
    'looks',
    'documents',
    'payments',
    'moderation',
    'links',
    'blocks',
    'profile',
    'money-documents',
  ],
  'dashboard-api': [
    'base',
    'blocks',
    'locale',
    'money',
    'payments',
    'text',
    'moderation',
    'tip',
    'account',
    'links',
    'outbox',
    'profile',
    'overlay',
    'profile-documents',
  ],
  testing: [
    'base',
    'blocks',
    'domains',
    'money',
    'documents',
    'payments',
    'insights',
    'jobs',
    'moderation',
    'tip',
    'account',
    'tip-state',
    'monthly',
    'outbox',
    'profile',
    'money-documents',
    'outbox-documents',
    'notification',
    'wall',
    'overlay',
    'profile-documents',
  ],
};
// The rooms of the dashboard from the ground up: each imports only itself and rooms of the lines above its own. Tests may use what they need.
const layers = [
  ['data', 'ui', 'icons'],
  ['theme'],
  ['messages', 'embed-code', 'http'],
  ['session', 'feedback'],
  ['page'],
  ['loading', 'navigation', 'panel', 'form', 'preferences', 'account-deletion', 'tips', 'uploads'],
  ['dialog', 'draft'],
  ['device', 'publish', 'sign-in-fields', 'second-step', 'first-steps', 'firebase'],
  ['exports', 'push-worker'],
  ['features'],
  ['shell'],
];
const anyProgram = `^(${programs.join('|')})/`;
const tests = '\\.test\\.tsx?$';
/** What only tests import. */
const forTests = '^(core|widget|dashboard|overlay|functions)/testing/';

const directions = programs.map((name) => ({
  name: `${name}-imports`,
  comment: `${name}/ may import, besides packages, only: ${[name, ...may[name]].join(', ')}`,
  severity: 'error',
  from: { path: `^${name}/` },
  to: {
    pathNot: [
      ...[name, ...may[name]].map((p) => `^${p.replaceAll('/', '\\/')}(/|\\.m?[jt]sx?$)`),
      '(^|/)node_modules/',
    ],
    // What no file is behind is the matter of `resolvable`. Files of another package, imported by its name, have the type "undetermined".
    couldNotResolve: false,
    dependencyTypesNot: ['core'],
  },
}));

const coreRooms = Object.entries(rooms).map(([room, others]) => ({
  name: `core-${room}-imports`,
  comment: `core/${room}/ may import, of core, only: ${[room, ...others].join(', ')}`,
  severity: 'error',
  from: { path: `^core/${room}/`, pathNot: tests },
  to: { path: '^core/', pathNot: `^core/(${[room, ...others].join('|')})/` },
}));

const dashboardRooms = [
  {
    name: 'features-are-strangers',
    comment:
      'A feature of the dashboard imports no other feature: what two of them need lies in a room below them.',
    severity: 'error',
    from: { path: '^dashboard/features/([^/]+)/' },
    to: { path: '^dashboard/features/', pathNot: '^dashboard/features/$1/' },
  },
  {
    name: 'dashboard-outermost',
    comment: 'The start, the app around all screens and the routes import the rooms, never the reverse.',
    severity: 'error',
    from: { path: '^dashboard/[^/]+/', pathNot: [tests, '^dashboard/testing/'] },
    to: { path: '^dashboard/(routes|app|main)\\.tsx$' },
  },
  ...layers.flatMap((layer, at) =>
    layer.map((room) => {
      const others = [room, ...layers.slice(0, at).flat()];
      return {
        name: `dashboard-${room}-imports`,
        comment: `dashboard/${room}/ may import, of the dashboard's rooms, only: ${others.join(', ')}`,
        severity: 'error',
        from: { path: `^dashboard/${room}/`, pathNot: tests },
        to: { path: '^dashboard/[^/]+/', pathNot: `^dashboard/(${others.join('|')})/` },
      };
    }),
  ),
  {
    name: 'dashboard-rooms',
    comment: 'A new room of the dashboard is listed in layers first.',
    severity: 'error',
    from: {},
    to: { path: '^dashboard/[^/]+/', pathNot: `^dashboard/(${[...layers.flat(), 'testing'].join('|')})/` },
  },
];

// An SDK appears only in the adapter that owns it. Type-only imports count: a port that speaks an SDK's types is no port.
const fences = [
  { sdk: 'r2wc', packages: ['@r2wc/'], only: ['widget/element/', 'bench/'] },
  // The card is written in React. What stands for it is the builds' matter.
  { sdk: 'preact', packages: ['preact/'], only: ['widget/preact/'] },
  {
    sdk: 'stripe-js',
    packages: ['@stripe/stripe-js/'],
    only: ['widget/payment[^/]*\\.tsx?$', 'widget/payment/', 'emulators/stripe/'],
  },
  {
    sdk: 'firebase-web',
    packages: ['firebase/', '@firebase/'],
    only: ['dashboard/firebase/', 'overlay/firebase/', 'emulators/', 'local/', 'rules/', 'e2e/', 'bench/'],
  },
  {
    sdk: 'firebase-admin',
    packages: ['firebase-admin/', '@google-cloud/'],
    only: ['functions/firebase/', 'emulators/', 'local/', 'e2e/', 'bench/'],
  },
  {
    sdk: 'firebase-functions',
    packages: ['firebase-functions/'],
    only: ['functions/(index|config|log|scheduled[^/]*)\\.ts$'],
  },
  {
    sdk: 'stripe-node',
    packages: ['stripe/'],
    only: ['functions/stripe/', 'emulators/stripe/', 'e2e/', 'bench/'],
  },
  {
    sdk: 'web-push',
    packages: ['web-push/', '@types/web-push/'],
    only: ['functions/push/web-push-encryption', 'emulators/push/push.test'],
  },
  {
    sdk: 'nodemailer',
    packages: ['nodemailer/', '@types/nodemailer/'],
    only: ['functions/mail-transport/smtp-transport\\.ts$'],
  },
  { sdk: 'mail-server', packages: ['smtp-server/', 'postal-mime/'], only: ['local/post/'] },
  // No page of others, and no first load, reads messages while it runs.
  { sdk: 'icu', packages: ['intl-messageformat/'], only: ['core/messages/'] },
].map(({ sdk, packages, only }) => ({
  name: `fence-${sdk}`,
  comment: `${packages.join(', ')} may be imported only from: ${only.join(', ')}`,
  severity: 'error',
  from: { path: anyProgram, pathNot: only.map((path) => `^${path}`) },
  to: { path: packages.map((name) => `(^|/)node_modules/${name}`) },
}));

module.exports = {
  forbidden: [
    ...directions,
    ...coreRooms,
    ...dashboardRooms,
    ...fences,
    {
      name: 'core-is-plain',
      comment:
        'core/ runs anywhere: its only packages are the schema library, for texts that of ICU messages, and for checksums of coin addresses two that hash and decode. It knows no Node module.',
      severity: 'error',
      from: { path: '^core/', pathNot: [tests, '^core/testing/runs\\.ts$'] },
      to: {
        pathNot: ['^core/', '(^|/)node_modules/(valibot|intl-messageformat|@noble/hashes|@scure/base)/'],
      },
    },
    {
      name: 'no-dev-packages',
      comment:
        'What ships leans only on what its own package.json names: the root names what tests and builds need.',
      severity: 'error',
      from: {
        path: '^(core|widget|dashboard|overlay|functions)/',
        pathNot: [tests, forTests, '/fakes?[-./]'],
      },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], pathNot: '(^|/)node_modules/@types/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      comment:
        'Texts and styles of another package, such as `en.json?every-wall`, are found by the builds alone.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@busker/.*[?]' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Many packages have their files in a folder dist/ as well, and the fences are about them.
    exclude: { path: '^(dist|examples/frameworks)/|(^|/)node_modules/\\.cache/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};

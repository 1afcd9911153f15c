// Who may import whom. One entry a program; a new folder must be named here before anything may import it.
const may = {
  core: [],
  widget: ['core'],
  dashboard: ['core', 'widget/index'],
  functions: ['core'],
  rules: ['core', 'local/rules-engine', 'local/firestore', 'local/storage'],
  local: ['core', 'functions'],
  stories: ['core', 'widget', 'dashboard'],
  examples: ['widget/index'],
  e2e: ['core', 'widget/messages', 'dashboard/messages', 'local'],
};
const programs = Object.keys(may);

const directions = programs.map((name) => ({
  name: `${name}-imports`,
  comment: `${name} may import only: ${may[name].join(', ') || 'packages'}`,
  severity: 'error',
  from: { path: `^${name}/` },
  to: { path: `^(${programs.join('|')})/`, pathNot: [name, ...may[name]].map((p) => `^${p}(/|\\.|$)`) },
}));

// An SDK appears only in the adapter that owns it.
const fences = [
  ['r2wc', '@r2wc/', '^widget/element\\.ts$'],
  ['stripe-js', '@stripe/stripe-js', '^(widget/payment[^/]*\\.tsx?|widget/payment/.*|local/stripe/.*)$'],
  [
    'firebase-web',
    '^(firebase|@firebase)/',
    '^(dashboard/firebase-[^/]*\\.ts|dashboard/firebase/.*|local/.*|rules/.*|e2e/.*)$',
  ],
  [
    'firebase-admin',
    'firebase-admin',
    '^(functions/firestore-[^/]*\\.ts|functions/firebase-[^/]*\\.ts|functions/firebase/.*|local/.*|e2e/.*)$',
  ],
  ['firebase-functions', 'firebase-functions', '^functions/(index|config|log)\\.ts$'],
  [
    'stripe-node',
    '(^|/)node_modules/stripe/',
    '^(functions/stripe-[^/]*\\.ts|functions/stripe/.*|local/stripe/.*|e2e/.*)$',
  ],
].map(([name, to, only]) => ({
  name: `fence-${name}`,
  severity: 'error',
  from: { path: `^(${programs.join('|')})/`, pathNot: only },
  to: { path: to.startsWith('^') || to.startsWith('(') ? to.replace('^(', '(^|node_modules/)(') : to },
}));

module.exports = {
  forbidden: [
    ...directions,
    ...fences,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'core-is-plain',
      severity: 'error',
      from: { path: '^core/', pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules/', pathNot: 'node_modules/valibot/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\?inline$' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};

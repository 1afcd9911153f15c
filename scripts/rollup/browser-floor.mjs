/**
 * The oldest browsers in which the card and the dashboard work in full. docs/sites/embedding.md and docs/hosts/self-hosting.md name them; a test compares.
 */
export const browserFloor = { safari: '16.4', chrome: '110', firefox: '115' };

/**
 * What is newer than the floor, by the name of the property that is called or constructed; null = on any object. The versions are those of Safari, Chrome
 * and Firefox that brought it (MDN browser-compat-data).
 */
const newer = {
  any: { of: 'AbortSignal', since: [17.4, 116, 124] },
  canParse: { of: 'URL', since: [17, 120, 115] },
  parse: { of: 'URL', since: [18, 126, 126] },
  checkVisibility: { of: null, since: [17.4, 105, 106] },
  withResolvers: { of: 'Promise', since: [17.4, 119, 121] },
  try: { of: 'Promise', since: [18.2, 128, 134] },
  groupBy: { of: ['Object', 'Map'], since: [17.4, 117, 119] },
  fromAsync: { of: 'Array', since: [16.4, 121, 115] },
  Segmenter: { of: 'Intl', since: [14.1, 87, 125] },
  DurationFormat: { of: 'Intl', since: [16.4, 129, 136] },
  isWellFormed: { of: null, since: [16.4, 111, 119] },
  toWellFormed: { of: null, since: [16.4, 111, 119] },
  isSubsetOf: { of: null, since: [17, 122, 127] },
  isSupersetOf: { of: null, since: [17, 122, 127] },
  isDisjointFrom: { of: null, since: [17, 122, 127] },
  symmetricDifference: { of: null, since: [17, 122, 127] },
  escape: { of: 'RegExp', since: [18.2, 136, 134] },
  fromBase64: { of: 'Uint8Array', since: [18.2, 140, 133] },
  showPopover: { of: null, since: [17, 114, 125] },
  hidePopover: { of: null, since: [17, 114, 125] },
  togglePopover: { of: null, since: [17, 114, 125] },
  startViewTransition: { of: null, since: [18, 111, 144] },
  moveBefore: { of: null, since: [Infinity, 133, 144] },
  getHTML: { of: null, since: [18, 125, 128] },
  setHTMLUnsafe: { of: null, since: [17.4, 124, 123] },
  caretPositionFromPoint: { of: null, since: [18.4, 128, 20] },
  requestIdleCallback: { of: null, since: [Infinity, 47, 55] },
};

const branches = new Set(['IfStatement', 'ConditionalExpression', 'LogicalExpression']);
const leaves = new Set(['ReturnStatement', 'ThrowStatement']);

/** `if (typeof x.name !== 'function') return;` guards what follows in the same block. */
const leavesEarly = ({ type, consequent }) =>
  type === 'IfStatement' &&
  (leaves.has(consequent.type) ||
    (consequent.type === 'BlockStatement' && consequent.body.some((inner) => leaves.has(inner.type))));

/** Whether the code asks before it calls: `a.name?.()`, or the name stands in a condition around the call or in one before it that leaves. */
function isGuarded(call, name, around, code) {
  if (call.optional) return true;
  const names = (node) => code.slice(node.start, node.end).includes(name);
  return around.some((node, index) => {
    const inner = around[index + 1] ?? call;
    if (branches.has(node.type)) {
      const test = node.test ?? node.left;
      return test !== inner && names(test);
    }
    if (node.type !== 'BlockStatement' && node.type !== 'Program') return false;
    return node.body.some((other) => other.start < inner.start && leavesEarly(other) && names(other.test));
  });
}

function isNewer({ type, callee }) {
  if (type !== 'CallExpression' && type !== 'NewExpression') return null;
  if (callee.type === 'Identifier')
    return callee.name === 'requestIdleCallback' ? { name: callee.name } : null;
  if (callee.type !== 'MemberExpression' || callee.computed) return null;
  const { name } = callee.property;
  const entry = Object.hasOwn(newer, name) ? newer[name] : null;
  if (!entry) return null;
  const owner = callee.object.type === 'Identifier' ? callee.object.name : null;
  return entry.of === null || [entry.of].flat().includes(owner) ? { name } : null;
}

const owners = Object.entries(newer).map(([name, { of }]) => ({
  name: new RegExp(String.raw`\b${name}\b`, 'g'),
  // Called with nothing before it as well.
  isGlobal: name === 'requestIdleCallback',
  of: of === null ? null : new RegExp(String.raw`\b(?:${[of].flat().join('|')})\b`),
}));

/** Whether a word follows a point, or perhaps does: a comment may stand between them. */
function mayFollowPoint(code, index) {
  const before = code.slice(Math.max(0, index - 200), index).match(/\S?\s*$/)[0];
  return before.startsWith('.') || before.startsWith('/') || before.includes('\n') || before.trim() === '';
}

/** Whether a module may call something above the floor. Most cannot, and are not parsed: parsing them took a fifth of the dashboard's build. */
const mayCall = (code) =>
  owners.some(
    ({ name, isGlobal, of }) =>
      [...code.matchAll(name)].some(({ index }) => isGlobal || mayFollowPoint(code, index)) &&
      (of?.test(code) ?? true),
  );

/** The unguarded calls above the floor in a module: their names, each with its line. */
export function aboveFloor(code, parse) {
  if (!mayCall(code)) return [];
  const found = [];
  /** The nodes around the one that is looked at, outermost first. */
  const around = [];
  const walk = (node) => {
    const call = isNewer(node);
    if (call && !isGuarded(node, call.name, around, code))
      found.push({ name: call.name, line: code.slice(0, node.start).split('\n').length });
    around.push(node);
    for (const key in node) {
      const value = node[key];
      if (Array.isArray(value)) {
        for (const child of value) if (typeof child?.type === 'string') walk(child);
      } else if (typeof value?.type === 'string') walk(value);
    }
    around.pop();
  };
  walk(parse(code));
  return found;
}

/**
 * Fails a build whose code calls something that browsers at the floor lack. It reads what is left of each module after unused code was removed. A package
 * that guards its calls in a way that cannot be seen here is named in `proven`, with how it was checked.
 */
export function refuseAboveFloor({ proven = {} } = {}) {
  return {
    name: 'refuse-above-floor',
    generateBundle(_options, bundle) {
      const faults = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk'
          ? Object.entries(chunk.modules).flatMap(([id, { code }]) =>
              aboveFloor(code ?? '', (text) => this.parse(text, { allowReturnOutsideFunction: true }))
                .filter(
                  ({ name }) =>
                    !Object.entries(proven).some(
                      ([part, names]) => id.includes(part) && names.includes(name),
                    ),
                )
                .map(({ name }) => `${id}: ${name} is newer than the oldest browsers that are supported`),
            )
          : [],
      );
      if (faults.length > 0) this.error(faults.join('\n'));
    },
  };
}

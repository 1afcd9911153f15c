import { readFileSync } from 'node:fs';
import { attributeContract, eventContract, methodContract } from './element/element-contract';
import { reactHandlers } from './signals/controls';
import { customPropertyContract, partContract, slotContract } from './element/style-contract';

const summary = 'A card with the links of a profile, and tips by card payment.';

const textType = { text: 'string | undefined' };
const valuesOf = (values: readonly string[] | null) =>
  values ? { text: values.map((value) => `'${value}'`).join(' | ') } : { text: 'string' };

const named = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).map(([name, description]) => ({ name, description }));

/** custom-elements.json (schema 1.0.0), which editors and documentation tools read. Made of the element's contract alone. */
export function customElements(): unknown {
  const declaration = {
    kind: 'class',
    customElement: true,
    name: 'BuskerCard',
    tagName: 'busker-card',
    summary,
    superclass: { name: 'HTMLElement' },
    attributes: attributeContract.map(({ attribute, property, values, absent, says }) => ({
      name: attribute,
      fieldName: property,
      type: valuesOf(values),
      description: `${says} Absent: ${absent}.`,
    })),
    members: [
      ...attributeContract.map(({ attribute, property, says }) => ({
        kind: 'field',
        name: property,
        type: textType,
        attribute,
        reflects: true,
        description: says,
      })),
      ...methodContract.map(({ name, signature, says }) => ({
        kind: 'method',
        name,
        type: { text: signature },
        description: says,
      })),
    ],
    events: eventContract.map(({ name, cancelable, detail, says }) => ({
      name,
      type: { text: `CustomEvent<${detailType(detail)}>` },
      description: cancelable ? `${says} Cancelable.` : says,
    })),
    slots: named(slotContract),
    cssParts: named(partContract),
    cssProperties: Object.entries(customPropertyContract).map(([name, description]) => ({
      name: `--busker-${name}`,
      description,
    })),
  };
  return {
    schemaVersion: '1.0.0',
    modules: [
      {
        kind: 'javascript-module',
        path: 'index.js',
        declarations: [declaration],
        exports: [
          {
            kind: 'custom-element-definition',
            name: 'busker-card',
            declaration: { name: 'BuskerCard', module: 'index.js' },
          },
        ],
      },
    ],
  };
}

/** The type of an event's `detail`, in TypeScript. */
export function detailType(detail: Readonly<Record<string, string>>): string {
  const fields = Object.entries(detail).map(([field, type]) => `readonly ${field}: ${type}`);
  return `{ ${fields.join('; ')} }`;
}

/** What people read of the package at npm. */
export const readme = (name: string): string => `# ${name}

\`<busker-card>\`: social links and tips for any web page.

\`\`\`sh
npm install ${name}
\`\`\`

## A plain page, Vue, Svelte and others

\`\`\`html
<script type="module">
  import '${name}';
</script>
<busker-card profile="ada" host="https://busker.example">
  <a href="https://example.com">My site</a>
</busker-card>
\`\`\`

\`profile\` is the owner's name at the Busker server that \`host\` names. The links inside of the tag work before, without and after the
script. This entry does not need React.

## React 18 and 19

\`\`\`jsx
import { BuskerCard } from '${name}/react';

<BuskerCard profile="ada" host="https://busker.example" onTipSuccess={({ detail }) => console.log(detail)}>
  <a href="https://example.com">My site</a>
</BuskerCard>;
\`\`\`

For the bare tag in TSX, import \`${name}/jsx\`. Editors find the attributes, events and methods in \`custom-elements.json\`.

Card payments take place on Stripe's form. License: MIT.
`;

const union = (values: readonly string[]) => values.map((value) => `'${value}'`).join(' | ');
const doc = (text: string, indent = '  ') => `${indent}/** ${text} */`;

/**
 * What JSX may write on the bare tag. React leaves `false` of a custom element's attribute out on a server and before the element is defined, so only
 * words can switch something off there; `true` is written without a value, which means on.
 */
function tagType(attribute: string, values: readonly string[] | null): string {
  if (attribute === 'goal') return "true | '' | 'on' | 'off'";
  if (attribute === 'wall') return 'number | string';
  return values ? `${union(values)}${values.includes('off') ? ' | true' : ''}` : 'string';
}

/** What the component takes: it writes `false` as `off`, in every version of React and on a server. */
const componentType = (attribute: string, values: readonly string[] | null): string =>
  tagType(attribute, values).replace(/\btrue\b/, 'boolean');

/** What may be assigned to a property: `null`, `undefined` and `''` remove the attribute, a boolean is written `on` or `off`. */
function assignedType(attribute: string, values: readonly string[] | null): string {
  const words = componentType(attribute, values);
  return attribute === 'amounts' ? `${words} | readonly (number | string)[]` : words;
}

const attributeLines = (typeOf: typeof tagType) =>
  attributeContract.flatMap(({ attribute, values, absent, says }) => [
    doc(`${says} Absent: ${absent}.`),
    `  ${attribute}?: ${typeOf(attribute, values)} | undefined;`,
  ]);

/** index.d.ts: the element for HTML (`document.querySelector('busker-card')`) and its events. */
export function elementTypings(): string {
  return [
    '/** Everything that can be written on the tag. */',
    'export interface BuskerCardAttributes {',
    ...attributeLines(tagType),
    '}',
    '',
    '/** The element: every attribute is a property too (`forText` for `for`), undefined when absent. */',
    'export interface BuskerCardElement extends HTMLElement {',
    ...attributeContract.flatMap(({ attribute, property, values, says }) => [
      doc(says),
      `  get ${property}(): string | undefined;`,
      `  set ${property}(value: ${assignedType(attribute, values)} | null | undefined);`,
    ]),
    ...methodContract.flatMap(({ name, signature, says }) => [doc(says), `  ${name}${signature};`]),
    '}',
    '',
    'export interface BuskerCardEvents {',
    ...eventContract.flatMap(({ name, cancelable, detail, says }) => [
      doc(cancelable ? `${says} Cancelable.` : says),
      `  '${name}': CustomEvent<${detailType(detail)}>;`,
    ]),
    '}',
    '',
    doc(
      'Defines `<busker-card>`, once; where there is no browser it does nothing. Importing the package has called it already.',
      '',
    ),
    'export function defineBuskerCard(): void;',
    '',
    'declare global {',
    '  interface HTMLElementTagNameMap {',
    "    'busker-card': BuskerCardElement;",
    '  }',
    '  interface HTMLElementEventMap extends BuskerCardEvents {}',
    '}',
    '',
  ].join('\n');
}

/** jsx.d.ts: the tag in JSX. React 18 (from 18.2.6 of its types) and 19 look it up in the same place. */
export function jsxTypings(): string {
  return [
    "import type { DetailedHTMLProps, HTMLAttributes } from 'react';",
    "import type { BuskerCardAttributes, BuskerCardElement } from './index.js';",
    '',
    "declare module 'react' {",
    '  namespace JSX {',
    '    interface IntrinsicElements {',
    "      'busker-card': DetailedHTMLProps<HTMLAttributes<BuskerCardElement>, BuskerCardElement> &",
    '        BuskerCardAttributes & { class?: string | undefined };',
    '    }',
    '  }',
    '}',
    '',
  ].join('\n');
}

/** react.d.ts: the component. */
export function reactTypings(): string {
  return [
    "import type { CSSProperties, ReactNode, Ref } from 'react';",
    "import type { BuskerCardElement, BuskerCardEvents } from './index.js';",
    "import './jsx.js';",
    '',
    'export interface BuskerCardProps {',
    ...attributeLines(componentType),
    doc('The real links: what a server renders, and what works before, without and after the script.'),
    '  children?: ReactNode;',
    '  id?: string | undefined;',
    '  className?: string | undefined;',
    '  style?: CSSProperties | undefined;',
    doc('Receives the element, for its methods.'),
    '  cardRef?: Ref<BuskerCardElement | null> | undefined;',
    ...Object.entries(reactHandlers).flatMap(([prop, event]) => [
      doc(eventContract.find(({ name }) => name === event)?.says ?? ''),
      `  ${prop}?: ((event: BuskerCardEvents['${event}']) => void) | undefined;`,
    ]),
    '}',
    '',
    doc(
      '`<busker-card>` as a React component (18 and 19). Renders on a server as the tag with its links.',
      '',
    ),
    'export function BuskerCard(props: BuskerCardProps): ReactNode;',
    "export type { BuskerCardElement, BuskerCardEvents } from './index.js';",
    '',
  ].join('\n');
}

/** The name under which the npm build is published. */
export const npmName = 'busker-card';

/** The files beside the code in the published package, by file name. */
export function npmFiles(version: string): Readonly<Record<string, string>> {
  return {
    'package.json': json(manifest(version)),
    'README.md': readme(npmName),
    LICENSE: readFileSync(new URL('../LICENSE', import.meta.url), 'utf8'),
    'custom-elements.json': json(customElements()),
    'index.d.ts': elementTypings(),
    'jsx.d.ts': jsxTypings(),
    // An empty module for `import './jsx.js'` in the typings, which has only types.
    'jsx.js': 'export {};\n',
    'react.d.ts': reactTypings(),
  };
}

const manifest = (version: string) => ({
  name: npmName,
  version,
  description: 'Social links and tips for any web page.',
  license: 'MIT',
  type: 'module',
  // Importing it defines the element: that is its effect.
  sideEffects: ['./index.js', './react.js', './chunks/*.js'],
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    './react': { types: './react.d.ts', default: './react.js' },
    './jsx': { types: './jsx.d.ts', default: './jsx.js' },
    './custom-elements.json': './custom-elements.json',
    './package.json': './package.json',
  },
  types: './index.d.ts',
  customElements: 'custom-elements.json',
  // Only for `/react`.
  peerDependencies: { react: '>=18.2.0 <20' },
  peerDependenciesMeta: { react: { optional: true } },
});

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

import { attributeContract, eventContract, methodContract } from '../../widget/element/element-contract';
import { reactHandlers } from '../../widget/element/react-handlers';
import { detailType } from './custom-elements';

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

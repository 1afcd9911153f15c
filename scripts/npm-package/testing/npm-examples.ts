import { customElements, npmName, readme } from '@busker/widget/npm-files';

// What a page may write by the words of the published package: each value, event and method of custom-elements.json as TypeScript. One module, which
// the tests both compile and run.

interface Described {
  readonly name: string;
  readonly type: { readonly text: string };
  readonly description: string;
}

interface Declaration {
  readonly attributes: readonly (Described & { readonly fieldName: string })[];
  readonly members: readonly (Described & { readonly kind: 'field' | 'method' })[];
  readonly events: readonly Described[];
}

const { modules } = customElements() as {
  readonly modules: readonly { readonly declarations: readonly [Declaration] }[];
};
const declaration = modules[0]?.declarations[0];
if (!declaration) throw new Error('custom-elements.json declares nothing.');

/** In the descriptions these are names of something else than a value. */
const names = new Set(['tipUrl', 'grantConsent()']);

const matches = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

export interface Example {
  readonly attribute: string;
  readonly property: string;
  readonly value: string;
}

/** Each value that the description or the type of an attribute names. */
export const examples: readonly Example[] = declaration.attributes.flatMap(
  ({ name: attribute, fieldName: property, type, description }) => {
    const named = [...matches(/'([^']*)'/g, type.text), ...matches(/`([^`]+)`/g, description)];
    return [...new Set(named)]
      .filter((value) => !names.has(value))
      .map((value) => ({ attribute, property, value }));
  },
);

export const { events } = declaration;
export const methods = declaration.members.filter(({ kind }) => kind === 'method');

/** The names of the fields of an event's detail, in its order. */
export const fieldsOf = ({ type }: Described): readonly string[] => matches(/readonly (\w+):/g, type.text);

const server = 'host="https://busker.example"';
const usual = ({ attribute }: Example) =>
  [attribute === 'profile' ? '' : 'profile="ada"', attribute === 'host' ? '' : server].join(' ');
const written = (example: Example) =>
  `${usual(example)} ${example.attribute}=${JSON.stringify(example.value)}`;

/** The tag as it stands in a page. */
export const tagOf = (example: Example): string => `<busker-card ${written(example)}></busker-card>`;

const listening = (event: Described): string => {
  const fields = fieldsOf(event);
  const prevents = event.description.endsWith('Cancelable.') ? ' event.preventDefault();' : '';
  return `card.addEventListener('${event.name}', (event: ${event.type.text}) => {
    const { ${fields.join(', ')} } = event.detail;
    heard('${event.name}', [${fields.join(', ')}]);${prevents}
  });`;
};

/** Everything as one module of a page in TypeScript and React. */
export const exampleModule = `
import { BuskerCard } from '${npmName}/react';
import type { BuskerCardElement } from '${npmName}';

export const components = [
${examples.map((example) => `  <BuskerCard ${written(example)} />,`).join('\n')}
];

export const tags = [
${examples.map((example) => `  <busker-card ${written(example)} />,`).join('\n')}
];

export const assignments = [
${examples.map(({ property, value }) => `  (card: BuskerCardElement) => { card.${property} = ${JSON.stringify(value)}; },`).join('\n')}
];

export const read = (card: BuskerCardElement) => [
${examples.map(({ property }) => `  card.${property},`).join('\n')}
];

export function listen(card: BuskerCardElement, heard: (name: string, detail: readonly unknown[]) => void): void {
  ${events.map(listening).join('\n  ')}
}

export const methodsOf = (card: BuskerCardElement) => {
  const same: { ${methods.map(({ name, type }) => `${name}${type.text}`).join('; ')} } = card;
  return same;
};
`;

const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(readme(npmName))?.[1] ?? '';

/** The two examples of the README. */
export const readmePage = block('html');
export const readmeComponent = block('jsx');

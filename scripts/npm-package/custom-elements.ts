import { attributeContract, eventContract, methodContract } from '../../widget/element/element-contract';
import { customPropertyContract, partContract, slotContract } from '../../widget/element/style-contract';

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

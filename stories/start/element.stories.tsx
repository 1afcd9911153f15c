import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactNode } from 'react';
import { expect, within } from 'storybook/test';
import { attributeContract, eventContract, methodContract } from '@busker/widget/element/element-contract';
import { customPropertyContract, partContract } from '@busker/widget/element/style-contract';
import './page.css';

const meta: Meta = { title: 'Start/The element', parameters: { layout: 'fullscreen' } };
export default meta;

interface TableProps {
  readonly name: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}

/** Rows by their first cell. */
function Table({ name, heads, rows }: TableProps) {
  return (
    <section>
      <h2>{name}</h2>
      <table aria-label={name}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others], place) => (
            // The tables never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={place}>
              <th scope="row">{first}</th>
              {others.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const code = (text: string) => <code>{text}</code>;
const named = (words: Readonly<Record<string, string>>, before: string) =>
  Object.entries(words).map(([name, says]) => [code(before + name), says]);

function ElementPage() {
  return (
    <main className="story-page">
      <h1>The element</h1>
      <p>
        All that <code>&lt;busker-card&gt;</code> promises to the pages that hold it, made from the table that
        its own code is built on.
      </p>
      <Table
        name="Attributes"
        heads={['Attribute', 'Property', 'Values', 'Absent', 'What it does']}
        rows={attributeContract.map(({ attribute, property, values, absent, says }) => [
          code(attribute),
          code(property),
          values?.join(', ') ?? 'any text',
          absent,
          says,
        ])}
      />
      <Table
        name="Events"
        heads={['Event', 'Detail', 'Can be prevented', 'When']}
        rows={eventContract.map(({ name, detail, cancelable, says }) => [
          code(name),
          Object.entries(detail)
            .map(([field, type]) => `${field}: ${type}`)
            .join(', '),
          cancelable ? 'yes' : 'no',
          says,
        ])}
      />
      <Table
        name="Methods"
        heads={['Method', 'What it does']}
        rows={methodContract.map(({ name, signature, says }) => [code(name + signature), says])}
      />
      <Table name="Parts" heads={['Part', 'What it is']} rows={named(partContract, '')} />
      <Table
        name="Custom properties"
        heads={['Property', 'What it sets']}
        rows={named(customPropertyContract, '--busker-')}
      />
    </main>
  );
}

export const Contract: StoryObj = {
  render: () => <ElementPage />,
  play: async ({ canvas }) => {
    const rows = (name: string) => within(canvas.getByRole('table', { name })).getAllByRole('row').length - 1;
    await expect(rows('Attributes')).toBe(attributeContract.length);
    await expect(rows('Events')).toBe(eventContract.length);
    await expect(rows('Methods')).toBe(methodContract.length);
    await expect(rows('Parts')).toBe(Object.keys(partContract).length);
    await expect(rows('Custom properties')).toBe(Object.keys(customPropertyContract).length);
  },
};

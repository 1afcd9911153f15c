import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { CardPreview } from '@busker/widget';
import { sampleProfile } from '@busker/widget/testing/sample-profile';
import './page.css';

const meta: Meta = { title: 'Start/Welcome', parameters: { layout: 'fullscreen' } };
export default meta;

const shelves = [
  [
    'Start / The element',
    'every attribute, property, event, method, part and custom property, from the code',
  ],
  ['Card', 'the card and the tip sheet in each of their states'],
  ['Dashboard', 'every screen of the owner’s app: filled, empty, loading, offline, refused'],
] as const;

function Welcome() {
  return (
    <main className="story-page">
      <div className="story-columns">
        <div>
          <h1>Busker</h1>
          <p>
            Social links and tips for any web page. This is where its parts can be seen one by one, without a
            server: what you see here is the shipped source with its in-memory backend. Tips here charge
            nobody.
          </p>
          <h2>On the shelves</h2>
          <ul>
            {shelves.map(([where, what]) => (
              <li key={where}>
                <strong>{where}</strong>: {what}
              </li>
            ))}
          </ul>
          <h2>How to use it</h2>
          <p>
            Every story is also a test: it must render, its steps must work, and axe must find no fault.{' '}
            <code>npm test</code> opens all of them in a browser; <code>npm run storybook</code> shows them
            while you work.
          </p>
          <p>
            A new state of a screen begins here: write the story that cannot be shown yet, then make it true.
            The accessibility panel names what is wrong and where.
          </p>
        </div>
        <CardPreview profile={sampleProfile()} attributes={{ theme: 'light' }} />
      </div>
    </main>
  );
}

export const FrontPage: StoryObj = {
  render: () => <Welcome />,
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('heading', { level: 1, name: 'Busker' })).toBeVisible();
    const shadow = () =>
      [...canvasElement.querySelectorAll('div')].find((element) => element.shadowRoot)?.shadowRoot;
    await waitFor(() => expect(shadow()?.textContent).toContain('Send a tip'));
  },
};

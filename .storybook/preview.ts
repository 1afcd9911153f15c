import type { Preview } from '@storybook/react-vite';

const preview: Preview = {
  parameters: {
    // A fault that axe finds fails the story's test.
    a11y: { test: 'error' },
    options: { storySort: { order: ['Start', ['Welcome', 'The element'], 'Card', 'Dashboard'] } },
  },
};
export default preview;

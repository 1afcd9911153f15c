import type { Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';

// A screen's code is loaded with its first story, however busy the machine is: waits end only what hangs.
configure({ asyncUtilTimeout: 15_000 });

const preview: Preview = {
  parameters: {
    // A fault that axe finds fails the story's test. Of what it finds good, it need not say where.
    a11y: { test: 'error', options: { resultTypes: ['violations'] } },
    options: { storySort: { order: ['Start', ['Welcome', 'The element'], 'Card', 'Dashboard'] } },
  },
};
export default preview;

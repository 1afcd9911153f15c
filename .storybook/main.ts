import type { StorybookConfig } from '@storybook/react-vite';
import { messages } from '../scripts/rollup/messages.mjs';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y', '@storybook/addon-docs', '@storybook/addon-vitest'],
  // As the build does (scripts/rollup/programs.mjs).
  viteFinal: (vite) => ({
    ...vite,
    plugins: [...(vite.plugins ?? []), messages()],
    define: { ...vite.define, 'process.env.BUSKER_VERSION': '"story"' },
  }),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
export default config;

import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y', '@storybook/addon-docs', '@storybook/addon-vitest'],
  // As the build does (rollup.config.mjs).
  viteFinal: (vite) => ({ ...vite, define: { ...vite.define, 'process.env.BUSKER_VERSION': '"story"' } }),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
export default config;

import { defineConfig } from 'vitepress';

export default defineConfig({
  title: 'Ada plays',
  head: [['script', { type: 'module', async: '', src: 'http://localhost:4100/embed/v1.js' }]],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'busker-card' } } },
});

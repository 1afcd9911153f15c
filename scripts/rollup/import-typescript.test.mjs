import { expect, it } from 'vitest';
import { importTypeScript } from './import-typescript.mjs';

it('runs a module with what it imports', async () => {
  const { findPlatform } = await importTypeScript('core/platforms/platform-catalogue.ts');
  expect(findPlatform('https://open.spotify.com/artist/1')).toMatchObject({ id: 'spotify' });
});

it('lets a module read files beside it', async () => {
  const { npmFiles } = await importTypeScript('scripts/npm-package/npm-files.ts');
  expect(npmFiles('1.2.3').LICENSE).toMatch(/MIT/);
});

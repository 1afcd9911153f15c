import { readFileSync } from 'node:fs';
import { customElements } from './custom-elements';
import { readme } from './readme';
import { elementTypings, jsxTypings, reactTypings } from './typings';

/** The name under which the npm build is published. */
export const npmName = 'busker-card';

/** The files beside the code in the published package, by file name. */
export function npmFiles(version: string): Readonly<Record<string, string>> {
  return {
    'package.json': json(manifest(version)),
    'README.md': readme(npmName),
    LICENSE: readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8'),
    'custom-elements.json': json(customElements()),
    'index.d.ts': elementTypings(),
    'jsx.d.ts': jsxTypings(),
    // An empty module for `import './jsx.js'` in the typings, which has only types.
    'jsx.js': 'export {};\n',
    'react.d.ts': reactTypings(),
  };
}

const manifest = (version: string) => ({
  name: npmName,
  version,
  description: 'Social links and tips for any web page.',
  license: 'MIT',
  type: 'module',
  // Importing it defines the element: that is its effect.
  sideEffects: ['./index.js', './react.js', './chunks/*.js'],
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    './react': { types: './react.d.ts', default: './react.js' },
    './jsx': { types: './jsx.d.ts', default: './jsx.js' },
    './custom-elements.json': './custom-elements.json',
    './package.json': './package.json',
  },
  types: './index.d.ts',
  customElements: 'custom-elements.json',
  // Only for `/react`.
  peerDependencies: { react: '>=18.2.0 <20' },
  peerDependenciesMeta: { react: { optional: true } },
});

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

import { rollup } from 'rollup';
import { expect, it } from 'vitest';
import { transpile } from './transpile.mjs';

/** What a program of these files runs as. */
async function built(files) {
  const bundle = await rollup({
    input: Object.keys(files)[0],
    external: ['react/jsx-runtime'],
    plugins: [
      {
        name: 'files',
        resolveId: (id) => Object.keys(files).find((name) => name.startsWith(id.replace('./', ''))) ?? null,
        load: (id) => files[id] ?? null,
      },
      transpile(),
    ],
  });
  const { output } = await bundle.generate({ format: 'es' });
  return output[0].code;
}

it('leaves the types out and the fields of classes as they are', async () => {
  const code = await built({
    'main.tsx': `import { type Shape, area } from './area';
      import type { Nothing } from './nothing';
      export class Square implements Shape { side: number = 3; declare readonly name: string }
      export const answer: number | Nothing = area(new Square());
      export const drawn = <p>{answer}</p>;`,
    'area.ts':
      'export interface Shape { side: number }\nexport const area = ({ side }: Shape): number => side * side;',
  });
  expect(code).not.toMatch(/interface|: number|nothing/);
  expect(code).toContain('side = 3');
  expect(code).toContain('jsx("p"');
});

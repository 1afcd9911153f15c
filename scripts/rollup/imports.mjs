/** What `import { a, b as c } from "package"` names, and where the statement stands. Any other form stays as it is. */
function namedImports(code, names) {
  const statement = new RegExp(
    String.raw`^import\s*\{([^{}]*)\}\s*from\s*["'](${names.join('|')})["'];?`,
    'gm',
  );
  return [...code.matchAll(statement)].map((match) => ({
    start: match.index,
    text: match[0],
    from: match[2],
    names: match[1]
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  }));
}

/** Which module each name of a package's index comes from, and under which name there; a name that the index makes itself is left out. */
export function originsOf(program) {
  const imported = new Map();
  const origins = new Map();
  const nameOf = (node) => node.name ?? node.value;
  for (const { type, source, specifiers } of program.body) {
    if (type !== 'ImportDeclaration') continue;
    for (const each of specifiers)
      if (each.type === 'ImportSpecifier')
        imported.set(each.local.name, { from: source.value, name: nameOf(each.imported) });
  }
  for (const { type, source, specifiers = [] } of program.body) {
    if (type !== 'ExportNamedDeclaration') continue;
    for (const { local, exported } of specifiers) {
      const origin = source ? { from: source.value, name: nameOf(local) } : imported.get(nameOf(local));
      if (origin) origins.set(nameOf(exported), origin);
    }
  }
  return origins;
}

/**
 * Imports what is used of these packages straight from its modules: `import { Button } from '@mantine/core'` becomes an import of Button.mjs. Rollup reads
 * every module of a package that is imported through its index, to leave most of them out again. Belongs after the compiler. For packages that say
 * in their package.json that their modules do nothing when they are loaded.
 * @param {readonly string[]} packages
 */
export function straightImports(packages) {
  /** By package: a promise of its names, each with the file that it comes from. */
  let indexes = new Map();

  async function readIndex(context, name, importer) {
    const index = await context.resolve(name, importer);
    if (!index || index.moduleSideEffects) return new Map();
    const code = await context.fs.readFile(index.id, { encoding: 'utf8' });
    const files = new Map();
    const fileOf = async (from) => {
      if (!files.has(from)) files.set(from, (await context.resolve(from, index.id))?.id ?? null);
      return files.get(from);
    };
    const origins = [...originsOf(context.parse(code))].map(async ([exported, { from, name: there }]) => [
      exported,
      { file: await fileOf(from), name: there },
    ]);
    return new Map((await Promise.all(origins)).filter(([, { file }]) => file !== null));
  }

  return {
    name: 'straight-imports',

    buildStart() {
      indexes = new Map();
    },

    async transform(code, id) {
      const found = packages.some((name) => code.includes(name)) ? namedImports(code, packages) : [];
      if (found.length === 0) return null;
      let result = '';
      let end = 0;
      for (const { start, text, from, names } of found) {
        if (!indexes.has(from)) indexes.set(from, readIndex(this, from, id));
        const index = await indexes.get(from);
        const lines = names.map((each) => {
          const [name, local = name] = each.split(/\s+as\s+/);
          const origin = index.get(name);
          return origin
            ? `import { ${origin.name} as ${local} } from ${JSON.stringify(origin.file)};`
            : `import { ${each} } from ${JSON.stringify(from)};`;
        });
        result += code.slice(end, start) + lines.join('');
        end = start + text.length;
      }
      return { code: result + code.slice(end), map: null };
    },
  };
}

/**
 * Makes the function that the built code calls in place of `import(address)`. After a module failed to load, Chromium (at least up to version 147)
 * fails every later import of it at once, also when the network is back. With another URL fragment it requests the module again. @returns {(address:
 * string, load: (address: string) => Promise<unknown>) => Promise<unknown>}
 */
export function importer() {
  const failures = new Map();
  return (address, load) => {
    const failed = failures.get(address) ?? 0;
    return load(failed === 0 ? address : `${address}#again-${failed}`).catch((error) => {
      failures.set(address, failed + 1);
      throw error;
    });
  };
}

const name = 'importOrAskAgain';

/** Lets a later `import()` of the same chunk succeed after one that failed. Belongs before the minifier. */
export function importAgain() {
  return {
    name: 'import-again',

    renderDynamicImport: () => ({ left: `${name}(`, right: ', (address) => import(address))' }),

    renderChunk: (code) =>
      code.includes(`${name}(`)
        ? { code: `const ${name} = (${importer.toString()})();\n${code}`, map: null }
        : null,
  };
}

// node scripts/emulator-packages.mjs FOLDER [emulator …]: packs the emulators for npm into FOLDER, each with everything that it needs.
import { existsSync } from 'node:fs';
import { appendFile, copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownFile } from './own-packages.mjs';
import { bundleProgram } from './rollup/programs.mjs';
import { root, run } from './run.mjs';

const readJson = async (file) => JSON.parse(await readFile(root + file, 'utf8'));

/** The emulators that are published: `published` in their package.json says under which name. */
export async function publishedEmulators() {
  const folders = await readdir(`${root}emulators`);
  const isProgram = (folder) => existsSync(`${root}emulators/${folder}/standalone.ts`);
  return folders.filter(isProgram).toSorted();
}

/** The type declarations of a module and of all that they import, by file name. They lie beside each other, so that no path leads out of the package. */
async function declarations(entry) {
  const { default: ts } = await import('typescript');
  const names = new Map([[entry, 'index']]);
  const files = {};
  for (const [file, name] of names) {
    const compilerOptions = { declaration: true, isolatedDeclarations: true, target: ts.ScriptTarget.ES2022 };
    const made = ts.transpileDeclaration(await readFile(file, 'utf8'), {
      fileName: file,
      compilerOptions,
      reportDiagnostics: true,
    });
    const [fault] = made.diagnostics ?? [];
    if (fault) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(fault.messageText, ' ')}`);
    files[`${name}.d.mts`] = made.outputText.replaceAll(
      /(from ["'])([^"']+)(["'])/g,
      (whole, before, source, after) => {
        const found = source.startsWith('.') ? `${resolve(file, '..', source)}.ts` : ownFile(source);
        if (found === null) return whole;
        if (!names.has(found)) names.set(found, basename(found, '.ts'));
        return `${before}./${names.get(found)}.mjs${after}`;
      },
    );
  }
  return files;
}

async function describe(folder) {
  const { license, engines } = await readJson('package.json');
  const { version } = await readJson('emulators/package.json');
  const { published } = await readJson(`emulators/${folder}/package.json`);
  const command = basename(published.name);
  return {
    ...published,
    version,
    license,
    type: 'module',
    engines,
    bin: { [command]: `${command}.mjs` },
    exports: { '.': { types: './index.d.mts', default: './index.mjs' }, './package.json': './package.json' },
  };
}

/** Makes the package of one emulator in `into`; npm packs it as it lies there. */
async function makePackage(folder, into) {
  const own = await describe(folder);
  const entry = `${root}emulators/${folder}/standalone.ts`;
  const [command] = Object.keys(own.bin);
  const started = `\0${command}`;
  await bundleProgram({
    input: { index: entry, [command]: started },
    outDir: into,
    started: command,
    rooms: [folder],
    plugins: [
      {
        name: 'command-line',
        resolveId: (id) => (id === started ? id : null),
        load: (id) =>
          id === started
            ? `import { commandLine } from ${JSON.stringify(entry)};\nawait commandLine();`
            : null,
      },
    ],
  });
  for (const [name, text] of Object.entries(await declarations(entry)))
    await writeFile(`${into}/${name}`, text);
  await copyFile(`${root}emulators/${folder}/README.md`, `${into}/README.md`);
  await copyFile(`${root}emulators/CHANGELOG.md`, `${into}/CHANGELOG.md`);
  const vendors = `${root}emulators/${folder}/vendor/licenses.txt`;
  if (existsSync(vendors)) await appendFile(`${into}/licenses.txt`, await readFile(vendors));
  await copyFile(`${root}LICENSE`, `${into}/LICENSE`);
  await writeFile(`${into}/package.json`, `${JSON.stringify(own, null, 2)}\n`);
}

/** @param {string} into a folder @param {readonly string[]} folders of `emulators/` */
export async function packEmulators(into, folders) {
  await mkdir(into, { recursive: true });
  for (const folder of folders) {
    const made = `${into}/${folder}`;
    await makePackage(folder, made);
    const { code, output } = await run('npm', ['pack', made, '--silent', '--pack-destination', into]);
    if (code !== 0) throw new Error(output);
    await rm(made, { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [into, ...named] = process.argv.slice(2);
  if (into === undefined) throw new Error('node scripts/emulator-packages.mjs FOLDER [emulator …]');
  await packEmulators(resolve(into), named.length > 0 ? named : await publishedEmulators());
}

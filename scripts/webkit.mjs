// npm run webkit: the walks in WebKit (WebKitGTK by WebDriver), with a backend of their own. It ends with "N passed, N failed".
import { spawn } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';
import { vitest } from './test-steps.mjs';

const isProgram = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const inPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram);

/** Debian has MiniBrowser beside WebKitGTK's libraries, in a folder named after the machine. */
function miniBrowser() {
  const libraries = ['/usr/lib', '/usr/libexec'];
  const machines = libraries.flatMap((folder) => {
    try {
      return [folder, ...readdirSync(folder).map((name) => join(folder, name))];
    } catch {
      return [];
    }
  });
  return machines
    .flatMap((folder) => ['webkit2gtk-4.1', 'webkitgtk-6.0'].map((kind) => join(folder, kind, 'MiniBrowser')))
    .find(isProgram);
}

const find = () => ({
  WebKitWebDriver: process.env.WEBKIT_DRIVER_PATH ?? inPath('WebKitWebDriver'),
  MiniBrowser: process.env.WEBKIT_BROWSER_PATH ?? miniBrowser(),
  Xvfb: inPath('Xvfb'),
});
const missingOf = (found) => Object.keys(found).filter((name) => !found[name]);

async function findOrInstall() {
  const found = find();
  if (missingOf(found).length === 0 || !process.env.CI) return found;
  const { code, output } = await run('sh', ['.ci/install-webkit'], { limit: 5 * 60_000 });
  if (code !== 0) console.log(output.trim());
  return find();
}

/** Starts an X server on a free display. */
async function startDisplay(path) {
  const server = spawn(path, ['-displayfd', '1', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  process.once('exit', () => server.kill());
  const number = await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    server.stdout.once('data', (chunk) => resolve(chunk.toString().trim()));
  });
  return { display: `:${number}`, end: () => server.kill() };
}

const found = await findOrInstall();
const missing = missingOf(found);
if (missing.length > 0) {
  console.log(
    `The walks in WebKit did not run: ${missing.join(', ')} missing here (Debian: apt-get install webkit2gtk-driver xvfb).`,
  );
  console.log('0 passed, 0 failed');
} else {
  const { display, end } = await startDisplay(found.Xvfb);
  const place = { driver: found.WebKitWebDriver, browser: found.MiniBrowser, display };
  const args = ['--config', 'vitest.webkit.config.mjs', ...process.argv.slice(2)];
  const walks = vitest('the walks in WebKit', args, { BUSKER_WEBKIT: JSON.stringify(place) });
  const { passed, failed } = await walks.run((text) => process.stdout.write(text));
  end();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

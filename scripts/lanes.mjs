/** The three lanes of tests, by the command that runs each (scripts/test.mjs). */
export const lanes = ['test', 'test:rest', 'test:long'];

/** Folders and files of unit tests that `npm test` leaves to `npm run test:rest`: they start whole servers, compilers or other programs. */
export const restOfUnit = [
  'emulators/',
  'local/',
  'host/deploy/releases/keep-versions.test.ts',
  'scripts/docs/commands.test.mjs',
  'scripts/docs/proved.test.mjs',
  'host/drill/local-drill.test.ts',
  'host/firebase/',
  'scripts/npm-package/',
  'scripts/record/servers.test.ts',
  'host/sign-ins/',
  'host/verify/',
];

/** Browser tests that look for what nobody thought of, or need a browser or other software that few machines have. */
export const longInBrowser = [
  'e2e/firefox.spec.ts',
  'e2e/frameworks.spec.ts',
  'e2e/wordpress.spec.ts',
  'e2e/zoo-pairs.spec.ts',
];

/** The browser tests of `npm test`. */
export const walks = 'e2e/walks/';

const browserTest = /\.spec\.ts$/;
/** The files of `npm run webkit` that `npm run test:rest` runs; all of them are a step of `npm run test:long`. */
export const webkitOfRest = ['e2e/webkit/fan.webkit.ts', 'e2e/webkit/owner.webkit.ts'];

/** For `npm run webkit`. */
const webkitTest = /\.webkit\.ts$/;
const unitTest = /\.test\.(ts|tsx|mjs)$/;
const story = /^stories\/.*\.stories\.tsx$/;

/**
 * The lane that runs a file; null for a file that is no test.
 * @param {string} file its path from the root
 * @returns {string | null}
 */
export function laneOf(file) {
  if (browserTest.test(file)) {
    if (file.startsWith(walks)) return 'test';
    return longInBrowser.includes(file) ? 'test:long' : 'test:rest';
  }
  if (unitTest.test(file)) return restOfUnit.some((start) => file.startsWith(start)) ? 'test:rest' : 'test';
  if (webkitTest.test(file)) return webkitOfRest.includes(file) ? 'test:rest' : 'test:long';
  return story.test(file) || file === '.size-limit.mjs' ? 'test:rest' : null;
}

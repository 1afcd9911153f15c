/** Why the system refused something, by its code. */
const reasons = {
  EACCES: 'you have no permission for it',
  EPERM: 'you have no permission for it',
  EROFS: 'its disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EISDIR: 'it is a folder, and a file is expected there',
  ENOTDIR: 'a part of its path is a file, and a folder is expected there',
  EEXIST: 'something else is in its place',
  ENOENT: 'it does not exist',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links point at each other',
  EIO: 'the disk reports a fault',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
  EADDRINUSE: 'another program uses it',
};

/** Whether the system refused something, so that no bug of ours needs to be found in a stack. @param {unknown} error */
export const isOfTheSystem = (error) =>
  error instanceof Error && typeof error.syscall === 'string' && typeof error.code === 'string';

/**
 * What stopped a command, in one sentence.
 * @param {unknown} error
 * @returns {string}
 */
export function failureSentence(error) {
  if (!isOfTheSystem(error)) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return /[.!?]$/.test(line) ? line : `${line}.`;
  }
  const { code, syscall, path, address, port } = error;
  const what = path ?? (port === undefined ? null : `port ${port}${address ? ` of ${address}` : ''}`);
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : code;
  const did = `The system refused ${syscall}${what === null ? '' : ` of ${what}`}`;
  return `${did}: ${what === null ? reason.replace(/^its /, 'the ') : reason}.`;
}

/**
 * Ends a command that cannot go on, with 1 and one sentence on what stopped it; `--verbose` shows where that was.
 * @param {unknown} error @param {string} [before] what the sentence begins with
 * @returns {never}
 */
export function endInOneSentence(error, before = '') {
  const verbose = process.argv.includes('--verbose');
  const hint = verbose || isOfTheSystem(error) ? '' : ' Add `-- --verbose` to see where.';
  console.error(`${before}${failureSentence(error)}${hint}`);
  if (verbose) console.error(error);
  process.exit(1);
}

/**
 * Why no command can run here, or null.
 * @param {string} version of Node.js, such as `20.19.0` @param {boolean} hasPackages
 */
export function machineProblem(version, hasPackages) {
  const [major, minor] = version.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    return `Busker needs Node.js 20.19 or newer; this is ${version}. See https://nodejs.org.`;
  return hasPackages ? null : 'The packages are not installed yet: run `npm ci` first.';
}

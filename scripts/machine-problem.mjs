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

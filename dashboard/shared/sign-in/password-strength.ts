export const strengthLevels = ['weak', 'fair', 'good', 'strong'] as const;
export type StrengthLevel = (typeof strengthLevels)[number];

/** The sign-in service's minimum. */
export const minPasswordLength = 6;

const common =
  /password|passwort|qwerty|qwertz|azerty|letmein|welcome|admin|iloveyou|dragon|monkey|football|busker|contrase/i;

function poolSize(password: string): number {
  const pools: readonly (readonly [RegExp, number])[] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^A-Za-z0-9]/, 33],
  ];
  return pools.reduce((size, [pattern, count]) => size + (pattern.test(password) ? count : 0), 0);
}

/** Counts characters that do not continue a run: `aaaa` and `1234` count once. */
function surprises(password: string): number {
  return Array.from(password).filter((character, at, all) => {
    const step = (character.codePointAt(0) ?? 0) - (all[at - 1]?.codePointAt(0) ?? -99);
    return Math.abs(step) > 1;
  }).length;
}

/** A rough estimate in bits that favours length over symbols. It only advises; the minimum length is the rule. */
export function passwordStrength(password: string, email: string): StrengthLevel {
  const local = email.split('@')[0] ?? '';
  const bits = surprises(password) * Math.log2(Math.max(2, poolSize(password)));
  const foretold =
    common.test(password) || (local.length > 2 && password.toLowerCase().includes(local.toLowerCase()));
  const fair = foretold ? bits / 2.5 : bits;
  if (password.length < minPasswordLength || fair < 30) return 'weak';
  if (fair < 48) return 'fair';
  return fair < 70 ? 'good' : 'strong';
}

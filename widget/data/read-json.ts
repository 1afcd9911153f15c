// Readers for JSON from outside. They never throw.

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
export const string = (value: unknown): string => (typeof value === 'string' ? value : '');
export const number = (value: unknown, otherwise = 0): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
export const pick = <T extends string>(value: unknown, allowed: readonly [T, ...T[]]): T =>
  allowed.find((one) => one === value) ?? allowed[0];
/** An amount in minor units: a whole number, not negative. */
export const isMinorUnits = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

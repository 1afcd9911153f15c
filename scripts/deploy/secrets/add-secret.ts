import { randomBytes } from 'node:crypto';
import { fail, ok, type Result } from '../../../core/base/result';
import type { Secrets } from '../google/secret-manager';
import { secretFaults, type SecretName } from './secret-faults';

export interface AddSecret {
  readonly name: SecretName;
  readonly value: string;
  /** Put the new entry before the existing ones, which stay valid. */
  readonly front: boolean;
  readonly livemode: boolean;
}

/** 32 random bytes as text, for BUSKER_SECRET. */
export const freshSecret = (): string => randomBytes(32).toString('hex');

/** Checks a secret, adds it as a new version and returns its number. Earlier versions stay, because the running functions still read them. */
export async function addSecret(
  secrets: Secrets,
  { name, value, front, livemode }: AddSecret,
): Promise<Result<number, string>> {
  const entries = [value.trim()];
  if (front) {
    const versions = await secrets.versions(name);
    if (versions.state === 'unknown') return fail(`${name} cannot be read: ${versions.why}.`);
    const [newest] = versions.value ?? [];
    const before = newest === undefined ? null : await secrets.read(name, newest.number);
    if (before?.state === 'unknown') return fail(`${name} cannot be read: ${before.why}.`);
    // The stored value may be a placeholder that the check refuses. Valid entries are always kept.
    if (before !== null && secretFaults(name, before.value, livemode).length === 0)
      entries.push(before.value.trim());
  }
  const whole = entries.join(',');
  const [fault] = secretFaults(name, whole, livemode);
  if (fault !== undefined) return fail(`${fault} Nothing was added.`);
  const added = await secrets.add(name, whole);
  return added.ok ? ok(added.value) : added;
}

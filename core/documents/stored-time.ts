import * as v from 'valibot';
import { millisOf } from './documents';

/** A stored time (the SDK's own timestamp or a Date), read as epoch milliseconds. */
export const storedTime = v.pipe(v.unknown(), v.transform(millisOf), v.number('This is not a stored time.'));

export function dateOf(millis: number): Date;
export function dateOf(millis: number | null): Date | null;
export function dateOf(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis);
}

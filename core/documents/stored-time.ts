import * as v from 'valibot';
import { millisOf } from './documents';

/** A time as a store gives it back (its own timestamp or a Date), read as epoch milliseconds. */
export const storedTime = v.pipe(v.unknown(), v.transform(millisOf), v.number('This is no stored time.'));

/** How a time is stored. */
export function dateOf(millis: number): Date;
export function dateOf(millis: number | null): Date | null;
export function dateOf(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis);
}

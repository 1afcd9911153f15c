import { ok } from '../../core/base/result';

/** A handled event, and whether its record was committed with what the event changed. */
export interface Handled {
  readonly record: 'written' | 'unwritten';
}

export const unwritten = ok<Handled>({ record: 'unwritten' });

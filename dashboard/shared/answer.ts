import type { Result } from '../../core/base/result';
import type { Failure } from './failure';

/** What every call to the outside returns: a value or an expected failure. Never rejects. */
export type Answer<T = void> = Promise<Result<T, Failure>>;

/** Ends a listener. */
export type Stop = () => void;

export interface Watcher<T> {
  next(value: T): void;
  failed(failure: Failure): void;
}

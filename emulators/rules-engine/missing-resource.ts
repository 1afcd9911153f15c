import { failure, nothing, type Outcome, type Value } from './value';

export interface EngineOptions {
  /**
   * The value of `resource` and `request.resource` when there is none. The live services and the official emulators
   * give null, and many published rules rely on that. Production's Test API gives an error, so that `resource ==
   * null` denies there.
   */
  readonly missingResource: 'null' | 'error';
}

/** The value of `resource` for a missing document. */
export function missingResource(options: EngineOptions): Outcome {
  return options.missingResource === 'null' ? nothing : failure('There is no resource.');
}

/** The value of `request.resource`; with the error option, `request` has no such member. */
export function incomingOf(resource: Value | null, options: EngineOptions): [string, Value][] {
  if (resource !== null) return [['resource', resource]];
  return options.missingResource === 'null' ? [['resource', nothing]] : [];
}

import { failure, nothing, type Outcome, type Value } from './value';

export interface EngineOptions {
  /**
   * What `resource` and `request.resource` are when there is none. The live services and the official emulators give null, and many
   * published rules rely on it; production's Test API gives an error, so that `resource == null` denies there.
   */
  readonly missingResource: 'null' | 'error';
}

/** `resource` of what does not exist yet. */
export function missingResource(options: EngineOptions): Outcome {
  return options.missingResource === 'null' ? nothing : failure('There is no resource.');
}

/** `request.resource`: with the error it is simply not among the members of `request`. */
export function incomingOf(resource: Value | null, options: EngineOptions): [string, Value][] {
  if (resource !== null) return [['resource', resource]];
  return options.missingResource === 'null' ? [['resource', nothing]] : [];
}

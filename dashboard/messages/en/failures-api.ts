import { problemKinds, type ProblemCode } from '../../../core/base/problem-codes';

const apiOnly = {
  'failure.api/unreachable': 'The server cannot be reached. Check your connection and try again.',
  'failure.api/timed-out': 'The server took too long. Nothing was lost; try again.',
  'failure.api/unreadable': 'The server’s answer could not be read. Please try again.',
} as const;

/** The server's own sentences, from the one list in core/base/problem-codes.ts. */
const ofServer = Object.fromEntries(
  Object.entries(problemKinds).map(([code, kind]) => [`failure.api/${code}`, kind.detail]),
) as Readonly<Record<`failure.api/${ProblemCode}`, string>>;

export const apiFailures = { ...ofServer, ...apiOnly };

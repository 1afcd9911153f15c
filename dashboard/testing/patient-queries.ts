import { configure, getConfig } from '@testing-library/react';

/** Where Testing Library notes that a query waits. */
const waits = '_disableExpensiveErrorDiagnostics';
if (!(waits in getConfig()))
  throw new Error('This Testing Library notes elsewhere that a query waits: mend patient-queries.ts');

const { getElementError } = getConfig();

/**
 * Each try of a waiting query prints the document into its error. Only the error of the last try is read, and Testing Library adds the document to that
 * one by itself; so the tries print nothing.
 */
function briefWhileWaiting(message: string | null, container: Element): Error {
  if (Reflect.get(getConfig(), waits) !== true) return getElementError(message, container);
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  return error;
}

// For the tests of the dashboard. The first query of a file waits for the screen's code, which can take longer than the usual second. Files share a
// worker, and this runs before each.
configure({
  asyncUtilTimeout: 60_000,
  ...(getElementError.name !== briefWhileWaiting.name && { getElementError: briefWhileWaiting }),
});

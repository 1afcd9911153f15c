import { configure, getConfig } from '@testing-library/react';

/** Where Testing Library notes that a query waits. */
const waits = '_disableExpensiveErrorDiagnostics';
if (!(waits in getConfig()))
  throw new Error('This Testing Library notes elsewhere that a query waits: mend patient-queries.ts');

/** For tests. */
configure(({ getElementError }) => ({
  // The first one of a file loads the screen's code, which can take longer than the usual second.
  asyncUtilTimeout: 60_000,
  // Each try of a waiting query prints the document into its error. Only the error of the last try is read, and Testing Library adds the document to that
  // one by itself; so the tries print nothing.
  getElementError(message, container) {
    if (Reflect.get(getConfig(), waits) !== true) return getElementError(message, container);
    const error = new Error(message ?? '');
    error.name = 'TestingLibraryElementError';
    return error;
  },
}));

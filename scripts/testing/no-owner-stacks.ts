import * as React from 'react';

// React's development build takes the stack of each element that it makes, the first ten thousand of each second, for a "created by" in its
// warnings. Tests make hundreds of thousands of elements and read no such stack: a tenth of the time of the dashboard's tests.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals))
  throw new Error(
    'This React counts its owner stacks elsewhere: remove or mend scripts/testing/no-owner-stacks.ts',
  );
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {
    // React sets it back to zero each second.
  },
  configurable: true,
});

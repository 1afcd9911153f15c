/** Runs `work` and everything that it renders. By React here; both-renderers.test.ts puts Preact's in its place. */
export { act } from 'react';

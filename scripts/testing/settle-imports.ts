import { afterAll, vi } from 'vitest';

// Test files of a project share a worker's modules. A file that ends while a lazy part still loads takes its environment away from that load; the load
// fails, and the part stays failed for every later file of the worker.
afterAll(() => vi.dynamicImportSettled());

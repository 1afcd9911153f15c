import { startStripeSandbox } from '../start-stripe-sandbox';

/** A sandbox in a child process that tests can kill. The argument is its state file; it sends its port as a message. */
const sandbox = await startStripeSandbox({
  stateFile: process.argv[2] ?? null,
  secretKey: 'sk_test_sandbox_unit',
  publishableKey: 'pk_test_sandbox_unit',
  webhooks: [],
  seed: { accounts: [{ id: 'acct_ada' }] },
});
// Stops the child process when the test's process ends.
process.once('disconnect', () => process.exit());
process.send?.(sandbox.port);

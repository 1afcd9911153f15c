import { startStripeSandbox } from '../start-stripe-sandbox';

/** A sandbox in a process of its own, to be killed: its state file is the argument, its port the message. */
const sandbox = await startStripeSandbox({
  stateFile: process.argv[2] ?? null,
  secretKey: 'sk_test_sandbox_unit',
  publishableKey: 'pk_test_sandbox_unit',
  webhooks: [],
  seed: { accounts: [{ id: 'acct_ada' }] },
});
// A test that fails before its kill leaves nothing running.
process.once('disconnect', () => process.exit());
process.send?.(sandbox.port);

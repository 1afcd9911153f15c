import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { webhookEvents } from './webhook-events';

const page = readFileSync('docs/self-hosting.md', 'utf8');

// Holds pay-261.
it('no endpoint asks for the events by which a server that is down would stop the billing of its owners', () => {
  const asked = [...webhookEvents.payments, ...webhookEvents.accounts];
  for (const harmful of ['invoice.created', 'invoice.upcoming']) {
    expect(asked).not.toContain(harmful);
    expect(page).not.toContain(harmful);
  }
  expect(page).toContain('`invoice.paid`');
});

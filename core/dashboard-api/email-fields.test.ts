import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { stripeAddress } from '../monthly/monthly';
import { emails, noEmails } from '../testing/email-addresses';
import { reportForm } from './moderation-api';
import { tipRequest } from '../fan-api/tip-api';

const report = {
  kind: 'fraud',
  address: 'https://busker.example/@ada',
  ground: 'A law',
  why: 'Because',
  name: 'Kim',
  goodFaith: 'on',
};

/** Each field of a request that takes an email address. */
const fields: Readonly<Record<string, (typed: string) => string | null>> = {
  'the address for a receipt': (typed) => {
    const read = v.safeParse(tipRequest.entries.receiptEmail, typed);
    return read.success ? (read.output ?? null) : null;
  },
  'the address that a fan gave Stripe': (typed) => {
    const read = v.safeParse(stripeAddress, typed);
    return read.success ? read.output : null;
  },
  'the address of who reports': (typed) => {
    const read = v.safeParse(reportForm, { ...report, email: typed });
    return read.success ? read.output.email : null;
  },
};

describe.each(Object.entries(fields))('%s', (_, read) => {
  it.each(emails)('takes %j as %j', (typed, stored) => {
    expect(read(typed)?.toLowerCase()).toBe(stored.toLowerCase());
  });

  it.each(noEmails)('refuses %j', (typed) => {
    expect(read(typed)).toBeNull();
  });
});

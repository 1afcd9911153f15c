/** Expected failures of showing a profile elsewhere; part of problem-codes.ts, which says what the fields mean. */
export const embedProblems = {
  'address-private': {
    status: 401,
    title: 'The address is not public',
    detail: 'This address cannot be embedded.',
    fix: 'Receipts and the dashboard belong to one person. Embed a public page such as https://HOST/@ada.',
  },
  'format-unknown': {
    status: 501,
    title: 'The format is not implemented',
    detail: 'This format is not available here.',
    fix: 'Ask for `format=json` or `format=xml`.',
  },
} as const;

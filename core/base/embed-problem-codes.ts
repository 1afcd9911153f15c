/** Expected failures of embedding a profile; problem-codes.ts explains the fields. */
export const embedProblems = {
  'address-private': {
    status: 401,
    title: 'The address is not public',
    detail: 'This address cannot be embedded.',
    fix: 'Receipts and the dashboard belong to one person. Embed a public page such as https://HOST/@ada.',
  },
  'format-unknown': {
    status: 501,
    title: 'The format is not supported',
    detail: 'This format is not available.',
    fix: 'Request `format=json` or `format=xml`.',
  },
} as const;

/** Exports of an owner. */
export const exporting = {
  'export.heading': 'Your data',
  'export.note': 'Take your tips or everything that we store about you with you, as a file.',
  'export.csv': 'All tips as a spreadsheet (CSV)',
  'export.bookkeeping': 'For bookkeeping (CSV)',
  'export.json': 'All my data (JSON)',
  'export.part': 'This file has only the tips that your filter showed.',
  'export.label': 'Your export',
  'export.starting': 'Preparing your file…',
  'export.running': 'Preparing your file: {done, number} of {total, number} tips',
  'export.preparing':
    'You have many tips, so we prepare the file first. You can close this page; the file waits for you under Account.',
  'export.retrying': 'Something failed. We try again by ourselves.',
  'export.ready':
    'Your file is ready: {tips, plural, one {# tip} other {# tips}}, {size}. It is kept until {until}.',
  'export.unreadable':
    '{count, plural, one {# tip is missing: it could not be read.} other {# tips are missing: they could not be read.}} The host of this page has been told.',
  'export.download.csv': 'Download CSV',
  'export.download.bookkeeping': 'Download CSV for bookkeeping',
  'export.download.json': 'Download JSON',
  'export.expired': 'Your last file is no longer kept.',
  'export.again': 'Prepare a new file',
} as const;

import type { AdminVerb } from '../admin/command';

/** The verbs of `npm run admin` about reports, objections and mails. Each has two words. */
export const reportVerbs = [
  {
    name: 'reports list',
    takes: '',
    says: 'the reports that wait for a decision, urgent ones first',
    writes: false,
  },
  { name: 'reports show', takes: '<number>', says: 'a report with all that was written', writes: false },
  {
    name: 'reports look',
    takes: '<number>',
    says: 'says that you look at it, which the reporter can see',
    writes: true,
  },
  {
    name: 'reports decide',
    takes:
      '<number> --outcome <no-action, limited, hidden or suspended> --facts <text> [--ground <text>] [--part <parts>] [--days <n>] [--handle <handle>] [--found-by-machine]',
    says: 'decides a report, changes the standing, and writes to reporter and owner. `--handle` names the owner when the address did not',
    writes: true,
  },
  {
    name: 'reports record',
    takes: '--kind <kind> --address <url> --ground <text> --why <text> [--name <name>] [--email <address>]',
    says: 'writes down a report that came another way; `--kind order` for an order of an authority',
    writes: true,
  },
  { name: 'appeals list', takes: '', says: 'the objections that wait for an answer', writes: false },
  {
    name: 'appeals show',
    takes: '<id>',
    says: 'an objection and the decision that it is about',
    writes: false,
  },
  {
    name: 'appeals decide',
    takes: '<id> --outcome <upheld or reversed> --facts <text>',
    says: 'answers an objection. Whoever decided before cannot answer, unless nobody else moderates',
    writes: true,
  },
  {
    name: 'mails list',
    takes: '',
    says: 'the mails of the last 30 days that nobody has sent, with their texts',
    writes: false,
  },
  {
    name: 'mails retry',
    takes: '<id or failed>',
    says: 'sends a mail again that failed, or all that failed; by its id also one that nobody has sent',
    writes: true,
  },
  { name: 'mails sent', takes: '<id>', says: 'says that you have sent a mail by hand', writes: true },
] as const satisfies readonly AdminVerb[];

export type ReportVerbName = (typeof reportVerbs)[number]['name'];

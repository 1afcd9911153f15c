import type { AdminVerb } from '../admin/command';

export const adminVerbs = [
  {
    name: 'find',
    takes: '<who>',
    says: 'the owner: uid, handle and email address',
    writes: false,
  },
  {
    name: 'show',
    takes: '<who>',
    says: 'standing, handles, links with their ids, payments, open tips',
    writes: false,
  },
  {
    name: 'hide',
    takes: '<who> --reason <text> [--days <n>] [--ground <text>]',
    says: 'takes the profile offline while you look into it, for 7 days at most',
    writes: true,
  },
  {
    name: 'limit',
    takes: '<who> --part <parts> --reason <text> [--days <n>] [--ground <text>]',
    says: 'shows the profile without these parts: `picture`, `bio`, `link:<id>`, separated by commas',
    writes: true,
  },
  {
    name: 'pause-payments',
    takes: '<who> --reason <text> [--days <n>] [--ground <text>]',
    says: 'shows the profile without tips',
    writes: true,
  },
  {
    name: 'suspend',
    takes: '<who> --reason <text> [--order] [--days <n>] [--ground <text>]',
    says: 'takes the profile offline, ends open payments and bars its payment account; `--order` when an authority demanded it (451 instead of 410)',
    writes: true,
  },
  {
    name: 'restore',
    takes: '<who> --reason <text>',
    says: 'ends any of these restrictions',
    writes: true,
  },
  {
    name: 'close',
    takes: '<who> --reason <text>',
    says: 'closes a suspended profile for good and retires its handles, when the time to object is over',
    writes: true,
  },
  {
    name: 'purge',
    takes: '<who> --reason <text>',
    says: 'deletes the bytes of pictures that are withheld; the edge keeps a picture for a day, or until the next release of Hosting',
    writes: true,
  },
  {
    name: 'erase',
    takes: '<who> --reason <text>',
    says: 'deletes the account as its owner would, for a request under data protection law',
    writes: true,
  },
  {
    name: 'look',
    takes: '<acct_…> --reason <text>',
    says: 'compares one Stripe account with the stored tips now, as every day, and corrects what differs',
    writes: true,
  },
  {
    name: 'grant',
    takes: 'moderator <who> --reason <text>',
    says: 'lets a user hide and limit profiles',
    writes: true,
  },
  {
    name: 'revoke',
    takes: 'moderator <who> --reason <text>',
    says: 'takes that right away',
    writes: true,
  },
  {
    name: 'audit',
    takes: '[<who>]',
    says: 'the last 50 acts, of all or about one owner',
    writes: false,
  },
] as const satisfies readonly AdminVerb[];

export type AdminVerbName = (typeof adminVerbs)[number]['name'];

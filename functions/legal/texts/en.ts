/** The texts of the legal pages and of the links to them. English defines the type of every language: a missing text does not compile. */
export const en = {
  /** The name of the group of links in the footer of each page. */
  about: 'About this site',
  imprint: 'Imprint',
  contact: 'Contact',
  terms: 'Terms',
  privacy: 'Privacy',
  transparency: 'Transparency',
  report: 'Report',
  unnamed: 'The operator of this installation has not given a name yet. It takes no real payments.',
  operator: 'Operator',
  address: 'Address',
  email: 'Email',
  representative: 'Represented by',
  register: 'Register',
  vatId: 'VAT number',
  authorities: 'For authorities',
  everybody: 'For everybody',
  languages: 'Languages',
  people: 'People read and answer your mail.',
  euRepresentative: 'Legal representative in the European Union',
  security: 'Security problems',
  counted: 'What was reported and decided here in each year.',
  nothing: 'Nothing has been counted yet.',
  reports: 'Reports',
  orders: 'Orders from authorities',
  outcomes: {
    'no-action': 'No action',
    limited: 'A part was hidden',
    hidden: 'Profile hidden for a time',
    suspended: 'Profile suspended',
  },
  appeals: 'Objections',
  reversed: 'Decisions changed after an objection',
};

export type LegalTexts = typeof en;

import type { Template } from './template';

export const termsInEnglish: Template = ({ operator, origin, share }) => [
  {
    heading: 'What this is',
    paragraphs: [
      `${operator.name} (“we”) runs Busker at ${origin}. Owners make a page and a card with their links, and may take tips. Fans follow the links and send tips. These terms apply to both.`,
    ],
  },
  {
    heading: 'Tips',
    paragraphs: [
      'A tip is a voluntary thank-you. It is an agreement between fan and owner. The payment is made by Stripe on the owner’s own Stripe account: we never hold the money.',
      share === null ? 'We keep no share of tips.' : `We keep ${share} of each tip.`,
      'Fans can undo a tip for a few minutes where the owner allows it. After that the owner decides about a refund.',
    ],
  },
  {
    heading: 'Monthly and yearly tips',
    paragraphs: [
      'Owners may let fans give every month or every year. Before they agree, fans read the amount, the day of the next charge and how to stop. Stripe then charges each period on the owner’s Stripe account, until the fan stops the tip or it ends.',
      ...(share === null ? [] : ['Our share of such a tip stays as it was when the tip began.']),
      `Fans need no account to stop. The link of the receipt leads to the page where they stop. Without the link they enter the email address that Stripe has, on the page of the owner: ${origin}/@ and the owner’s name, then /monthly. The tip ends with the period that is paid, and nothing more is charged.`,
      'For 15 days from the first payment, fans can withdraw with the link of the receipt, or without it on that page of the owner with the email address and the last four digits of the card; from a yearly tip for 15 days from each payment. The tip then ends at once, and the latest payment is refunded in full, unless it was refunded before or is disputed. The undo of a few minutes does not apply to these tips.',
      'A tip that is not paid for 45 days ends. A dispute that the fan’s bank opens stops it. When we hide a page or suspend its owner, running tips go on; stopping and withdrawing keep working.',
      'When an owner deletes the account here, all running tips end first. If the owner has disconnected the Stripe account from here before, we cannot end them: Stripe goes on charging, and the link in Stripe’s mails leads to the page where fans stop.',
    ],
  },
  {
    heading: 'What may not be shown',
    paragraphs: [
      'Names, pictures, texts, links and messages must not break the law. In particular we do not allow:',
      '• sexual abuse of children, and anything that sexualises minors;\n• threats, incitement to violence or hatred, and instructions for serious crimes;\n• fraud, and pretending to be somebody else;\n• works, trade marks or personal data of others without the right to use them;\n• malware, and links that hide where they lead;\n• goods and services that Stripe does not allow, and tips that are in truth a payment for them.',
    ],
  },
  {
    heading: 'How we moderate',
    paragraphs: [
      'We do not check content before it is shown. Anybody can report content with the link “Report” on each page. A person looks at each report and decides; no machine decides about content.',
      'We may do nothing, hide a part of a page, hide a page for at most seven days while we look into it, or suspend an owner. We weigh how serious the matter is, whether it was repeated, and the rights of everybody concerned. Who often sends reports that are plainly unfounded may be answered last.',
      'Two things happen by machine: messages with words on an owner’s own list wait until that owner has read them, and tips pause for some minutes while somebody tries many cards.',
    ],
  },
  {
    heading: 'Reasons and objections',
    paragraphs: [
      'Owners read why we decided, on what facts and on which law or term, by mail and in the dashboard. Who reported reads the decision too.',
      'Owners can object in the dashboard for six months, and people who reported something on the page of their report. The objection is decided by a person who did not take the decision, where more than one person moderates here. Courts are open to everybody at any time.',
      'Receipts, undo and refunds of tips keep working whatever we decide about a page.',
    ],
  },
  {
    heading: 'Your account',
    paragraphs: [
      'Owners keep their sign-in to themselves, and can export and delete everything in the dashboard at any time. We may end an account in writing with a notice of 30 days, or at once for a serious reason.',
    ],
  },
  {
    heading: 'Liability and law',
    paragraphs: [
      'We are liable to the extent that the law requires. The law of the place where we are based applies. Consumers keep the rights that the law of their home country gives them.',
    ],
  },
  {
    heading: 'Changes',
    paragraphs: [
      'We tell owners before a change of these terms applies to them, and what changes. Each version has a date.',
    ],
  },
];

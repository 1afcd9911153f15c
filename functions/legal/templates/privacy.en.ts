import { challengeNames, type Template } from './template';

export const privacyInEnglish: Template = ({ operator, origin, challenge }) => [
  {
    heading: 'Who is responsible',
    paragraphs: [
      `${operator.name}, ${operator.address.join(', ')}. Write to ${operator.email}.`,
      'For tips, the owner of a page is responsible as well.',
    ],
  },
  {
    heading: 'When you see a page or a card',
    paragraphs: [
      `Your browser requests the page or the card, the owner’s public profile and its pictures from ${new URL(origin).host}. The server needs your IP address to answer. It sets no cookie for visitors and keeps no profile of you. Views and clicks on links are counted as plain numbers per quarter of an hour, without any identifier. Views are also counted by the host name of the site that shows the card, and on an owner’s page here by the host name of the site that led you to it; the rest of those addresses is not sent or not kept. Errors of the card’s script are counted by its version.`,
      'The servers are those of Google Cloud (Firebase). Its request log keeps IP address, address of the page, browser and referring page for at most 30 days, to find faults and misuse.',
    ],
  },
  {
    heading: 'When you send a tip',
    paragraphs: [
      'The payment is made by Stripe (https://stripe.com/privacy), whose form is loaded only then. Your card details go to Stripe directly; neither the owner nor we ever see them. An email address for the receipt goes to Stripe only.',
      'Kept with the tip are amount, currency and time, the name and message that you chose to leave, the origin of the page, the country of the card, its brand and last four digits, and for two days a keyed fingerprint of your IP address against card testing, from which the address cannot be read. Until the tip is finished, your browser keeps the number of the tip for this tab.',
      'A monthly or yearly tip is charged by Stripe on the owner’s Stripe account until you stop it or it ends. Stripe asks for your email address and gives it to the owner’s Stripe account; we do not store it. Beside each payment we keep the amount, the period, its state and dates, the name if you gave one, the brand, last four digits and expiry of the card, Stripe’s numbers of the subscription and of you as its customer, and the words that you agreed to with their language and the time. If you stop with your email address, or withdraw with it and the last four digits of your card, we ask Stripe for the address and store neither of them for it. A keyed fingerprint of the address, from which it cannot be read, limits the number of attempts, for a day at most.',
      'Supporters’ names and messages are public only where the owner shows them and you did not choose to stay unnamed. You can change or erase both on the receipt page. With a monthly or yearly tip, this changes or erases your name in the tip and in all its payments, also after it has ended; the message belongs to the first payment.',
      ...(challengeNames[challenge] === null
        ? []
        : [
            `When many cards are being tried, you may be asked to show that you are a person; then ${challengeNames[challenge]} is loaded in a frame.`,
          ]),
    ],
  },
  {
    heading: 'When you are an owner',
    paragraphs: [
      'We keep your sign-in (email address, or what the service that you sign in with tells us), your draft and published profile, your pictures, your settings, your tips and the list of devices in which you are signed in (kind of browser and system, when you signed in and when you were last there; no address; entries of more than 60 days are removed at your next visit). Sign-in is by Firebase Authentication of Google, which keeps its data in the United States. The dashboard keeps your sign-in and unsaved work in your browser. The words that fans of monthly or yearly tips agreed to contain your name; after you delete your account they are kept as long as it says below.',
      'When you take payments, Stripe asks you for what the law requires. We keep the number, country, currency and state of your Stripe account, and none of your bank details.',
    ],
  },
  {
    heading: 'When you report something',
    paragraphs: [
      'We keep what you wrote, with your name and email address if you gave them, to look at your report and to tell you our decision. The owner reads our decision with its facts and its ground, but neither your words nor who reported it. Mails that we send you about it are sent by our mail provider and erased here after 30 days.',
    ],
  },
  {
    heading: 'How long',
    paragraphs: [
      'Names and messages of tips: as long as the owner chose, ten years at most. Amounts: as long as bookkeeping rules require. A monthly or yearly tip, with the words that were agreed to: as long as the owner’s account exists; if the account is deleted earlier, the words with their language and the time, amount, period and end of the tip and Stripe’s number of the subscription, without your name, until three years after you agreed or one year after the end of the tip, whichever is later; your name in it while it runs, and after its end until the name of its latest payment is erased. Reports: erased one year after the decision; objections: one year after the answer; numbers per year stay. An owner’s account: until it is deleted; what bookkeeping requires stays without names and messages.',
    ],
  },
  {
    heading: 'On what ground',
    paragraphs: [
      'To carry out your tip, or our agreement with you as an owner (Art. 6 (1) (b) GDPR); to obey the law, such as bookkeeping and the handling of reports (c); and for protection against misuse and to prove what was agreed to, our legitimate interests (f). Data that reaches the United States is protected by the EU–US Data Privacy Framework or by standard contractual clauses.',
    ],
  },
  {
    heading: 'Your rights',
    paragraphs: [
      `You may ask for access, correction, erasure, restriction and a copy of your data, and object to what we do out of legitimate interest: write to ${operator.email}. You may also complain to a data protection authority.`,
    ],
  },
];

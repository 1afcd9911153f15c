/** The texts of the overlay. `{name}`, `{amount}`, `{count}`, `{reached}` and `{goal}` are replaced. */
export interface OverlayTexts {
  readonly dir: 'ltr' | 'rtl';
  readonly sent: string;
  readonly somebody: string;
  readonly more: string;
  readonly test: string;
  readonly testName: string;
  readonly testMessage: string;
  readonly tapForSound: string;
  readonly revoked: string;
  readonly offline: string;
  readonly scan: string;
  readonly latest: string;
  readonly goalOf: string;
}

export const en: OverlayTexts = {
  dir: 'ltr',
  sent: '{name} sent {amount}',
  somebody: 'Somebody',
  more: 'and {count} more: {amount}',
  test: 'TEST',
  testName: 'Kim',
  testMessage: 'Lovely, thank you for the music!',
  tapForSound: 'Tap for sound',
  revoked: 'This address is no longer valid. Copy the new one from Busker.',
  offline: 'Offline',
  scan: 'Scan to send a tip',
  latest: 'Latest thanks',
  goalOf: '{reached} of {goal}',
};

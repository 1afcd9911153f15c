/** The embed code. */
export const embed = {
  'embed.title': 'Embed',
  'embed.lead': 'Paste this where the card should be. It works on any site.',
  'embed.html': 'HTML',
  'embed.copy': 'Copy code',
  'embed.copied': 'Copied',
  'embed.copyFailed': 'Your browser did not allow copying. Select the code and copy it yourself.',
  'embed.notPublished': 'Publish first: until then the tag has nothing to show.',
  'embed.toProfile': 'Go to your profile',
  'embed.whatTitle': 'What it does',
  'embed.whatLinks':
    'Your links are in the code itself: they work before, without and after our script, and search engines see them.',
  'embed.whatHeight': 'It keeps room for the card, so nothing on the page jumps.',
  'embed.whatPrivacy': 'No cookie, and no request to anyone else until a visitor taps.',
  'embed.again':
    'When you change your links, copy the code again to keep the plain links inside it fresh. The card itself is always up to date.',
  'embed.publicPage': 'No site of your own? Share your page:',
  'embed.code': 'Embed code',
} as const;

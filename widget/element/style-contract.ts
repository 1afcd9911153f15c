/**
 * Descriptions of everything that a page may style of `<busker-card>`. element.test.tsx compares both lists with the sources. Nothing that ships
 * imports this file.
 */
export const partContract = {
  card: 'The card without the sheet.',
  avatar: 'The picture, or the first letter of the name.',
  name: "The owner's name.",
  bio: 'The lines below the name.',
  links: 'The list of links.',
  link: 'One link.',
  'link-icon': 'The icon of a link.',
  'link-label': 'The text of a link.',
  'tip-button': 'The tip button or link.',
  sheet: 'The tip sheet.',
  amount: 'The amounts to choose from.',
  message: "The field of the fan's message.",
  'pay-button': 'The button that pays.',
  thanks: 'What is shown once the tip is paid.',
} as const;

/** Custom properties that the card reads from the page, without the leading `--busker-`. */
export const customPropertyContract = {
  accent: 'Colour of buttons and marks.',
  'on-accent': 'Colour of text on the accent. Default: black or white, whichever has more contrast.',
  background: "The card's background.",
  text: 'Colour of text.',
  muted: 'Colour of secondary text.',
  border: 'Colour of lines.',
  radius: 'Corner radius of the card. Smaller elements follow it.',
  font: 'Font family.',
  gap: 'Space between links.',
} as const;

export const slotContract = {
  '': "The page's own links. They are shown until the card has its profile, and work without any script.",
} as const;

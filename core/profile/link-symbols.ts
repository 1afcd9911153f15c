/** Icons for links without a platform, each the name of a Tabler icon (MIT). No name is also a platform id. */
export const linkSymbols = [
  'shopping-bag',
  'book',
  'news',
  'calendar-event',
  'ticket',
  'microphone',
  'headphones',
  'music',
  'movie',
  'camera',
  'palette',
  'device-gamepad-2',
  'code',
  'download',
  'gift',
  'heart',
  'star',
  'coffee',
  'map-pin',
  'home',
  'briefcase',
  'school',
  'message-circle',
  'rss',
] as const;

export type LinkSymbol = (typeof linkSymbols)[number];

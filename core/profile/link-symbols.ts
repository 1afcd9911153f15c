/** Icons for links that belong to no platform, each the name of a drawing of Tabler's (MIT). None is also the id of a platform. */
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

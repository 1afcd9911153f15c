// Tabler Icons 3.51.0 (MIT, LICENSE beside this file), written by scripts/rollup/write-icons.mjs.
import { outlined } from './drawing';

export const IconBrandApple = outlined(
  'brand-apple',
  'M8.286 7.008c-3.216 0 -4.286 3.23 -4.286 5.92c0 3.229 2.143 8.072 4.286 8.072c1.165 -.05 1.799 -.538 3.214 -.538c1.406 0 1.607 .538 3.214 .538s4.286 -3.229 4.286 -5.381c-.03 -.011 -2.649 -.434 -2.679 -3.23c-.02 -2.335 2.589 -3.179 2.679 -3.228c-1.096 -1.606 -3.162 -2.113 -3.75 -2.153c-1.535 -.12 -3.032 1.077 -3.75 1.077c-.729 0 -2.036 -1.077 -3.214 -1.077',
  'M12 4a2 2 0 0 0 2 -2a2 2 0 0 0 -2 2',
);
export const IconBrandDiscord = outlined(
  'brand-discord',
  'M8 12a1 1 0 1 0 2 0a1 1 0 0 0 -2 0',
  'M14 12a1 1 0 1 0 2 0a1 1 0 0 0 -2 0',
  'M15.5 17c0 1 1.5 3 2 3c1.5 0 2.833 -1.667 3.5 -3c.667 -1.667 .5 -5.833 -1.5 -11.5c-1.457 -1.015 -3 -1.34 -4.5 -1.5l-.972 1.923a11.913 11.913 0 0 0 -4.053 0l-.975 -1.923c-1.5 .16 -3.043 .485 -4.5 1.5c-2 5.667 -2.167 9.833 -1.5 11.5c.667 1.333 2 3 3.5 3c.5 0 2 -2 2 -3',
  'M7 16.5c3.5 1 6.5 1 10 0',
);
export const IconBrandFacebook = outlined(
  'brand-facebook',
  'M7 10v4h3v7h4v-7h3l1 -4h-4v-2a1 1 0 0 1 1 -1h3v-4h-3a5 5 0 0 0 -5 5v2h-3',
);
export const IconBrandGithub = outlined(
  'brand-github',
  'M9 19c-4.3 1.4 -4.3 -2.5 -6 -3m12 5v-3.5c0 -1 .1 -1.4 -.5 -2c2.8 -.3 5.5 -1.4 5.5 -6a4.6 4.6 0 0 0 -1.3 -3.2a4.2 4.2 0 0 0 -.1 -3.2s-1.1 -.3 -3.5 1.3a12.3 12.3 0 0 0 -6.2 0c-2.4 -1.6 -3.5 -1.3 -3.5 -1.3a4.2 4.2 0 0 0 -.1 3.2a4.6 4.6 0 0 0 -1.3 3.2c0 4.6 2.7 5.7 5.5 6c-.6 .6 -.6 1.2 -.5 2v3.5',
);
export const IconBrandGoogle = outlined(
  'brand-google',
  'M20.945 11a9 9 0 1 1 -3.284 -5.997l-2.655 2.392a5.5 5.5 0 1 0 2.119 6.605h-4.125v-3h7.945',
);
export const IconBrandInstagram = outlined(
  'brand-instagram',
  'M3 7a4 4 0 0 1 4 -4h10a4 4 0 0 1 4 4v10a4 4 0 0 1 -4 4h-10a4 4 0 0 1 -4 -4l0 -10',
  'M8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 0 0 -7 0',
  'M17 7v.01',
);
export const IconBrandMatrix = outlined(
  'brand-matrix',
  'M4 3h-1v18h1',
  'M20 21h1v-18h-1',
  'M7 9v6',
  'M12 15v-3.5a2.5 2.5 0 1 0 -5 0v.5',
  'M17 15v-3.5a2.5 2.5 0 1 0 -5 0v.5',
);
export const IconBrandSlack = outlined(
  'brand-slack',
  'M12 12v-6a2 2 0 0 1 4 0v6m0 -2a2 2 0 1 1 2 2h-6',
  'M12 12h6a2 2 0 0 1 0 4h-6m2 0a2 2 0 1 1 -2 2v-6',
  'M12 12v6a2 2 0 0 1 -4 0v-6m0 2a2 2 0 1 1 -2 -2h6',
  'M12 12h-6a2 2 0 0 1 0 -4h6m-2 0a2 2 0 1 1 2 -2v6',
);
export const IconBrandTelegram = outlined('brand-telegram', 'M15 10l-4 4l6 6l4 -16l-18 7l4 2l2 6l3 -4');
export const IconBrandTiktok = outlined(
  'brand-tiktok',
  'M21 7.917v4.034a9.948 9.948 0 0 1 -5 -1.951v4.5a6.5 6.5 0 1 1 -8 -6.326v4.326a2.5 2.5 0 1 0 4 2v-11.5h4.083a6.005 6.005 0 0 0 4.917 4.917',
);
export const IconBrandX = outlined(
  'brand-x',
  'M4 4l11.733 16h4.267l-11.733 -16l-4.267 0',
  'M4 20l6.768 -6.768m2.46 -2.46l6.772 -6.772',
);
export const IconBrandYoutube = outlined(
  'brand-youtube',
  'M2 8a4 4 0 0 1 4 -4h12a4 4 0 0 1 4 4v8a4 4 0 0 1 -4 4h-12a4 4 0 0 1 -4 -4v-8',
  'M10 9l5 3l-5 3l0 -6',
);

import { recaptcha, type AllowedOrigins } from './allowed-origins';

const policy = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.length > 0 ? sources.join(' ') : "'none'"}`)
    .join('; ');

export function dashboardPolicy({ connect, script, frame, image }: AllowedOrigins): string {
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...script],
    // The component library writes its colour variables into a style element, and static hosting cannot give it a nonce.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...image],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...connect],
    'frame-src': ["'self'", ...frame],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'form-action': ["'self'"],
    'base-uri': [],
    'frame-ancestors': [],
  });
}

/** Pages with an owner's texts. Inline scripts never run on them, and of inline styles only those with these hashes. */
export function publicPagePolicy(
  { payment, checkout }: AllowedOrigins,
  styles: readonly string[] = [],
): string {
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...payment.script],
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", 'data:', ...payment.image],
    'connect-src': ["'self'", ...payment.connect],
    // Its own frame: the challenge.
    'frame-src': ["'self'", ...payment.frame],
    'form-action': ["'self'", ...checkout],
    'base-uri': [],
    'frame-ancestors': [],
  });
}

/** For our texts and forms. They run no script, or only their own script, which shows the challenge's frame. */
export const plainPagePolicy = policy({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'frame-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': [],
  'frame-ancestors': [],
});

/** The frame for other sites: links, and a script that reports its height. Payment opens in a new tab. */
export const framePolicy = policy({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'base-uri': [],
  'form-action': [],
  'frame-ancestors': ['*'],
});

/**
 * The overlay of a stream. OBS puts the owner's Custom CSS into a style element, by script. The dashboard shows the page in a frame.
 */
export function overlayPolicy({ firestore }: AllowedOrigins): string {
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'media-src': ["'self'"],
    'connect-src': ["'self'", ...firestore],
    'form-action': [],
    'base-uri': [],
    'frame-ancestors': ["'self'"],
  });
}

/** The challenge frame, on any page that holds the card. Its three providers set their own styles. */
const captcha = ['https://challenges.cloudflare.com', 'https://hcaptcha.com', 'https://*.hcaptcha.com'];
export const challengePolicy = policy({
  'default-src': ["'none'"],
  'script-src': ["'self'", ...captcha, ...recaptcha],
  'style-src': ["'self'", "'unsafe-inline'", ...captcha],
  'img-src': ["'self'", 'data:', ...captcha, ...recaptcha],
  'connect-src': [...captcha, ...recaptcha],
  'frame-src': [...captcha, ...recaptcha, 'https://recaptcha.google.com/recaptcha/'],
  'base-uri': [],
  'form-action': [],
  'frame-ancestors': ['*'],
});

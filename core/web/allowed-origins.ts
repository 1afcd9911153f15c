/** The other origins that this installation's own pages may contact. */
export interface AllowedOrigins {
  /** The sign-in service, the database, the file store. */
  readonly connect: readonly string[];
  /** The database alone, for the overlay. */
  readonly firestore: readonly string[];
  /** Scripts of sign-in pop-ups and of the SMS check. */
  readonly script: readonly string[];
  /** Hidden frames of sign-in pop-ups and the SMS check. */
  readonly frame: readonly string[];
  /** Pictures of signed-in accounts and of uploads not yet published. */
  readonly image: readonly string[];
  /** The card form on the public page, by CSP directive. */
  readonly payment: Readonly<Record<'script' | 'frame' | 'connect' | 'image', readonly string[]>>;
  /** The final target of the public page's form: the payment page. */
  readonly checkout: readonly string[];
}

export const recaptcha = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'];

/** Real services. Sources: firebase.google.com/docs/auth/web/redirect-best-practices, docs.stripe.com/security/guide. */
export const hostedOrigins: AllowedOrigins = {
  connect: [
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
    'https://firestore.googleapis.com',
    'https://firebasestorage.googleapis.com',
  ],
  firestore: ['https://firestore.googleapis.com'],
  script: ['https://apis.google.com', ...recaptcha],
  frame: ['https://*.firebaseapp.com', 'https://*.web.app', ...recaptcha],
  image: [
    'https://firebasestorage.googleapis.com',
    'https://*.googleusercontent.com',
    'https://pbs.twimg.com',
    'https://avatars.githubusercontent.com',
    'https://graph.facebook.com',
    'https://*.fbsbx.com',
  ],
  payment: {
    script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frame: [
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
      'https://*.link.com',
    ],
    connect: ['https://api.stripe.com'],
    image: ['https://*.stripe.com'],
  },
  checkout: ['https://checkout.stripe.com'],
};

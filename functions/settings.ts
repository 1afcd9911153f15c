/** A setting of an installation, for the check before a deploy and for docs/hosts/self-hosting.md. */
export interface Setting {
  readonly name: string;
  /** For the table of the docs. */
  readonly meaning: string;
  /** `functions` read it when they start; `deploy` reads it only while it deploys; `server` only by a server process; `secret` is kept by Secret Manager. */
  readonly usedBy: 'functions' | 'deploy' | 'server' | 'secret';
  /** True when a deploy without it stops. */
  readonly required: boolean;
  /** True when live Stripe keys are refused without it, and a deploy with test keys only warns. */
  readonly requiredWhenLive?: true;
}

const functions = (name: string, meaning: string): Setting => ({
  name,
  meaning,
  usedBy: 'functions',
  required: false,
});
const deploy = (name: string, meaning: string): Setting => ({
  name,
  meaning,
  usedBy: 'deploy',
  required: false,
});
const server = (name: string, meaning: string): Setting => ({
  name,
  meaning: `server process: ${meaning}`,
  usedBy: 'server',
  required: false,
});
const required = (setting: Setting): Setting => ({ ...setting, required: true });
const whenLive = (setting: Setting): Setting => ({ ...setting, requiredWhenLive: true });
const secret = (name: string, meaning: string): Setting => ({
  name,
  meaning,
  usedBy: 'secret',
  required: true,
});
/** A secret that an installation may do without. It is declared all the same, so the deploy stores `off` as its first version. */
const optionalSecret = (name: string, meaning: string): Setting => ({
  name,
  meaning,
  usedBy: 'secret',
  required: false,
});

export const settings: readonly Setting[] = [
  required(functions('PUBLIC_ORIGIN', 'the address that people use, such as `https://busker.example`')),
  required(functions('PAYMENTS_MODE', '`single` or `connect`')),
  required(functions('STRIPE_PUBLISHABLE_KEY', 'belongs to the secret key: both live or both test')),
  required(deploy('FIREBASE_WEB_CONFIG', "the web app's configuration as JSON in one line")),
  required(
    functions(
      'BUSKER_REGION',
      'where the functions run, such as `europe-west1`. Choose the region of your database',
    ),
  ),
  required(
    deploy(
      'FIRESTORE_LOCATION',
      'where the database is, such as `eur3` or `europe-west1`. It can never be changed, so a deploy never creates a database',
    ),
  ),
  functions(
    'FIRESTORE_DATABASE',
    'the id of the database (default `(default)`). A restored backup is another database',
  ),
  deploy(
    'SIGN_IN_METHODS',
    'sign-in methods besides email and password, separated by commas: `email-link, phone, guest, google.com, saml.acme=Acme`; and `totp` for two-step sign-in',
  ),
  functions(
    'PLATFORM_FEE_BPS',
    'the share that you keep, in hundredths of a percent (default 0). Stripe takes none of accounts in Brazil, India, Mexico, Malaysia, Singapore and Thailand, unless your own account is in the same country',
  ),
  functions(
    'CLIENT_ADDRESS',
    "where the address of a client is found: `hosting` (default) behind Firebase Hosting, `load-balancer` behind Google's, `proxy:N` behind N proxies of your own that append to X-Forwarded-For, `socket` behind nothing. A wrong value makes the limits count the wrong address",
  ),
  functions(
    'CHALLENGE_KIND',
    '`turnstile`, `hcaptcha` or `recaptcha`, shown when the rate is high; `none` (default) sends fans to Stripe’s page, and leaves stops and withdrawals without the receipt to the limits of each client',
  ),
  functions('CHALLENGE_SITE_KEY', 'the site key of the challenge'),
  functions('STORAGE_BUCKET', 'if it is not `<project>.firebasestorage.app`'),
  functions(
    'OWNER_DOMAINS',
    'who serves the pages of owners on domains of their own: `off` (default), `proxy` (a proxy in front of a server process that asks it, such as Caddy), or `hosting:SITE`, a second site of Firebase Hosting',
  ),
  functions(
    'DNS_SERVERS',
    'IP addresses of name servers that are asked about these domains, separated by commas (default: the machine’s own)',
  ),
  functions('LIMIT_FACTOR', 'multiplies every limit (default 1)'),
  functions(
    'WEBHOOK_ALLOW',
    'hosts of your own network that webhooks and chats may reach, also by http, such as `homeassistant.local:8123`, separated by commas; not in `connect` mode',
  ),
  functions(
    'COUNT_WINDOW_SECONDS',
    'how long an instance counts views in memory before it writes them, 0 to 60 (default 10). An instance that crashes loses so much',
  ),
  functions(
    'ROLL_UP_MINUTES',
    'how often counted views are added to the owners’ figures, 5 to 60 (default 10). 60 halves the cost of counting',
  ),
  deploy(
    'ALERT_PAGE_EMAIL',
    'the email address for alerts that somebody must look at now (`npm run ops`); without it nobody gets these alerts',
  ),
  deploy('ALERT_TICKET_EMAIL', 'the email address for alerts that can wait until the next working day'),
  functions('MIN_INSTANCES', 'instances of the function `app` that always run (default 0)'),
  functions('MAX_INSTANCES', 'the most instances of the function `app` (default 40)'),
  whenLive(functions('OPERATOR_NAME', 'the person or company that runs this installation')),
  whenLive(
    functions(
      'OPERATOR_ADDRESS',
      'the address where letters reach the operator, its lines separated by semicolons',
    ),
  ),
  whenLive(functions('OPERATOR_EMAIL', 'the email address for questions from anybody')),
  whenLive(
    functions('SECURITY_CONTACT', 'an email address or https:// address for reports of security problems'),
  ),
  whenLive(functions('AUTHORITY_CONTACT', 'the email address for authorities')),
  whenLive(functions('REPORT_EMAIL', 'the email address for reports of illegal content and for objections')),
  functions(
    'MAIL',
    '`smtp` (default with the secret `SMTP_URL`): the server sends the mails about reports, decisions and sign-ins by it; `print` (default without it): you send them by hand, `npm run admin -- mails list` prints them',
  ),
  functions(
    'MAIL_FROM',
    'the address that mails to owners come from, such as `tips@example.com`; required when the secret `SMTP_URL` is set',
  ),
  functions(
    'MAIL_DAILY_CAP',
    'the most mails about tips in a day, to all owners and to fans who confirm an address; above it those to owners wait until the day is over (default 2000)',
  ),
  functions('DKIM_DOMAIN', 'the domain of the secret `DKIM_PRIVATE_KEY`, if your mail server does not sign'),
  functions('DKIM_SELECTOR', 'the selector of that key, which is part of the name of its DNS record'),
  functions(
    'CONTACT_LANGUAGES',
    'languages in which authorities and users can write, as BCP 47 tags separated by commas (default `en`)',
  ),
  functions('OPERATOR_REPRESENTATIVE', 'who represents the operator, if it is a company'),
  functions('OPERATOR_REGISTER', 'register and number of the operator, if it is registered'),
  functions('OPERATOR_VAT_ID', 'the VAT identification number of the operator, if it has one'),
  functions(
    'EU_REPRESENTATIVE',
    'name and address of the legal representative in the European Union, if the operator is outside it; lines separated by semicolons',
  ),
  functions('TERMS_URL', 'the https:// address of your own terms, to which `/legal/terms` then leads'),
  functions('TERMS_VERSION', 'the date of the terms, as 2026-01-31, if you changed the template'),
  functions(
    'PRIVACY_URL',
    'the https:// address of your own privacy notice, to which `/legal/privacy` then leads',
  ),
  functions('TRUSTED_PROXY_HOPS', 'the earlier name of `CLIENT_ADDRESS`: N means `proxy:N`'),
  server('PORT', 'where it listens (default 4100)'),
  server(
    'BIND_ADDRESS',
    'the address on which it listens (default `127.0.0.1`); `0.0.0.0` is every address of the machine',
  ),
  server(
    'METRICS_PORT',
    'where Prometheus reads `/metrics` (default 9464), or `off`. Nobody else should reach it',
  ),
  server(
    'JOB_LOOK_SECONDS',
    'how often a process looks for jobs that another one wanted or left, 1 to 60 (default 10)',
  ),
  secret('STRIPE_SECRET_KEY', 'the secret or restricted key of your Stripe account'),
  secret('STRIPE_WEBHOOK_SECRETS', 'the signing secrets of the webhook endpoints, separated by commas'),
  secret('BUSKER_SECRET', 'one or more secrets of at least 32 bytes, separated by commas'),
  optionalSecret(
    'VAPID_PRIVATE_KEYS',
    'the private keys that sign push notifications, the newest first, separated by commas (`node host/busker.mjs push-key` makes one)',
  ),
  optionalSecret('CHALLENGE_SECRET_KEY', 'the secret key of the challenge, if `CHALLENGE_KIND` names one'),
  optionalSecret('SMTP_URL', 'the mail server, such as smtps://user:password@smtp.example.com:465'),
  optionalSecret(
    'DKIM_PRIVATE_KEY',
    'the key (PEM) that signs mails, if your mail server does not sign them',
  ),
];

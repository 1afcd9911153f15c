import { fail, ok, type Result } from '../../core/base/result';
import type { OpsTarget } from '../../ops/ops-target';
import { runtimeAccountOf } from '../../functions/function-options';
import { signInMethods } from '../sign-in-methods';
import { settingsFaults, type Settings } from './check-settings';

/** The settings of one installation, for the checks and steps of a deploy. */
export interface Installation {
  readonly projectId: string;
  /** `https://busker.example` */
  readonly origin: string;
  readonly mode: 'single' | 'connect';
  /** Are the keys live keys? */
  readonly livemode: boolean;
  /** The region of the functions. */
  readonly region: string;
  readonly database: { readonly id: string; readonly location: string };
  /** The bucket of the pictures. */
  readonly bucket: string;
  /** The bucket of every embed version and of the release records. The functions cannot read it. */
  readonly releasesBucket: string;
  /** The service account that the functions run as. */
  readonly runtimeAccount: string;
  /** The methods by their names in `SIGN_IN_METHODS`, without email and password. */
  readonly signInMethods: readonly string[];
  /** The configuration of the dashboard, `/busker-config.json`. */
  readonly webConfig: object;
  readonly minInstances: number;
  readonly maxInstances: number;
  /** The mail addresses for alerts; null = nobody is notified. */
  readonly mailTo: OpsTarget['mailTo'];
  /** The address that mails to owners come from; null = it is not set. */
  readonly mailFrom: string | null;
  /** `CHALLENGE_KIND` names a service. */
  readonly hasChallenge: boolean;
}

const methodNames = { emailLink: 'email-link', phone: 'phone', guest: 'guest', totp: 'totp' } as const;

/** The installation that `.env` describes, or one sentence for each fault in the settings. */
export function installationOf(settings: Settings): Result<Installation, readonly string[]> {
  const faults = settingsFaults(settings);
  const methods = signInMethods(settings['SIGN_IN_METHODS'] ?? '');
  if (faults.length > 0 || !methods.ok) return fail(faults);
  const text = (name: string, otherwise = '') => (settings[name] ?? '').trim() || otherwise;
  const firebase = JSON.parse(text('FIREBASE_WEB_CONFIG')) as { readonly projectId: string };
  const { projectId } = firebase;
  const database = text('FIRESTORE_DATABASE', '(default)');
  const switches = (['emailLink', 'phone', 'guest', 'totp'] as const).filter((name) => methods.value[name]);
  return ok({
    projectId,
    origin: new URL(text('PUBLIC_ORIGIN')).origin,
    mode: text('PAYMENTS_MODE') === 'single' ? 'single' : 'connect',
    livemode: text('STRIPE_PUBLISHABLE_KEY').includes('_live_'),
    region: text('BUSKER_REGION'),
    database: { id: database, location: text('FIRESTORE_LOCATION') },
    bucket: text('STORAGE_BUCKET', `${projectId}.firebasestorage.app`),
    releasesBucket: `${projectId}-busker-releases`,
    runtimeAccount: runtimeAccountOf(projectId),
    signInMethods: [
      ...switches.map((name) => methodNames[name]),
      ...methods.value.providers.map(({ id }) => id),
    ],
    mailFrom: text('MAIL_FROM') || null,
    hasChallenge: !['', 'none'].includes(text('CHALLENGE_KIND')),
    webConfig: { firebase, methods: methods.value, database, emulators: null },
    minInstances: Number(text('MIN_INSTANCES', '0')),
    maxInstances: Number(text('MAX_INSTANCES', '40')),
    mailTo: { page: text('ALERT_PAGE_EMAIL') || null, ticket: text('ALERT_TICKET_EMAIL') || null },
  });
}

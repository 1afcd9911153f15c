/** The installation whose alerts, filters and backups these files describe. */
export interface OpsTarget {
  readonly projectId: string;
  /** The public host name, without a scheme: `busker.example`. */
  readonly host: string;
  readonly region: string;
  /** The id of the Firestore database. */
  readonly database: string;
  readonly bucket: string;
  readonly maxInstances: number;
  /** Mail addresses; null = nobody is notified. */
  readonly mailTo: Readonly<Record<AlertLevel, string | null>>;
}

/** `page`: somebody must look now. `ticket`: somebody must look within a working day. */
export type AlertLevel = 'page' | 'ticket';

/** The Cloud Run service of the function `app`. */
export const appService = 'app';

/** The service of the function that counts views. */
export const countService = 'count';

/** The installation whose alerts, filters and backups these files describe. */
export interface OpsTarget {
  readonly projectId: string;
  /** The host that people use, without a scheme: `busker.example`. */
  readonly host: string;
  /** Of the functions. */
  readonly region: string;
  /** The id of the Firestore database. */
  readonly database: string;
  /** Of the pictures. */
  readonly bucket: string;
  readonly maxInstances: number;
  /** Mail addresses; null = nobody is told. */
  readonly mailTo: Readonly<Record<AlertLevel, string | null>>;
}

/** `page`: somebody must look now. `ticket`: within a working day. */
export type AlertLevel = 'page' | 'ticket';

/** The Cloud Run service of the function `app`. */
export const appService = 'app';

import {
  countPattern,
  earlierPattern,
  functionPattern,
  overlayPattern,
  screenPattern,
  hostedOrigins,
  routeHeaders,
  type ImmutableFiles,
} from '@busker/core/web/route-headers';
import { styleHash } from '@busker/functions/pages/page-style';

/** The values that differ between installations. */
export interface ConfiguredPlaces {
  readonly region?: string;
  readonly database?: { readonly id: string; readonly location: string };
  /** The file of the storage rules. The rules name the database that they read. */
  readonly storageRules?: string;
  /** The files of this site that browsers may keep for ever. A deploy knows them; the firebase.json of the repository names none. */
  readonly files?: ImmutableFiles;
}

/** firebase.json, with headers and rewrites from the same table as the local server's. */
export function firebaseConfig({
  region = 'us-central1',
  database,
  storageRules,
  files,
}: ConfiguredPlaces = {}): object {
  // The tools create a missing database. Without a location here, they choose one, which can never be changed.
  const place = database === undefined ? {} : { database: database.id, location: database.location };
  return {
    firestore: { ...place, rules: 'rules/firestore.rules', indexes: 'rules/firestore.indexes.json' },
    storage: { rules: storageRules ?? 'rules/storage.rules' },
    functions: [
      {
        source: 'dist/functions',
        codebase: 'busker',
        runtime: 'nodejs24',
        ignore: ['node_modules', '.git', '*.log', '*.local', '.secret.local'],
      },
    ],
    hosting: {
      public: 'dist/hosting',
      ignore: ['**/.*'],
      cleanUrls: false,
      trailingSlash: false,
      headers: routeHeaders(hostedOrigins, styleHash, files).map(({ headers, ...pattern }) => ({
        ...pattern,
        headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
      })),
      rewrites: [
        { regex: countPattern, function: { functionId: 'count', region } },
        { regex: functionPattern, function: { functionId: 'app', region } },
        { regex: screenPattern, destination: '/index.html' },
        { regex: overlayPattern, destination: '/overlay.html' },
        { regex: earlierPattern, function: { functionId: 'app', region } },
      ],
    },
  };
}
